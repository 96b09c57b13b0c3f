/** `npm run trust`: long proofs. docs/testing.md says what they are. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { planServers } from '../../scripts/test-rig/options.js';
import { build, startKeeper } from '../../scripts/test-rig/run.js';
import { dropRoles } from '../rig/databases.js';
import { type Options, readOptions, UsageError } from './options.js';
import type { Engine, Part } from './part.js';
import { Report } from './report.js';
import { runPart } from './runs.js';

const PROGRESS_MS = 30_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort());
}

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
process.exit();

async function main(options: Options): Promise<number> {
  await build();
  const { postgres } =
    options.engine === 'sqlite' ? {} : planServers({}, { balanced: false }).start;
  if (options.engine === 'postgres' && postgres === undefined)
    throw new Error('There is no PostgreSQL to start on this machine.');
  const keeper = startKeeper(postgres === undefined ? {} : { postgres });
  try {
    const { folder, postgresUrl } = await keeper.ready;
    process.env.TMPDIR = join(folder, 'tmp');
    const { engine, parts, minutes } = options;
    if (engine === undefined && postgresUrl === undefined)
      say('On SQLite only: there is no PostgreSQL to start on this machine.');
    const servers = [
      ...(engine === 'postgres' ? [] : [undefined]),
      ...(postgresUrl === undefined ? [] : [postgresUrl]),
    ];
    const proofs = parts.flatMap((part) => servers.map((server) => ({ part, server })));
    const end = performance.now() + minutes * 60_000;
    const found = new Set<string>();
    for (const [at, { part, server }] of proofs.entries()) {
      if (stop.signal.aborted) break;
      const ms = Math.max(0, end - performance.now()) / (proofs.length - at);
      if (!(await prove(part, options, ms, server))) found.add(part.name);
    }
    if (parts.length > 1)
      say(`\n${parts.length} parts. Found something: ${[...found].join(', ') || 'none of them'}.`);
    return found.size > 0 || stop.signal.aborted ? 1 : 0;
  } finally {
    await keeper.close();
  }
}

/**
 * @param ms For how long.
 * @param server `postgres://…` of a server; undefined for SQLite.
 * @returns Whether nothing was found.
 */
async function prove(part: Part, options: Options, ms: number, server: string | undefined) {
  const { seed } = options;
  const isTimed = Number.isFinite(ms);
  const rounds = options.rounds ?? (isTimed ? Number.POSITIVE_INFINITY : part.whole);
  const engine = server === undefined ? 'sqlite' : 'postgres';
  say(`\n${part.name}: ${part.proves}`);
  say(`Seed ${seed}, ${engine}, Node.js ${process.version}`);
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  const report = new Report();
  const progress = setInterval(() => {
    say(`${Math.round(elapsed() / 1000)} s, ${report.where}${report.counted('rounds')} rounds`);
  }, PROGRESS_MS);
  const isOver = () => stop.signal.aborted || elapsed() > ms;
  const place = (work: (engine: Engine) => Promise<void>) => withEngine(server, work);
  await runPart(part, { seed, rounds, isOver }, report, place);
  clearInterval(progress);
  say(`\n${part.name} on ${engine}, seed ${seed}, ${Math.round(elapsed() / 1000)} s:`);
  for (const line of report.lines()) say(line);
  const { violations } = report;
  // A command that a part runs in this process may have been interrupted, too.
  if (stop.signal.aborted) say('Stopped by a signal before the end, which may itself be found:');
  say(violations.length === 0 ? 'Nothing found.' : `${violations.length} found:`);
  for (const violation of violations) {
    say(`  ${violation}`);
    const found = /^seed (\d+)(?:, round (\d+))?/.exec(violation);
    const again = `--seed ${found?.[1] ?? seed} --rounds ${found?.[2] ?? 1} --engine ${engine}`;
    say(`    again: npm run trust -- ${part.name} ${again}`);
  }
  return violations.length === 0 && !stop.signal.aborted;
}

/** An installation for one run, on SQLite or in a database of a PostgreSQL. */
async function withEngine(
  server: string | undefined,
  work: (engine: Engine) => Promise<void>,
): Promise<void> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'portico-trust-'));
  const [dataFolder, folder] = [join(root, 'data'), join(root, 'files')];
  for (const one of [dataFolder, folder]) mkdirSync(one, { mode: 0o700 });
  const secretKey = randomBytes(32);
  try {
    if (server === undefined) {
      await work({ kind: 'sqlite', dataFolder, databaseUrl: undefined, folder, secretKey });
      return;
    }
    const name = `trust_${randomBytes(8).toString('hex')}`;
    const url = new URL(server);
    url.pathname = `/${name}`;
    await atServer(server, `CREATE DATABASE ${name} TEMPLATE template0`);
    await work({ kind: 'postgres', dataFolder, databaseUrl: url.href, folder, secretKey });
    await atServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    await dropRoles(server, name);
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function atServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
