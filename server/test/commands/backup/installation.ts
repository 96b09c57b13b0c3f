import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { generateAgency } from 'portico-demo';
import { importResources } from '../../../src/changes/transfers.js';
import {
  MANIFEST,
  type Manifest,
  manifestText,
  type SavedTable,
} from '../../../src/commands/backup/manifest.js';
import { runProgram } from '../../../src/commands/program.js';
import { type Clock, ManualClock, systemClock } from '../../../src/lib/clock.js';
import { buildServer } from '../../../src/server.js';
import { openServices, type Services } from '../../../src/services.js';
import { type Holder, signed } from '../../http/gate/signing.js';
import type { TestDatabase } from '../../rig/databases.js';
import { NOON, testConfig } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';

/** Where an installation is. */
export type Place = Pick<TestDatabase, 'dataFolder' | 'databaseUrl'> & {
  /** PORTICO_SECRET_KEY; without it, the data folder holds one. */
  readonly secretKey?: Buffer;
  /** The clock of commands; without it, the system's. */
  readonly clock?: Clock;
};

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly json: Record<string, unknown>;
  readonly errors: string;
}

/** Runs a command with `--json` as a program of its own would, in this process. */
export async function command(place: Place, ...args: string[]): Promise<Ended> {
  let output = '';
  let errors = '';
  const collect = (take: (text: string) => void) =>
    new Writable({
      write(chunk, _encoding, done) {
        take(String(chunk));
        done();
      },
    });
  const code = await runProgram([...args, '--json'], {
    environment: {
      PORTICO_DATA: place.dataFolder,
      PORTICO_LOG_LEVEL: 'silent',
      PORTICO_DATABASE_URL: place.databaseUrl,
      PORTICO_SECRET_KEY: place.secretKey?.toString('base64'),
    },
    cwd: temporaryFolder(),
    stdin: Readable.from([]),
    stdout: collect((text) => {
      output += text;
    }),
    stderr: collect((text) => {
      errors += text;
    }),
    clock: place.clock ?? systemClock,
    random: randomBytes,
  });
  return { code, json: JSON.parse(output) as Record<string, unknown>, errors };
}

/** A server on an installation, its clock standing where it is told. */
export interface Served {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: ManualClock;
  /** Calls it as a website does, in a second of its own. */
  call(request: InjectOptions): Promise<{ status: number; body: string; etag: unknown }>;
  close(): Promise<void>;
}

/** Serves an installation. @param now Epoch milliseconds. */
export async function served(place: Place, now = NOON): Promise<Served> {
  const clock = new ManualClock(now);
  const config = { ...testConfig(place), secretKey: place.secretKey };
  const services = await openServices(config, clock, pino({ level: 'silent' }));
  const app = await buildServer(services);
  await app.ready();
  return {
    app,
    services,
    clock,
    async call(request) {
      clock.advance(1100);
      const headers = { 'x-forwarded-proto': 'https', ...request.headers };
      const answer = await app.inject({ ...request, headers });
      return { status: answer.statusCode, body: answer.body, etag: answer.headers.etag };
    },
    async close() {
      await app.close();
      await services.close();
    },
  };
}

/** What the holders of an installation's secrets were given. */
export interface Secrets {
  readonly key: Holder;
  /** The header of a marketplace partner. */
  readonly partner: string;
}

/**
 * Fills an installation with a brokerage `acme`, which reads a feed `onekey`, and a brokerage `beta` of
 * which there is next to nothing: records of every kind, members, leads, and emails that wait.
 */
export async function fillInstallation(place: Place): Promise<Secrets> {
  for (const args of [
    ['client', 'add', 'acme', '--title', 'Acme “Realty” 🏠', '--fold-repeat-leads'],
    ['client', 'add', 'beta'],
    ['feed', 'add', 'onekey', '--kind', 'mls'],
    ['client', 'attach', 'acme', 'onekey'],
  ]) {
    const { code, errors } = await command(place, ...args);
    if (code !== 0) throw new Error(errors);
  }
  const details = ['--name', 'site', '--expires', '2099-01-01', '--rate', '20', '--in-flight', '6'];
  const issued = (await command(place, 'key', 'add', 'acme', '--private', ...details)).json;
  const partner = (await command(place, 'partner', 'add', 'StreetWise')).json;
  const key = {
    ...(issued as unknown as Pick<Holder, 'apiKey' | 'clientID' | 'secret'>),
    prefix: '',
    id: 0,
  };
  const server = await served(place);
  try {
    await importAgency(server.services);
    await visit(server, key);
  } finally {
    await server.close();
  }
  const login = Buffer.from(`${partner.partnerKey}:${partner.secret}`).toString('base64');
  return { key, partner: `Basic ${login}` };
}

async function importAgency(services: Services): Promise<void> {
  const agency = generateAgency({
    seed: 7,
    today: NOON,
    timeZone: 'America/New_York',
    listings: 60,
  });
  for (const name of ['acme', 'onekey']) {
    const tenant = await services.tenants.tenant(name);
    if (tenant === undefined) throw new Error(`There is no ${name}.`);
    for (const [resource, target] of importResources(tenant.database, 'UTC', services.clock)) {
      if (name === 'onekey' && resource !== 'listings') continue;
      if (resource === 'source-keys') continue;
      const records = agency[resource] as unknown as readonly Record<string, unknown>[];
      await target.write(records.map((record) => target.parse(record)));
    }
  }
}

/** What visitors of the website do. */
async function visit(server: Served, key: Holder): Promise<void> {
  const send = async (url: string, fields: Record<string, string>) => {
    const { body } = await server.call({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...signed(key, server.clock.now()), ...fields }).toString(),
    });
    if (!body.includes('"STATUS":"Success"')) throw new Error(`${url}: ${body}`);
  };
  const nora = { firstname: 'Nora', lastname: 'Quinn', email: 'nora@example.com' };
  const agent = { agentEmail: await agentEmail(server.services) };
  await send('/alerts', { ...nora, ...agent, comment: 'Line one\nline "two" 🏠' });
  await send('/alerts', { ...nora, ...agent, comment: 'Again' });
  await send('/alerts', { ...nora, ...agent, email: 'bo@example.com' });
  await send('/clients', { ...nora, password: 'correct horse battery' });
  const listing = await firstListing(server.services);
  await send('/properties/viewCounter', { listingID: String(listing) });
}

async function agentEmail(services: Services): Promise<string> {
  const tenant = await services.tenants.tenant('acme');
  const row = await tenant?.database.db
    .selectFrom('agent')
    .select('email')
    .where('status', '=', 'Active')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return row?.email ?? '';
}

/** The lowest id of a listing of `acme`. */
export async function firstListing(services: Services): Promise<number> {
  const tenant = await services.tenants.tenant('acme');
  const row = await tenant?.database.db
    .selectFrom('listing')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return row?.id ?? 0;
}

/** Exports a tenant, and answers its files by name. */
export async function exported(place: Place, name: string): Promise<Record<string, string>> {
  const folder = join(temporaryFolder(), 'export');
  const { code, errors } = await command(place, 'export', name, folder);
  if (code !== 0) throw new Error(errors);
  return filesOf(folder);
}

/** The files of a folder and of those below, by their paths. */
export function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]),
  );
}

/** A table of a backup with these of its columns, as an earlier schema had it. */
export function withColumns(folder: string, table: SavedTable, columns: string[]): SavedTable {
  if (table.file === null) return { ...table, columns };
  const path = join(folder, table.file.path);
  const rows = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
  const places = columns.map((column) => table.columns.indexOf(column));
  const shorter = rows.map((row) => {
    const values = JSON.parse(row) as unknown[];
    return JSON.stringify(places.map((at) => values[at]));
  });
  const content = gzipSync(`${shorter.join('\n')}\n`);
  writeFileSync(path, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { ...table, columns, file: { ...table.file, bytes: content.length, sha256 } };
}

/** Gives a backup another manifest, as whoever made it would have written it. */
export function rewrite(folder: string, manifest: Manifest): void {
  const { program, begun, finished, directory, databases, files, secretKey, certificate, media } =
    manifest;
  const text = manifestText({
    ...{ program, begun, finished, directory, databases },
    ...{ files, secretKey, certificate, media },
  });
  writeFileSync(join(folder, MANIFEST), text);
}
