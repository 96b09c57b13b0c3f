import type { Answer } from '../answer.js';
import type { Api, CallOptions } from '../api.js';
import type { Schema } from '../types.js';

/** What a website needs to know of its brokerage and of its key: `/site`. */
export class Site {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Its name and time zone, the addresses of pictures, the feeds, and the rights and limits of the key.
   *
   * @param options `addSources` adds `sources`: the feeds, with what their licenses require websites to show.
   */
  get(options?: CallOptions & { readonly addSources?: boolean }): Answer<Schema<'Site'>> {
    return this.#api.call({ path: '/site', query: { addSources: options?.addSources } }, options);
  }
}
