import type { Answer } from '../answer.js';
import type { Api, CallOptions } from '../api.js';
import type { PagePromise } from '../page.js';
import type { AnswerOf, QueryOf, Schema } from '../types.js';
import { one, pageOf } from './reading.js';

/** Buildings: `/buildings`. */
export class Buildings {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Searches; 10 buildings a page, and 50 at most.
   *
   * @example
   * for await (const { house, address } of portico.buildings.search({ count: 50 })) {
   *   console.log(house, address);
   * }
   */
  search(
    query: QueryOf<'searchBuildings'> = {},
    options?: CallOptions,
  ): PagePromise<Schema<'Building'>> {
    const paging = {
      path: '/buildings',
      size: { name: 'count', otherwise: 10, most: 50 },
      items: (page: Schema<'BuildingPage'>) => page.BUILDINGS,
      total: (page: Schema<'BuildingPage'>) => page.TOTAL_COUNT,
    };
    return pageOf(this.#api, paging, query, options);
  }

  /** A building; undefined if there is none. */
  get(id: number, options?: CallOptions): Answer<AnswerOf<'getBuilding'>[number] | undefined> {
    return one(this.#api.call<AnswerOf<'getBuilding'>>({ path: `/buildings/${id}` }, options));
  }

  /** The photos of a building in their order. */
  photos(id: number, options?: CallOptions): Answer<AnswerOf<'getBuildingPhotos'>> {
    return this.#api.call<AnswerOf<'getBuildingPhotos'>>(
      { path: `/buildings/photos/${id}` },
      options,
    );
  }
}

/** Neighborhoods, with texts and numbers for a page of each: `/neighborhoods`. */
export class Neighborhoods {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * All of them, with their texts. For a list of names the facet `neighborhood` of a search is shorter, and
   * says how many listings each has.
   */
  list(options?: CallOptions): Answer<AnswerOf<'listNeighborhoods'>> {
    return this.#api.call<AnswerOf<'listNeighborhoods'>>({ path: '/neighborhoods' }, options);
  }

  /** A neighborhood; undefined if there is none. */
  get(id: number, options?: CallOptions): Answer<AnswerOf<'getNeighborhood'>[number] | undefined> {
    return one(
      this.#api.call<AnswerOf<'getNeighborhood'>>({ path: `/neighborhoods/${id}` }, options),
    );
  }
}
