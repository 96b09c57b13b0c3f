import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../scripts/test-rig/free-port.js';
import { findPostgres, unprivilegedAccount } from '../../scripts/test-rig/programs.js';
import { startPostgres } from '../../scripts/test-rig/servers.js';

/** What a standby needs, and a crash that is to lose nothing. */
const SETTINGS = [
  ...['wal_level=replica', 'max_wal_senders=4', 'fsync=on', 'synchronous_commit=on'],
  // A standby follows no primary that takes more connections.
  ...['full_page_writes=on', 'max_connections=200'],
];

/** A PostgreSQL, and a standby that has each commit before it is acknowledged: docs/operating/grow.md. */
export class ReplicatedPostgres {
  /** `postgres://…` of an empty database at each of the two. */
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  readonly #superuser: string;
  readonly #processes: readonly ChildProcess[];

  private constructor(urls: readonly [string, string], superuser: string, all: ChildProcess[]) {
    [this.primaryUrl, this.standbyUrl] = urls;
    this.#superuser = superuser;
    this.#processes = all;
  }

  /**
   * @param folder An existing folder for their files.
   * @param isSynchronous Whether a commit waits for the standby.
   */
  static async start(folder: string, isSynchronous = true): Promise<ReplicatedPostgres> {
    const found = findPostgres();
    if (found === undefined) throw new Error('There is no PostgreSQL on this machine.');
    // The account that PostgreSQL runs under goes through it.
    chmodSync(folder, 0o711);
    let primary: ChildProcess | undefined;
    const url = new URL(
      await startPostgres(
        (program, args, options) => {
          primary = spawn(program, args, options);
          return primary;
        },
        ...([found, folder, SETTINGS] as const),
      ),
    );
    const password = readFileSync(join(folder, 'postgres', 'password'), 'utf8');
    const superuser = `postgres://superuser:${password}@${url.host}/postgres`;
    await query(url.href, 'create database own');
    const account = unprivilegedAccount();
    // Their account may enter no other folder.
    const options = { ...account, stdio: 'ignore', cwd: join(folder, 'postgres') } as const;
    const data = join(folder, 'postgres', 'standby');
    const from = `${superuser}?application_name=standby`;
    const copy = ['-D', data, '-d', from, '-R', '-X', 'stream', '--checkpoint=fast'];
    // The folder that was found may hold links to only some of the programs.
    const programs = dirname(realpathSync(join(found.folder, 'postgres')));
    const { status, error } = spawnSync(join(programs, 'pg_basebackup'), copy, options);
    if (status !== 0) throw error ?? new Error(`pg_basebackup ended with ${status}.`);
    const port = await freePort();
    const settings = [...SETTINGS, `port=${port}`, 'unix_socket_directories='];
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const standby = spawn(join(found.folder, 'postgres'), args, options);
    if (isSynchronous) {
      await query(superuser, "alter system set synchronous_standby_names = 'standby'");
      await query(superuser, 'select pg_reload_conf()');
    }
    const wanted = isSynchronous ? 'sync' : 'async';
    const states = () => query(superuser, 'select sync_state from pg_stat_replication');
    while ((await states())[0]?.sync_state !== wanted) await pause(20);
    url.pathname = '/own';
    const other = new URL(url);
    other.port = String(port);
    return new ReplicatedPostgres([url.href, other.href], superuser.replace(url.host, other.host), [
      primary as ChildProcess,
      standby,
    ]);
  }

  /** Ends the primary as a power cut would, and has the standby take its place. */
  async crashAndPromote(): Promise<void> {
    const [primary] = this.#processes;
    primary?.kill('SIGQUIT');
    if (primary !== undefined) await once(primary, 'exit');
    await query(this.#superuser, 'select pg_promote()');
  }

  async stop(): Promise<void> {
    for (const one of this.#processes) {
      if (one.exitCode !== null || one.signalCode !== null) continue;
      one.kill('SIGINT');
      await once(one, 'exit');
    }
  }
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
