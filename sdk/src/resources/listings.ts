import type { Answer } from '../answer.js';
import type { Api, CallOptions } from '../api.js';
import type { PagePromise } from '../page.js';
import type { AnswerOf, BodyOf, QueryOf, Schema } from '../types.js';
import { one, pageOf } from './reading.js';

/** The parameters of a search. */
export type ListingSearch = Omit<QueryOf<'searchListings'>, 'polygon' | 'fields'> &
  Pick<BodyOf<'searchListingsByBody'>, 'polygon'> & {
    readonly fields?: readonly ListingField[] | undefined;
  };

/** A field of the records of a search. */
export type ListingField = keyof Schema<'ListingSearchRecord'> | `custom_${string}`;

/** A record of a search with these `fields`; whole where all may be there. */
export type FoundListing<Field extends ListingField = ListingField> = [ListingField] extends [Field]
  ? Schema<'ListingSearchRecord'>
  : Pick<Schema<'ListingSearchRecord'>, Field & keyof Schema<'ListingSearchRecord'>>;

/** Longer polygons go into a body, as not every server between takes long addresses. */
const LONGEST_IN_URL = 1500;

function isLong(polygon: ListingSearch['polygon']): boolean {
  return typeof polygon === 'object' || (polygon?.length ?? 0) > LONGEST_IN_URL;
}

/** Listings: `/properties`. */
export class Listings {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Searches by filters, place, words and similarity. The `answer` of the page has `FACETS` and `CLUSTERS`
   * if you ask for them; a polygon may be GeoJSON of any length. You ask for statuses and pets by number, and get
   * words. A 0 in a filter means "not given", except in `beds` and `bath`: `beds: [0]` are studios. A page has 10
   * listings, or `perPage`, at most 200. With `fields`, the records have these fields, and so have their types.
   *
   * @example
   * const page = await portico.listings.search({ q: 'park view', facets: ['beds', 'neighborhood'] });
   * console.log(page.total, page.items.length, page.answer.FACETS?.beds);
   * @example
   * for await (const listing of portico.listings.search({ status: [ListingStatus.ForRent], bedsMin: 2, perPage: 50 })) {
   *   console.log(listing.main_address);
   * }
   */
  search<const Field extends ListingField = ListingField>(
    query: ListingSearch & { readonly fields?: readonly Field[] | undefined } = {},
    options?: CallOptions,
  ): PagePromise<FoundListing<Field>, Schema<'ListingPage'>> {
    const byBody = isLong(query.polygon);
    const paging = {
      path: byBody ? '/properties/search' : '/properties',
      byBody,
      size: { name: 'perPage', otherwise: 10, most: 200 },
      items: (page: Schema<'ListingPage'>) => page.LISTINGS as FoundListing<Field>[],
      total: (page: Schema<'ListingPage'>) => page.TOTAL_COUNT,
    };
    return pageOf(this.#api, paging, query, options);
  }

  /** What a visitor may mean who has typed a few letters: neighborhoods, buildings, streets, agents. */
  suggest(
    query: QueryOf<'listSuggestions'>,
    options?: CallOptions,
  ): Answer<AnswerOf<'listSuggestions'>['SUGGESTIONS']> {
    const operation = { path: '/suggest', query };
    return this.#api
      .call<AnswerOf<'listSuggestions'>>(operation, options)
      .map(({ SUGGESTIONS }) => SUGGESTIONS);
  }

  /**
   * A listing; undefined if there is none. `addPhotos` saves a call of `photos`. `essentials_date` is the
   * `date_update` of a search, and `essentials_available` its `available_date`; a search has all four.
   *
   * @example
   * const listing = await portico.listings.get(1495, { addPhotos: true });
   * if (listing) console.log(listing.main_address, priceOf(listing), photosOf(listing).length);
   */
  get(
    id: number,
    query: QueryOf<'getListing'> = {},
    options?: CallOptions,
  ): Answer<Schema<'ListingDetail'> | undefined> {
    return one(this.#get<'getListing'>(`/properties/${id}`, query, options));
  }

  /** What a listing and its building have; undefined if there is no such listing. */
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

  /** What a listing cost before, newest change first. */
  history(
    id: number,
    options?: CallOptions & QueryOf<'getListingHistory'>,
  ): Answer<AnswerOf<'getListingHistory'>> {
    const query = { isMLS: options?.isMLS };
    return this.#get<'getListingHistory'>(`/properties/${id}/history`, query, options);
  }

  /** That many matching listings, drawn at random for each call. */
  random(
    count: number,
    query: QueryOf<'getRandomListings'> = {},
    options?: CallOptions,
  ): Answer<AnswerOf<'getRandomListings'>> {
    const path = `/properties/random/${count}`;
    return this.#api.call({ path, query, unkept: true }, options);
  }

  /** Counts that a visitor has looked at a listing. */
  countView(
    body: BodyOf<'countListingView'>,
    options?: CallOptions,
  ): Answer<AnswerOf<'countListingView'>> {
    return this.#api.call({ method: 'POST', path: '/properties/viewCounter/', body }, options);
  }

  /**
   * Counts a view in the background: nobody waits for it, and where calls wait for their turn it is left
   * out.
   */
  countViewSoon(listingID: number): void {
    if (!this.#api.isBusy()) this.countView({ listingID }).catch(() => {});
  }

  #get<
    Name extends 'getListing' | 'getListingAmenities' | 'getListingPhotos' | 'getListingHistory',
  >(path: string, query: object, options?: CallOptions): Answer<AnswerOf<Name>> {
    return this.#api.call({ path, query }, options);
  }
}
