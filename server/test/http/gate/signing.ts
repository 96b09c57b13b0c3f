import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import { type DestinationStream, pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import type { Config } from '../../../src/config/config.js';
import { hashKey, newApiKey, publicPrefix } from '../../../src/http/gate/key-check.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { buildServer } from '../../../src/server.js';
import { openServices, type Services } from '../../../src/services.js';
import type { Scope } from '../../../src/store/directory/key-directory.js';
import { seal } from '../../../src/store/secrets/seal.js';
import type { TestDatabase } from '../../rig/databases.js';
import { NOON, testConfig } from '../../rig/server.js';
import { openFile } from '../../rig/sqlite-file.js';

/** A key that was issued, with what its holder was given. */
export interface Holder {
  readonly apiKey: string;
  readonly prefix: string;
  readonly id: number;
  readonly clientID: number;
  readonly secret: string;
}

/** What a key is, beside active, private, for the website and from anywhere. */
export interface KeyState {
  /** Whose it is; `acme` where it is left out. */
  readonly tenant?: string;
  readonly scopes?: readonly Scope[];
  readonly addresses?: readonly string[];
  readonly privateAccess?: boolean;
  readonly active?: boolean;
  /** What the secret is sealed under, where that is not the server's own key. */
  readonly sealedUnder?: Uint8Array;
}

/** The 32 bytes of a signature, made as R49 says and by nothing of the server. */
export function digest(secret: string, stamp: number, clientID: number): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify({ stamp, clientID })).digest();
}

/** The parameters of a signed call, the token in lower-case hexadecimal. */
export function signed(
  holder: Holder,
  stamp: number,
): Record<'apiKey' | 'stamp' | 'token', string> {
  const token = digest(holder.secret, stamp, holder.clientID).toString('hex');
  return { apiKey: holder.apiKey, stamp: String(stamp), token };
}

/** Issues a key in a directory. */
export async function issue(services: Services, state: KeyState = {}): Promise<Holder> {
  const { privateAccess = true, scopes = ['website'], addresses = [], active = true } = state;
  const apiKey = newApiKey(randomBytes);
  const hash = hashKey(apiKey);
  const secret = randomBytes(32).toString('hex');
  const under = state.sealedUnder ?? services.config.secretKey;
  if (under === undefined) throw new Error('The configuration of a test names the secret key.');
  const { id, issued_client_id } = await services.directory.keys.add({
    tenant: state.tenant ?? 'acme',
    hash,
    prefix: publicPrefix(apiKey),
    scopes,
    addresses,
    privateAccess,
    sealedSecret: privateAccess ? seal(secret, under, hash, randomBytes) : null,
    createdAt: NOON,
  });
  if (!active) await services.directory.keys.revoke(id);
  return { apiKey, prefix: publicPrefix(apiKey), id, clientID: issued_client_id ?? 0, secret };
}

/** The whole server on a real directory, with a route of every access class that does nothing. */
export interface GateServer {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: ManualClock;
  /** The lines of the log so far. */
  readonly log: string[];
  issue(state?: KeyState): Promise<Holder>;
  /** The status that a call meets, as one that came over HTTPS through the trusted proxy. */
  ask(call: InjectOptions): Promise<number>;
  close(): Promise<void>;
}

/** Opens a server whose clock stands at NOON. */
export async function openGateServer(config: Config): Promise<GateServer> {
  const clock = new ManualClock(NOON);
  const log: string[] = [];
  const lines: DestinationStream = { write: (line) => void log.push(line) };
  const services = await openServices(config, clock, pino({ level: 'info' }, lines));
  const app = await buildServer(services);
  const answer = async () => ({ entered: true });
  app.get('/test/open', { config: { access: 'open' } }, answer);
  app.get('/test/read', { config: { access: 'key' } }, answer);
  app.get('/test/signed', { config: { access: 'signed' } }, answer);
  app.put('/test/signed', { config: { access: 'signed' } }, answer);
  for (const access of ['key', 'signed', 'private'] as const) {
    app.post(`/test/${access}`, { config: { access } }, answer);
  }
  app.post('/test/partner', { config: { access: 'partner' } }, async (request) => ({
    partner: request.partner,
  }));
  await app.ready();
  return {
    app,
    services,
    clock,
    log,
    issue: (state) => issue(services, state),
    async ask(call) {
      const headers = { 'x-forwarded-proto': 'https', ...call.headers };
      return (await app.inject({ ...call, headers })).statusCode;
    },
    async close() {
      await app.close();
      await services.close();
    },
  };
}

/** The stamps of a key that the directory has as used, read past the server, in their order. */
export async function spentStamps(
  { kind, dataFolder, databaseUrl }: TestDatabase,
  clientID: number,
): Promise<number[]> {
  const query = 'select stamp from spent_stamp where issued_client_id = $1 order by stamp';
  if (kind === 'sqlite') {
    const file = openFile(join(dataFolder, 'directory.sqlite'), { readonly: true });
    const rows = file.prepare(query).pluck().all({ 1: clientID }) as number[];
    file.close();
    return rows;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ stamp: string }>(
    query.replace('spent_stamp', 'portico_directory.spent_stamp'),
    [clientID],
  );
  await client.end();
  return rows.map(({ stamp }) => Number(stamp));
}

/** Opens a server for the suite that this is called in, and closes it afterwards. */
export function gateServerFor(database: TestDatabase): () => GateServer {
  let server: GateServer | undefined;
  beforeAll(async () => {
    server = await openGateServer(testConfig(database));
  });
  afterAll(() => server?.close());
  return () => {
    if (server === undefined) throw new Error('The server under test is not open yet.');
    return server;
  };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A signed read. */
export function inQuery(parameters: Record<string, string>): InjectOptions {
  return { method: 'GET', url: `/test/signed?${new URLSearchParams(parameters)}` };
}

/** A signed write by a form. */
export function inForm(parameters: Record<string, string>): InjectOptions {
  const payload = new URLSearchParams(parameters).toString();
  return { method: 'POST', url: '/test/signed', headers: FORM, payload };
}

/** A signed write by JSON. */
export function inJson(parameters: Record<string, unknown>): InjectOptions {
  return { method: 'POST', url: '/test/signed', payload: parameters };
}

/** Sends calls one after the other, each in a tenth of a second of its own. */
export async function askAll(
  server: GateServer,
  calls: readonly InjectOptions[],
): Promise<number[]> {
  const statuses: number[] = [];
  for (const call of calls) {
    server.clock.advance(101);
    statuses.push(await server.ask(call));
  }
  return statuses;
}

/** Sends a call in a tenth of a second of its own. @returns Its status and what it is told. */
export async function refusal(
  server: GateServer,
  call: InjectOptions,
): Promise<[status: number, words: unknown]> {
  server.clock.advance(101);
  const headers = { 'x-forwarded-proto': 'https', ...call.headers };
  const answer = await server.app.inject({ ...call, headers });
  if (answer.headers['cache-control'] !== 'no-store') throw new Error('A refusal may be stored.');
  return [answer.statusCode, answer.json()];
}
