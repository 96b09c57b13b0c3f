/** Starts a PostgreSQL and a Redis for one test run, in a temporary folder. */
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { freePort } from './free-port.js';
import { type PostgresPrograms, type Program, unprivilegedAccount } from './programs.js';

/** Starts processes; the keeper remembers each of them. */
export type Spawn = (
  program: string,
  args: readonly string[],
  // The signal that ends the program, in addition to the options of `spawn`.
  options: SpawnOptions & { readonly stopSignal?: NodeJS.Signals },
) => ChildProcess;

const READY_WITHIN_MS = 60_000;
const ATTEMPTS = 3;

/**
 * Locales for initdb, the best first. Operators have a linguistic collation, and it reveals an
 * ORDER BY that works by byte order only. Not every build of PostgreSQL has ICU.
 */
const locales = [
  ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'],
  ['--locale=C.UTF-8'],
  ['--locale=C'],
];

/** No test is about a power cut, so nothing waits for the disk. */
const postgresSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=200',
  // Not UTC, so that a date that is right only on a server in UTC is wrong here.
  'timezone=America/New_York',
  // Loopback only: the path of a socket has a short limit, and temporary folders may be deep.
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];

/**
 * Starts PostgreSQL on a free loopback port. It checks passwords, so that no other account of the
 * machine can connect while tests run.
 *
 * The returned role may create databases and roles but is not a superuser: the program under test
 * gets the rights that operators give it, and nothing works only because of a superuser's
 * exemptions.
 *
 * @param spawn Starts its processes; the last of them is the server.
 * @param folder An existing folder for all files of the server.
 * @param others Settings that go ahead of the usual ones.
 * @returns `postgres://…` of the database `postgres`.
 */
export async function startPostgres(
  spawn: Spawn,
  found: Pick<PostgresPrograms, 'folder'>,
  folder: string,
  others: readonly string[] = [],
): Promise<string> {
  const account = unprivilegedAccount();
  const home = join(folder, 'postgres');
  const data = join(home, 'data');
  mkdirSync(home, { mode: 0o700 });
  const superuser = randomBytes(16).toString('hex');
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, superuser, { mode: 0o600 });
  if (account !== undefined) {
    for (const path of [home, passwordFile]) chownSync(path, account.uid, account.gid);
  }
  const log = join(folder, 'postgres.log');
  const options: SpawnOptions = {
    ...account,
    cwd: home,
    stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')],
  };

  const initdb = ['-D', data, '-U', 'superuser', `--pwfile=${passwordFile}`, '--encoding=UTF8'];
  initdb.push('--auth=scram-sha-256', '--lc-messages=C', '--no-sync', '--no-instructions');
  for (const [index, locale] of locales.entries()) {
    const code = await ended(spawn(join(found.folder, 'initdb'), [...initdb, ...locale], options));
    if (code === 0) break;
    if (index === locales.length - 1) throw new Error(`initdb failed:\n${tail(log)}`);
    rmSync(data, { recursive: true, force: true });
  }

  const port = await onFreePort('PostgreSQL', log, (candidate) => {
    const settings = [...postgresSettings, ...others, `port=${candidate}`];
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    return {
      child: spawn(join(found.folder, 'postgres'), args, { ...options, stopSignal: 'SIGINT' }),
      // The file says `ready` only for the server that wrote it, even if another process took the
      // port.
      answers: () => postmasterIsReady(data),
    };
  });

  const password = randomBytes(16).toString('hex');
  const at = `127.0.0.1:${port}/postgres`;
  await withPostgres(`postgres://superuser:${superuser}@${at}`, async (client) => {
    await client.query(`CREATE ROLE portico LOGIN CREATEDB CREATEROLE PASSWORD '${password}'`);
    // Lets a test drop its database while a connection of another role is still open.
    await client.query('GRANT pg_signal_backend TO portico');
  });
  return `postgres://portico:${password}@${at}`;
}

/**
 * Starts Redis on a free loopback port, with a password and without a file on disk.
 *
 * @param folder An existing folder for all files of the server.
 * @param databases The number of numbered databases.
 * @returns `redis://…` without a database number.
 */
export async function startRedis(
  spawn: Spawn,
  found: Program,
  folder: string,
  databases: number,
): Promise<string> {
  const home = join(folder, 'redis');
  mkdirSync(home, { mode: 0o700 });
  const log = join(folder, 'redis.log');
  const password = randomBytes(16).toString('hex');
  const settings = ['bind 127.0.0.1', 'save ""', 'appendonly no', `databases ${databases}`];
  settings.push('daemonize no', `requirepass ${password}`);
  const url = (port: number): string => `redis://:${password}@127.0.0.1:${port}`;
  const port = await onFreePort('Redis', log, (candidate) => {
    const stdio: SpawnOptions['stdio'] = ['pipe', openSync(log, 'a'), openSync(log, 'a')];
    // Settings come by standard input, because everyone can read a password among the arguments
    // with `ps`.
    const child = spawn(found.program, ['-'], { cwd: home, stdio, stopSignal: 'SIGTERM' });
    child.stdin?.on('error', () => {});
    child.stdin?.end([...settings, `port ${candidate}`, ''].join('\n'));
    return { child, answers: () => redisVersion(url(candidate)).then(Boolean, () => false) };
  });
  return url(port);
}

/** The version of a PostgreSQL. */
export function postgresVersion(url: string): Promise<string> {
  return withPostgres(url, async (client) => {
    const { rows } = await client.query('SHOW server_version');
    return rows[0].server_version.split(' ')[0];
  });
}

/** The version of a Redis. */
export async function redisVersion(url: string): Promise<string> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  // The rejection of connect() reports the error; without a listener, the event would end the
  // process.
  client.on('error', () => {});
  try {
    await client.connect();
    return /redis_version:(\S+)/.exec(await client.info('server'))?.[1] ?? 'unknown';
  } finally {
    client.disconnect();
  }
}

async function withPostgres<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: READY_WITHIN_MS });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A starting server, and a check whether it is ready. */
interface Starting {
  readonly child: ChildProcess;
  readonly answers: () => boolean | Promise<boolean>;
}

/**
 * A free port may be taken before the server binds it, so a server that ends at once is tried
 * again.
 */
export async function onFreePort(
  name: string,
  log: string,
  start: (port: number) => Starting,
): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = await freePort();
    const { child, answers } = start(port);
    if (await isReady(child, answers)) return port;
  }
  throw new Error(`${name} did not start:\n${tail(log)}`);
}

async function isReady(child: ChildProcess, answers: Starting['answers']): Promise<boolean> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    if (await answers()) return true;
    await sleep(20);
  }
  return false;
}

function postmasterIsReady(data: string): boolean {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code));
  });
}

function tail(log: string): string {
  return readFileSync(log, 'utf8').split('\n').slice(-15).join('\n');
}
