import type { Answer } from '../answer.js';
import type { Api, CallOptions } from '../api.js';
import { ListingStatus } from '../codes.js';
import type { PagePromise } from '../page.js';
import type { AnswerOf, BodyOf, QueryOf, Schema } from '../types.js';
import { Listings } from './listings.js';
import { one, pageOf } from './reading.js';

/**
 * A member's own account, without the code from the email: with the code, somebody else could confirm the address.
 */
export type Account = Omit<Schema<'AccountItem'>, 'verifyCode'>;

/** The account of a member who has logged in. */
export interface Login extends Account {
  /** Whether the address still has to be confirmed by the code from the email. */
  readonly unconfirmed: boolean;
}

/** The body of a write about a member, whose number is `memberID`. */
export type MemberBody<
  Name extends
    | 'updateMember'
    | 'setFavorite'
    | 'recordActivity'
    | 'addSavedSearch'
    | 'updateSavedSearch',
> = Omit<BodyOf<Name>, 'clientID'> & { readonly memberID: number };

/** A search that a member keeps. */
type SavedSearch = Schema<'SavedSearch'>;

const SEARCHES = '/clients/savedSearches';

/**
 * Members of the website and the brokerage's other clients: `/clients`, `/account`. All calls are signed, except
 * `favorites`.
 */
export class Members {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Registers a member and emails a code. RefusedError 258: the address has an account; 251: no email can go to
   * this address, for example because it has two dots in a row or a letter with an accent.
   *
   * @example
   * const person = { firstname: 'Ada', lastname: 'King', email: 'ada.king@example.com' };
   * const { id } = await portico.members.register({ ...person, password: 'correct horse battery' });
   */
  register(body: BodyOf<'registerMember'>, options?: CallOptions): Answer<Account> {
    return this.#post<'registerMember'>('/clients', body, options).map(accountOf);
  }

  /** Confirms an address by the code from the email. RefusedError 259: the code does not match. */
  verify(query: QueryOf<'verifyAccount'>, options?: CallOptions): Answer<Account> {
    const path = '/account/verifyAccount';
    const answer = this.#get<AnswerOf<'verifyAccount'>>(path, query, options);
    return answer.map(accountOf);
  }

  /** The account of an address, if the password is right. RefusedError 259: address and password do not match. */
  check(query: QueryOf<'getVerifiedStatus'>, options?: CallOptions): Answer<Account> {
    const path = '/account/getVerifiedStatus';
    const answer = this.#get<AnswerOf<'getVerifiedStatus'>>(path, query, options);
    return answer.map(accountOf);
  }

  /**
   * Checks address and password, and records the login, which keeps the member active. The session is yours to
   * keep: the server has none. It also succeeds before the address is confirmed; look at `unconfirmed`.
   * RefusedError 259: address and password do not match.
   *
   * @param visit The address of the visitor, as Node.js and proxies write it, with or without a port; and the page.
   */
  async login(
    query: QueryOf<'getVerifiedStatus'>,
    visit: { readonly userIP: string; readonly pageURL?: string },
    options?: CallOptions,
  ): Promise<Login> {
    const account = await this.check(query, options);
    await this.recordActivity({ ...visit, memberID: account.id, trailKey: 1 }, options);
    // It is 0 after 120 days without a login, too, which this one has ended.
    const { active } = account.active ? account : await this.check(query, options);
    return { ...account, active, unconfirmed: !active };
  }

  /** A client of the brokerage; undefined if there is none. */
  get(id: number, options?: CallOptions): Answer<Schema<'Client'> | undefined> {
    return one(this.#get<AnswerOf<'getClient'>>(`/clients/${id}`, {}, options));
  }

  /**
   * The version of a client, which changes with the password and the address. Keep it with the session, compare it
   * at most once a minute, and end the session if it differs; undefined if the client is gone.
   */
  version(id: number, options?: CallOptions): Answer<string | undefined> {
    const query = { addVersion: true };
    const answer = this.#get<AnswerOf<'getClient'>>(`/clients/${id}`, query, options);
    return one(answer).map((client) => client?.version);
  }

  /** Pages of members; 20 a page, or `limit`, at most 40. */
  search(
    query: QueryOf<'searchMembers'> = {},
    options?: CallOptions,
  ): PagePromise<Schema<'ClientSearchRecord'>> {
    const paging = {
      path: '/clients/list',
      signed: true,
      size: { name: 'limit', otherwise: 20, most: 40 },
      items: (page: Schema<'ClientPage'>) => page.CLIENTS,
      total: (page: Schema<'ClientPage'>) => page.TOTAL_COUNT,
    };
    return pageOf(this.#api, paging, query, options);
  }

  /**
   * Emails a link to set a new password. It answers the same if there is no such member, so tell the visitor "if
   * there is an account". RefusedError 256: the operator has named no page for the link.
   */
  forgotPassword(email: string, options?: CallOptions): Answer<AnswerOf<'forgotPassword'>> {
    return this.#post<'forgotPassword'>('/account/forgotPassword', { email }, options);
  }

  /**
   * Sets the password of the member who got this token, and confirms the address. Call it when a button is pressed,
   * because mail programs open links before people do. RefusedError 259: the link was used, or has expired.
   */
  resetPassword(
    body: BodyOf<'resetPassword'>,
    options?: CallOptions,
  ): Answer<AnswerOf<'resetPassword'>> {
    return this.#post<'resetPassword'>('/account/resetPassword', body, options);
  }

  /** Emails the code that confirms an address again. It answers the same if there is nothing to confirm. */
  resendConfirmation(email: string, options?: CallOptions): Answer<AnswerOf<'resendConfirmation'>> {
    return this.#post<'resendConfirmation'>('/account/resendConfirmation', { email }, options);
  }

  /**
   * Changes a member: what you leave out stays. It can also set a new `password`, so make sure first that the
   * visitor is the member. `forgotPassword` does that by email.
   */
  update(
    body: MemberBody<'updateMember'>,
    options?: CallOptions,
  ): Answer<AnswerOf<'updateMember'>> {
    return this.#post<'updateMember'>('/clients/Update', body, options);
  }

  /**
   * Adds a listing to a member's favorites, or removes it with `isFavorite: false`, and answers what is stored now.
   */
  setFavorite(
    body: MemberBody<'setFavorite'>,
    options?: CallOptions,
  ): Answer<MemberBody<'setFavorite'> & { readonly isFavorite: boolean }> {
    const answer = this.#post<'setFavorite'>('/clients/favoriteListing/', body, options);
    return answer.map(() => ({ ...body, isFavorite: body.isFavorite ?? true }));
  }

  /** The ids of a member's favorites: the brokerage's own listings, and those of either feed. */
  favorites(
    body: { readonly memberID: number },
    options?: CallOptions,
  ): Answer<AnswerOf<'listFavorites'>> {
    const path = '/clients/ListFavoriteListingID/';
    return this.#api.call({ method: 'POST', path, body, reads: true }, options);
  }

  /**
   * The favorites among the brokerage's own listings, as a search answers them, in any status; removed listings are
   * left out.
   *
   * @example
   * for (const { main_address } of await portico.members.favoriteListings(73)) console.log(main_address);
   */
  async favoriteListings(
    memberID: number,
    options?: CallOptions,
  ): Promise<Schema<'ListingSearchRecord'>[]> {
    const { LISTINGIDS: ids } = await this.favorites({ memberID }, options);
    const listings = new Listings(this.#api);
    // A search without a status finds what is for rent.
    const status = Object.values(ListingStatus);
    const found: Schema<'ListingSearchRecord'>[] = [];
    // A search without an id would find all listings.
    for (let start = 0; start < ids.length; start += 200) {
      const id = ids.slice(start, start + 200);
      found.push(...(await listings.search({ id, status, perPage: 200 }, options)).items);
    }
    return found;
  }

  /** Notes what a client did on the website. */
  recordActivity(
    body: MemberBody<'recordActivity'>,
    options?: CallOptions,
  ): Answer<AnswerOf<'recordActivity'>> {
    const visit = body.userIP === undefined ? body : { ...body, userIP: addressOf(body.userIP) };
    return this.#post<'recordActivity'>('/clients/insertClientTrail/', visit, options);
  }

  /**
   * Saves a search for a member. `DROPPED` names the parameters of `query` that are not saved, such as `page`.
   * RefusedError 257: there is no such member.
   *
   * @example
   * const search = { name: 'Two rooms', query: 'bedsMin=2&priceMax=4000' };
   * const { ITEM } = await portico.members.saveSearch({ ...search, memberID: 73 });
   */
  saveSearch(
    body: MemberBody<'addSavedSearch'>,
    options?: CallOptions,
  ): Answer<AnswerOf<'addSavedSearch'>> {
    return this.#post<'addSavedSearch'>(SEARCHES, body, options);
  }

  /** The searches that a member has saved. */
  savedSearches(memberID: number, options?: CallOptions): Answer<SavedSearch[]> {
    const answer = this.#get<AnswerOf<'listSavedSearches'>>(SEARCHES, { memberID }, options);
    return answer.map(({ ITEM }) => ITEM);
  }

  /** A search of a member with its `matches` now. RefusedError 257: the member has no such search. */
  savedSearch(id: number, memberID: number, options?: CallOptions): Answer<SavedSearch> {
    const path = `${SEARCHES}/${id}`;
    const answer = this.#get<AnswerOf<'getSavedSearch'>>(path, { memberID }, options);
    return answer.map(({ ITEM: [search] }) => search as SavedSearch);
  }

  /** Changes a search of a member: what you leave out stays. */
  changeSearch(
    id: number,
    body: MemberBody<'updateSavedSearch'>,
    options?: CallOptions,
  ): Answer<AnswerOf<'updateSavedSearch'>> {
    return this.#post<'updateSavedSearch'>(`${SEARCHES}/${id}`, body, options);
  }

  /** Removes a search of a member. */
  removeSearch(
    id: number,
    memberID: number,
    options?: CallOptions,
  ): Answer<AnswerOf<'removeSavedSearch'>> {
    const path = `${SEARCHES}/${id}`;
    return this.#api.call({ method: 'DELETE', path, body: { memberID }, signed: true }, options);
  }

  #get<Body>(path: string, query: object, options?: CallOptions): Answer<Body> {
    return this.#api.call({ path, query, signed: true }, options);
  }

  #post<
    Name extends
      | 'forgotPassword'
      | 'resetPassword'
      | 'resendConfirmation'
      | 'registerMember'
      | 'updateMember'
      | 'setFavorite'
      | 'recordActivity'
      | 'addSavedSearch'
      | 'updateSavedSearch',
  >(path: string, body: object, options?: CallOptions): Answer<AnswerOf<Name>> {
    return this.#api.call({ method: 'POST', path, body, signed: true }, options);
  }
}

function accountOf({ ITEM: [item] }: { readonly ITEM: readonly Schema<'AccountItem'>[] }): Account {
  const { verifyCode: _, ...account } = item as Schema<'AccountItem'>;
  return account;
}

/**
 * An IP address alone, as the server takes it, without what proxies and sockets add: the port of
 * `192.0.2.1:443` and `[2001:db8::1]:443`, the brackets, the interface of `fe80::1%eth0`.
 */
function addressOf(text: string): string {
  const address = text.trim();
  const [, ipv6, ipv4] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return (ipv6 ?? ipv4 ?? address).replace(/%.*$/, '');
}
