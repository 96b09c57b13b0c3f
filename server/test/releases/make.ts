/**
 * Makes the fixture of a release with the program of that release:
 * `npx tsx server/test/releases/make.ts <checkout of the release, built>`. README.md says what it is for.
 *
 * `--no-demo` leaves the demo tenant out, to try this script in less time.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import pg from 'pg';
import { findPostgres } from '../../scripts/test-rig/programs.js';
import { startPostgres } from '../../scripts/test-rig/servers.js';
import type { DatabaseKind } from '../rig/databases.js';
import { DATABASE, fixtureFolder, restore } from './fixture.js';
import { fill } from './installation.js';
import type { Installation } from './place.js';
import { questions } from './questions.js';
import { replay } from './replay.js';

const [checkout] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (checkout === undefined) throw new Error('Name the folder of a built checkout of the release.');
const withDemo = !process.argv.includes('--no-demo');
const program = programOf(checkout);
const { version } = JSON.parse(readFileSync(resolve(checkout, 'package.json'), 'utf8')) as {
  version: string;
};

const work = mkdtempSync(join(realpathSync(tmpdir()), 'portico-release-'));
// The account that PostgreSQL runs under goes through it.
chmodSync(work, 0o711);
const servers: ChildProcess[] = [];
try {
  const postgres = await ownPostgres();
  await Promise.all([make('sqlite', undefined), make('postgres', postgres)]);
} finally {
  for (const server of servers) {
    if (server.exitCode !== null || server.signalCode !== null) continue;
    server.kill('SIGINT');
    await once(server, 'exit');
  }
  rmSync(work, { recursive: true, force: true });
}

/** Up to 0.2.0 the server was the whole checkout. */
function programOf(checkout: string): string {
  const program = resolve(checkout, 'server/bin/portico.js');
  return existsSync(program) ? program : resolve(checkout, 'bin/portico.js');
}

async function make(kind: DatabaseKind, server: string | undefined): Promise<void> {
  const fixture = fixtureFolder(version, kind);
  rmSync(fixture, { recursive: true, force: true });
  mkdirSync(fixture, { recursive: true });
  const made = await emptyInstallation(`${kind}-made`, server, DATABASE);
  const subjects = await fill(made, withDemo);
  packFolder(made.dataFolder, join(fixture, 'data.tar.br'));
  if (made.databaseUrl !== undefined) dump(made.databaseUrl, join(fixture, 'dump.sql.br'));

  // What is compared is what the release itself says of the fixture as a test finds it.
  const restored = await emptyInstallation(`${kind}-restored`, server, `${DATABASE}d`);
  await restore(fixture, restored);
  const said = await replay(restored, questions(subjects));
  const text = `${JSON.stringify(said, undefined, 1)}\n`;
  writeFileSync(join(fixture, 'answers.json.br'), packed(text));
}

async function emptyInstallation(
  name: string,
  server: string | undefined,
  database: string,
): Promise<Installation> {
  const dataFolder = join(work, name);
  mkdirSync(dataFolder, { mode: 0o700 });
  if (server === undefined) return { dataFolder, databaseUrl: undefined, program };
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${database} template template0`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${database}`;
  return { dataFolder, databaseUrl: url.href, program };
}

/** Half of what gzip leaves of a database: fixtures stay in the repository for good. */
function packed(content: string | Buffer): Buffer {
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  return brotliCompressSync(content, { params });
}

/** Packs a data folder without the generated pictures, which no answer holds, and without the disk reserve, which is random. */
function packFolder(folder: string, file: string): void {
  const copy = `${folder}-copy`;
  const leftOut = [join(folder, 'media', 'demo'), join(folder, 'reserve')];
  const isKept = (path: string) => !leftOut.some((start) => path.startsWith(start));
  cpSync(folder, copy, { recursive: true, filter: isKept });
  const owner = ['--owner=0', '--group=0', '--numeric-owner'];
  const tar = execFileSync('tar', ['-cf', '-', ...owner, '-C', copy, '.'], {
    maxBuffer: 256 * 1024 * 1024,
  });
  writeFileSync(file, packed(tar));
}

/** Writes what any PostgreSQL from 15 on takes, over any connection. */
function dump(url: string, file: string): void {
  const args = ['--no-owner', '--inserts', '--rows-per-insert=500', '-d', url];
  const text = execFileSync('pg_dump', args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  // Words to psql, and a setting of newer servers.
  const kept = text.replace(/^(\\(un)?restrict .*|SET transaction_timeout .*)\n/gm, '');
  writeFileSync(file, packed(kept));
}

function ownPostgres(): Promise<string> {
  const found = findPostgres();
  if (found === undefined) throw new Error('There is no PostgreSQL on this machine.');
  return startPostgres(
    (name, args, options) => {
      const child = spawn(name, args, options);
      servers.push(child);
      return child;
    },
    found,
    work,
  );
}
