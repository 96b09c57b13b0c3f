import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import type { TestServer } from '../../rig/server.js';
import { letterText } from './letters.js';

/** Parameters of a call. */
export type Fields = Readonly<Record<string, unknown>>;

/** The two kinds of body that a write may have. */
export const BODY_KINDS = ['form', 'json'] as const;

/** One of `BODY_KINDS`. */
export type BodyKind = (typeof BODY_KINDS)[number];

/** What a write answers, whatever its envelope. */
export interface Envelope {
  readonly STATUS: string;
  readonly STATUS_CODE: string;
  readonly MESSAGE: string;
  readonly ITEM?: readonly Account[];
  readonly CLIENTTRAILID?: number;
}

/** An account item. */
export interface Account {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly active: number;
  readonly verifyCode: string;
  readonly date_create: string;
}

/** A password that is good enough. */
export const PASSWORD = 'correct horse battery';

/** A website of a client: calls the server with the client's key, each call in its own second. */
export class Website {
  readonly #server: TestServer;
  readonly #client: string;
  key = '';

  constructor(server: TestServer, client: string) {
    this.#server = server;
    this.#client = client;
  }

  /** Makes the client and issues the key. */
  async open(settings: Parameters<TestServer['addTenant']>[1] = {}): Promise<void> {
    await this.#server.addTenant(this.#client, settings);
    this.key = await this.#server.addKey(this.#client);
  }

  /** Sends any request, with the headers it needs. */
  send(request: InjectOptions): Promise<LightMyRequestResponse> {
    this.#server.clock.advance(1100);
    const headers = { 'x-forwarded-proto': 'https', ...request.headers };
    return this.#server.app.inject({ ...request, headers }) as Promise<LightMyRequestResponse>;
  }

  /** Writes with a body of either kind, and answers the body. */
  async post<Answer = Envelope>(
    path: string,
    fields: Fields,
    kind: BodyKind = 'form',
  ): Promise<Answer> {
    const answer = await this.send({
      method: 'POST',
      url: `${path}?apiKey=${this.key}`,
      ...bodyOf(fields, kind),
    });
    return expectOk(path, answer).json() as Answer;
  }

  /** Reads with parameters in the query string, and answers the body. */
  async get<Answer = Envelope>(path: string, fields: Fields = {}): Promise<Answer> {
    return expectOk(path, await this.send({ url: this.url(path, fields) })).json() as Answer;
  }

  /** The address of a read. */
  url(path: string, fields: Fields = {}): string {
    const told = Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return `${path}?${new URLSearchParams([['apiKey', this.key], ...told])}`;
  }

  /** Registers a member and answers the account item. */
  async register(told: Fields = {}): Promise<Account> {
    const answer = await this.post('/clients', { ...aMember(), ...told });
    const [item] = answer.ITEM ?? [];
    if (item === undefined) throw new Error(`Nobody was registered: ${JSON.stringify(answer)}`);
    return item;
  }

  /** Registers a member who redeems the code. */
  async registerVerified(told: Fields = {}): Promise<Account> {
    const { email, verifyCode } = await this.register(told);
    const answer = await this.get('/account/verifyAccount', { email, verifyCode });
    const [item] = answer.ITEM ?? [];
    if (item === undefined) throw new Error(`Nobody was verified: ${JSON.stringify(answer)}`);
    return item;
  }

  /** The client's database. */
  async database(): Promise<TenantDatabase> {
    const opened = await this.#server.services.tenants.tenant(this.#client);
    if (opened === undefined) throw new Error(`There is no client ${this.#client}.`);
    return opened.database;
  }

  /** The plain texts of the emails that wait, oldest first. */
  async letters(): Promise<{ to: string; subject: string; text: string }[]> {
    return letterText(await this.database());
  }
}

/** What somebody registers with, over defaults that are complete. */
export function aMember(told: Fields = {}): Fields {
  return {
    firstname: 'Mia',
    lastname: 'Moore',
    email: 'mia@example.com',
    password: PASSWORD,
    ...told,
  };
}

/** A refusal in the standard write envelope. */
export function refused(code: string, message: unknown): object {
  return { STATUS: 'Error', STATUS_CODE: code, MESSAGE: message };
}

/** Plain success in the standard write envelope. */
export const DONE = { STATUS: 'Success', STATUS_CODE: '100', MESSAGE: '' };

function bodyOf(fields: Fields, kind: BodyKind): InjectOptions {
  if (kind === 'json') {
    return { payload: JSON.stringify(fields), headers: { 'content-type': 'application/json' } };
  }
  const told = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return {
    payload: new URLSearchParams(told).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

function expectOk(path: string, answer: LightMyRequestResponse): LightMyRequestResponse {
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
  const kept = [answer.headers['cache-control'], answer.headers.etag];
  // Nothing about a member is kept anywhere on its way (R167).
  if (kept[0] !== 'no-store' || kept[1] !== undefined) throw new Error(`${path}: ${kept}`);
  return answer;
}
