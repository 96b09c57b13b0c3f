import type { Answer } from '../answer.js';
import type { Api, CallOptions } from '../api.js';
import type { AnswerOf, BodyOf } from '../types.js';

/** What visitors write to the brokerage: `/alerts`, `/marketplace`. */
export class Leads {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Stores a lead and sends it to an agent, or to the brokerage. `ID` of the answer is its number.
   *
   * @example
   * const { ID } = await portico.leads.send({
   *   firstname: 'Ada',
   *   lastname: 'King',
   *   email: 'ada.king@example.com',
   *   comment: 'We look for three rooms near the park.',
   * });
   */
  send(body: BodyOf<'createLead'>, options?: CallOptions): Answer<AnswerOf<'createLead'>> {
    return this.#api.call({ method: 'POST', path: '/alerts', body, signed: true }, options);
  }

  /** Stores a lead about a listing, and answers its number as `ID`. */
  sendForListing(
    body: Omit<BodyOf<'createListingLead'>, 'clientID'> & {
      readonly memberID?: number | undefined;
    },
    options?: CallOptions,
  ): Answer<AnswerOf<'createListingLead'>> {
    return this.#api.call(
      { method: 'POST', path: '/alerts/listingAlert', body, signed: true },
      options,
    );
  }

  /** Stores a lead of a marketplace, with the credentials of the partner. */
  sendFromMarketplace(
    body: BodyOf<'createMarketplaceLead'>,
    partner: { readonly key: string; readonly secret: string },
    options?: CallOptions,
  ): Answer<AnswerOf<'createMarketplaceLead'>> {
    const basic = [partner.key, partner.secret] as const;
    return this.#api.call({ method: 'POST', path: '/marketplace', body, basic }, options);
  }
}
