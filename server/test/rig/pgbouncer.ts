import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { freePort } from '../../scripts/test-rig/free-port.js';
import { onPostgres, type TestDatabase } from './databases.js';
import { stepAside } from './step-aside.js';
import { temporaryFolder } from './temp.js';

/** The configuration that is shipped; only places and numbers of it are changed. */
const CONFIGURATION = new URL('../../../deploy/pgbouncer/pgbouncer.ini', import.meta.url);

/** How long a PgBouncer may take to answer. */
const READY_WITHIN_MS = 10_000;

/** A test's database behind a PgBouncer. */
export interface PooledDatabase extends TestDatabase {
  /** The same database without the PgBouncer in between. */
  readonly directUrl: string;
}

/** A PgBouncer in front of a PostgreSQL. */
export interface RunningPgBouncer {
  readonly process: ChildProcess;
  /** `postgres://…` of the database, by way of it. */
  readonly url: string;
  /** Has it lead to the server of another URL, with the same databases and roles. */
  leadTo(other: string): void;
}

/**
 * Declares a suite on PostgreSQL behind a PgBouncer of its own in transaction mode: a connection to
 * the server belongs to whoever has a transaction, and to nobody in between. Where there is no
 * PgBouncer the suite is skipped, and named at the end of `npm test`.
 *
 * @param connections How many connections to the server all tenants share.
 */
export function onPgBouncer(
  name: string,
  { connections }: { readonly connections: number },
  declare: (database: PooledDatabase) => void,
): void {
  const program = findPgBouncer();
  if (program === undefined) stepAside('PgBouncer', name);
  describe.skipIf(program === undefined)('behind PgBouncer', () => {
    onPostgres(name, (database) => {
      const direct = database.databaseUrl ?? '';
      const running: { process?: ChildProcess; url?: string } = {};
      beforeAll(async () => {
        if (program !== undefined)
          Object.assign(running, await startPgBouncer(program, direct, connections));
      });
      afterAll(async () => {
        const { process } = running;
        if (process === undefined || process.exitCode !== null) return;
        process.kill('SIGTERM');
        await once(process, 'close');
      });
      declare({
        ...database,
        directUrl: direct,
        get databaseUrl() {
          return running.url ?? direct;
        },
      });
    });
  });
}

/** The program, where there is one. */
export function findPgBouncer(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders
    .map((folder) => join(folder, 'pgbouncer'))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * Starts a PgBouncer with the configuration that is shipped.
 *
 * @param direct `postgres://…` of the database.
 * @param connections How many connections to the server there are at most.
 */
export async function startPgBouncer(
  program: string,
  direct: string,
  connections: number,
): Promise<RunningPgBouncer> {
  const server = new URL(direct);
  const folder = temporaryFolder('portico-pgbouncer-');
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users');
  writeFileSync(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`, {
    mode: 0o600,
  });
  const places: readonly (readonly [RegExp, string])[] = [
    [/^portico = .*$/m, `* = host=${server.hostname} port=${server.port}`],
    [/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`],
    [/^auth_file = .*$/m, `auth_file = ${users}`],
    [/^default_pool_size = .*$/m, `default_pool_size = ${connections}`],
    [
      /^max_client_conn = .*$/m,
      'max_client_conn = 500\nlog_connections = 0\nlog_disconnections = 0',
    ],
  ];
  let text = readFileSync(CONFIGURATION, 'utf8');
  for (const [shipped, here] of places) {
    if (!shipped.test(text)) throw new Error(`The configuration lacks ${shipped.source}`);
    text = text.replace(shipped, () => here);
  }
  writeFileSync(settings, text, { mode: 0o600 });
  const account = unprivileged();
  if (account !== undefined) {
    for (const path of [folder, settings, users]) chownSync(path, account.uid, account.gid);
  }
  const child = spawn(program, [settings], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  const url = new URL(direct);
  url.host = `127.0.0.1:${port}`;
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await answers(url.href))) {
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new Error(`PgBouncer did not start:\n${errors}`);
    }
    await pause(20);
  }
  const leadTo = (other: string) => {
    const { hostname, port } = new URL(other);
    const now = `host=${hostname} port=${port}`;
    writeFileSync(settings, text.replace(/^\* = .*$/m, `* = ${now}`));
    // As `systemctl reload pgbouncer` does.
    child.kill('SIGHUP');
  };
  return { process: child, url: url.href, leadTo };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** PgBouncer does not run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const found = ['postgres', 'nobody']
    .map((name) => lines.find((line) => line.startsWith(`${name}:`))?.split(':'))
    .find((fields) => fields !== undefined);
  return found === undefined ? undefined : { uid: Number(found[2]), gid: Number(found[3]) };
}
