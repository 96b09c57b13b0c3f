import type { Answer } from '../answer.js';
import type { Api, CallOptions } from '../api.js';
import type { PagePromise } from '../page.js';
import type { AnswerOf, BodyOf, QueryOf, Schema } from '../types.js';
import { one, pageOf } from './reading.js';

/** Listings: `/properties`. */
export class Listings {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Searches. Statuses, pets and others are asked for by number or word and answered in words; 0 in a
   * filter means "not given". A page has 10 listings where `perPage` is left out, and 200 at most.
   *
   * @example
   * for await (const listing of portico.listings.search({ status: [2], bedsMin: 2, perPage: 50 })) {
   *   console.log(listing.main_address);
   * }
   */
  search(
    query: QueryOf<'searchListings'> = {},
    options?: CallOptions,
  ): PagePromise<Schema<'ListingSearchRecord'>> {
    const size = { name: 'perPage', otherwise: 10, most: 200 };
    const paging = {
      path: '/properties',
      size,
      items: (page: Schema<'ListingPage'>) => page.LISTINGS,
      total: (page: Schema<'ListingPage'>) => page.TOTAL_COUNT,
    };
    return pageOf(this.#api, paging, query, options);
  }

  /** A listing; undefined where there is none. `addPhotos` saves the call of `photos`. */
  get(
    id: number,
    query: QueryOf<'getListing'> = {},
    options?: CallOptions,
  ): Answer<Schema<'ListingDetail'> | undefined> {
    return one(this.#get<'getListing'>(`/properties/${id}`, query, options));
  }

  /** What a listing and its building have; undefined where there is no such listing. */
  amenities(
    id: number,
    query: QueryOf<'getListingAmenities'> = {},
    options?: CallOptions,
  ): Answer<Schema<'Amenities'> | undefined> {
    return one(this.#get<'getListingAmenities'>(`/properties/amenities/${id}`, query, options));
  }

  /** The photos of a listing in their order, with captions. */
  photos(
    id: number,
    query: QueryOf<'getListingPhotos'> = {},
    options?: CallOptions,
  ): Answer<AnswerOf<'getListingPhotos'>> {
    return this.#get<'getListingPhotos'>(`/properties/photos/${id}`, query, options);
  }

  /** So many listings that match, drawn anew at each call. */
  random(
    count: number,
    query: QueryOf<'getRandomListings'> = {},
    options?: CallOptions,
  ): Answer<AnswerOf<'getRandomListings'>> {
    return this.#get<'getRandomListings'>(`/properties/random/${count}`, query, options);
  }

  /** Counts that a visitor has looked at a listing. */
  countView(
    body: BodyOf<'countListingView'>,
    options?: CallOptions,
  ): Answer<AnswerOf<'countListingView'>> {
    return this.#api.call({ method: 'POST', path: '/properties/viewCounter/', body }, options);
  }

  #get<
    Name extends 'getListing' | 'getListingAmenities' | 'getListingPhotos' | 'getRandomListings',
  >(path: string, query: object, options?: CallOptions): Answer<AnswerOf<Name>> {
    return this.#api.call({ method: 'GET', path, query }, options);
  }
}
