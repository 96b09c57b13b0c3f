import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { type Holder, issue, signed } from '../../http/gate/signing.js';
import type { TestServer } from '../../rig/server.js';
import { type Envelope, type Fields, Website } from '../members/website.js';

/** A saved search, as an answer has it. */
export interface SavedSearch {
  readonly id: number;
  readonly clientID: number;
  readonly name: string;
  readonly query: string;
  readonly frequency: string;
  readonly priceDrops: number;
  readonly lastSent: string;
  readonly problem: string;
  readonly matches?: number;
}

/** What the endpoints of saved searches answer. */
export type SearchesAnswer = Omit<Envelope, 'ITEM'> & {
  readonly ITEM: readonly SavedSearch[];
  readonly DROPPED: readonly string[];
};

export const PATH = '/clients/savedSearches';

/** The website of a client, `acme` unless said otherwise, which holds a key with private access and signs each call. */
export class SignedWebsite {
  readonly site: Website;
  readonly #server: TestServer;
  readonly #client: string;
  #holder: Holder | undefined;

  constructor(server: TestServer, client = 'acme') {
    this.#server = server;
    this.#client = client;
    this.site = new Website(server, client);
  }

  async open(settings: Parameters<Website['open']>[0] = {}): Promise<void> {
    await this.site.open(settings);
    this.#holder = await issue(this.#server.services, { tenant: this.#client });
  }

  get holder(): Holder {
    if (this.#holder === undefined) throw new Error('No key was issued.');
    return this.#holder;
  }

  /** Calls with a new signature, the parameters in the query string of a read and in the body of a write. */
  async ask(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    fields: Fields,
  ): Promise<SearchesAnswer> {
    const answer = await this.send(method, path, fields);
    if (answer.statusCode !== 200) {
      throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
    }
    return answer.json() as SearchesAnswer;
  }

  /** As `ask`, and answers the response. */
  send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    fields: Fields,
  ): Promise<LightMyRequestResponse> {
    this.#server.clock.advance(1100);
    const credentials = signed(this.holder, this.#server.clock.now());
    const texts = Object.entries(fields).map(([name, value]) => [name, String(value)]);
    const inUrl = method === 'POST' ? {} : Object.fromEntries(texts);
    const request: InjectOptions = {
      method,
      url: `${path}?${new URLSearchParams({ ...inUrl, ...credentials })}`,
      headers: { 'x-forwarded-proto': 'https' },
      ...(method === 'POST' && { payload: fields as Record<string, unknown> }),
    };
    return this.#server.app.inject(request) as Promise<LightMyRequestResponse>;
  }

  /** Saves a search, and answers it. */
  async save(clientID: number, query: string, more: Fields = {}): Promise<SavedSearch> {
    const answer = await this.ask('POST', PATH, { clientID, name: 'A search', query, ...more });
    const [item] = answer.ITEM;
    if (item === undefined) throw new Error(`Nothing was saved: ${JSON.stringify(answer)}`);
    return item;
  }
}
