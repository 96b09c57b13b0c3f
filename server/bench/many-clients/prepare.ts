import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { Random } from 'portico-demo';
import { findPostgres } from '../../scripts/test-rig/programs.js';
import { hashKey, newApiKey, publicPrefix } from '../../src/http/gate/key-check.js';
import { runToEnd } from '../children.js';
import { writeAgents, writeListings } from '../listings.js';
import { makeSearches } from '../searches.js';
import type { Options } from './options.js';
import { newPostgres } from './servers.js';

/** The number of different searches of each kind. */
const OF_EACH = 40;

/** The number of tenants whose copies one `psql` makes. */
const PORTION = 20;

const TEMPLATE = nameOf(0);
const DATABASE = 'bench';

/** A prepared installation. */
export interface Installation {
  readonly folder: string;
  /** PORTICO_DATA. */
  readonly data: string;
  /** The API keys; the last ones are for the flood. */
  readonly keys: string;
  readonly searches: string;
}

/** The environment of the program: its data there, without any other setting of this machine. */
export function environment(data: string, databaseUrl: string | undefined): Record<string, string> {
  const others = Object.keys(process.env).filter((name) => name.startsWith('PORTICO_'));
  return {
    ...Object.fromEntries(others.map((name) => [name, ''])),
    PORTICO_DATA: data,
    PORTICO_HOST: '127.0.0.1',
    PORTICO_PORT: '0',
    PORTICO_BASE_URL: 'https://portico.test',
    // Behind a proxy the server speaks plain HTTP.
    PORTICO_TRUST_PROXY: '127.0.0.1',
    ...(databaseUrl !== undefined && { PORTICO_DATABASE_URL: databaseUrl }),
  };
}

/** The URL of the installation's database on its PostgreSQL. */
export function databaseOf(url: string): string {
  const database = new URL(url);
  database.pathname = `/${DATABASE}`;
  return database.href;
}

/**
 * Makes an installation of many tenants, once for all runs with the same sizes on the same schema:
 * the program makes and fills the first tenant, and the others are copies of it.
 */
export async function prepare(options: Options, signal: AbortSignal): Promise<Installation> {
  const { engine, clients: tenants, listings, keys, floodKeys, program } = options;
  const sizes = [engine, tenants, listings, keys + floodKeys, schemaOf(program)];
  const folder = join(tmpdir(), 'portico-many-clients', sizes.join('-'));
  const file = (name: string): string => join(folder, name);
  const made: Installation = {
    folder,
    data: file('data'),
    keys: file('keys.json'),
    searches: file('searches.json'),
  };
  if (isReady(folder)) return made;
  process.stderr.write(`Preparing ${folder}\n`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const postgres = engine === 'postgres' ? await newPostgres(folder) : undefined;
  try {
    if (postgres !== undefined) await query(postgres.url, `create database ${DATABASE}`);
    const url = postgres && databaseOf(postgres.url);
    await makeTemplate(made, options, environment(made.data, url), signal);
    const names = Array.from({ length: tenants }, (_, at) => nameOf(at));
    const issued = Array.from({ length: keys + floodKeys }, () => newApiKey(randomBytes));
    const directory = url === undefined ? await onFiles(made, names) : await onPostgres(url, names);
    await directory.add(
      names.slice(1),
      issued.map((key, at) => ({
        hash: hashKey(key),
        prefix: publicPrefix(key),
        client: nameOf(at % tenants),
      })),
    );
    // A start looks once at each database without a record in the directory; earlier programs have
    // no records.
    const migrate = [join(program, 'bin', 'portico.js'), 'migrate'];
    await runToEnd(migrate, { signal, env: environment(made.data, url) }).catch(() => {});
    const ids = directory.neighborhoods.length > 9 ? directory.neighborhoods : range(200);
    const searches = makeSearches(OF_EACH, ids, new Random(3, 'searches'));
    writeFileSync(made.searches, JSON.stringify(searches));
    writeFileSync(made.keys, JSON.stringify(issued));
  } finally {
    await postgres?.stop();
  }
  writeFileSync(file('ready'), '');
  return made;
}

/** A row of the directory. */
type Row = Record<string, unknown>;

/** The directory, which gets copies of its first tenant and of its first key. */
interface CopiedDirectory {
  readonly neighborhoods: readonly number[];
  add(names: readonly string[], keys: readonly Row[]): Promise<void>;
}

function nameOf(at: number): string {
  return `agency${String(at).padStart(5, '0')}`;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

function isReady(folder: string): boolean {
  try {
    return readdirSync(folder).includes('ready');
  } catch {
    return false;
  }
}

/** The sources of the tables, so that no program opens what a newer one has prepared. */
function schemaOf(program: string): string {
  const folder = join(program, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(steps|migrations|tables)\.ts$/.test(name))
    .sort();
  const digest = createHash('sha256');
  for (const name of files) digest.update(readFileSync(join(folder, name)));
  return digest.digest('hex').slice(0, 8);
}

async function makeTemplate(
  { folder }: Installation,
  { program, listings }: Options,
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const run = (...args: string[]): Promise<string> =>
    runToEnd([join(program, 'bin', 'portico.js'), ...args], { signal, env });
  await run('client', 'add', TEMPLATE);
  await run('key', 'add', TEMPLATE);
  if (listings === 0) return;
  const sources = join(folder, 'sources');
  mkdirSync(sources);
  await writeAgents(join(sources, 'agents.ndjson'));
  await writeListings(join(sources, 'listings.ndjson'), listings);
  await run('import', TEMPLATE, sources);
  rmSync(sources, { recursive: true });
}

async function onFiles({ data }: Installation, names: readonly string[]): Promise<CopiedDirectory> {
  const tenantFile = (name: string): string => join(data, 'clients', `${name}.sqlite`);
  const template = new Sqlite(tenantFile(TEMPLATE));
  template.pragma('wal_checkpoint(TRUNCATE)');
  const neighborhoods = template.prepare('select id from neighborhood').pluck().all() as number[];
  template.close();
  for (const name of names.slice(1)) copyFileSync(tenantFile(TEMPLATE), tenantFile(name));
  const directory = new Sqlite(join(data, 'directory.sqlite'));
  const insert = (table: string, row: Row): void => {
    const columns = Object.keys(row);
    directory
      .prepare(`insert into ${table} (${columns}) values (${columns.map(() => '?')})`)
      .run(...Object.values(row));
  };
  return {
    neighborhoods,
    async add(tenants, keys) {
      directory.transaction(() => {
        const tenant = directory.prepare('select * from client').get() as Row;
        for (const name of tenants) insert('client', { ...tenant, name });
        const { id: _, ...key } = directory.prepare('select * from api_key').get() as Row;
        for (const own of keys) insert('api_key', { ...key, ...own });
      })();
      directory.close();
    },
  };
}

async function onPostgres(url: string, names: readonly string[]): Promise<CopiedDirectory> {
  const folder = findPostgres()?.folder ?? '';
  // Some packages put the operators' tools elsewhere, on PATH.
  const tool = (name: string): string =>
    existsSync(join(folder, name)) ? join(folder, name) : name;
  const dump = await output(tool('pg_dump'), ['-n', `client_${TEMPLATE}`, url]);
  const roles = `create role "portico_${DATABASE}_${TEMPLATE}" nologin;
    grant "portico_${DATABASE}_${TEMPLATE}" to portico;`;
  const schemas = names.slice(1);
  const copy = async (): Promise<void> => {
    const portion = schemas.splice(0, PORTION);
    if (portion.length === 0) return;
    const text = portion.map((name) => (roles + dump).replaceAll(TEMPLATE, name)).join('\n');
    await output(tool('psql'), ['-q', '-o', '/dev/null', '-v', 'ON_ERROR_STOP=1', url], text);
    await copy();
  };
  await Promise.all([copy(), copy()]);
  await output(tool('vacuumdb'), ['-q', '-z', '-j', '2', '-d', url]);
  const rows = await query(url, `select id from client_${TEMPLATE}.neighborhood`);
  return {
    neighborhoods: rows.map(({ id }) => Number(id)),
    async add(tenants, keys) {
      const copyRow = (table: string, rows: readonly Row[]): Promise<Row[]> =>
        query(
          url,
          `insert into portico_directory.${table}
           select copy.* from jsonb_array_elements($1::jsonb) own,
             lateral (select t from portico_directory.${table} t limit 1) template,
             lateral jsonb_populate_record(template.t, own.value) copy`,
          [JSON.stringify(rows)],
        );
      await copyRow(
        'client',
        tenants.map((name) => ({ name })),
      );
      // The values of a counted column; the program continues after them.
      const numbered = keys.map((key, at) => ({ ...key, id: at + 2 }));
      await copyRow('api_key', numbered);
      const counter = `pg_get_serial_sequence('portico_directory.api_key', 'id')`;
      await query(url, `select setval(${counter}, ${keys.length + 2})`);
      await query(url, 'analyze');
    },
  };
}

async function query(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function output(program: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let text = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part) => {
    errors = (errors + part).slice(-2000);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}.\n${errors}`);
  return text;
}
