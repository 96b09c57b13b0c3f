/**
 * `npm run fuzz`: sends hostile requests to a real server and fails where one of them gets what it must
 * not. docs/fuzzing.md says what that is.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { planServers } from '../../scripts/test-rig/options.js';
import { build, startKeeper } from '../../scripts/test-rig/run.js';
import { Campaign } from './campaign.js';
import { LogCheck } from './checks.js';
import { makeInstallation } from './installation.js';
import { Neighbour } from './neighbour.js';
import { HELP, type Options, readOptions, UsageError } from './options.js';
import { ROOT, Server } from './program.js';
import { replay } from './replay.js';
import { Report, say } from './report.js';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort(new Error(`Stopped by ${signal}.`)));
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) say(HELP);
  else process.exitCode = (await main(options)) === 0 && !stop.signal.aborted ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
process.exit();

async function main(options: Options): Promise<number> {
  if (options.program === ROOT) await build();
  if (options.engine === 'sqlite') return fuzz(options, undefined);
  const plan = planServers(process.env, { balanced: false });
  const { postgres } = plan.start;
  if (postgres === undefined) throw new Error('There is no PostgreSQL to start on this machine.');
  const keeper = startKeeper({ postgres });
  try {
    return await fuzz(options, await ownDatabase((await keeper.ready).postgresUrl));
  } finally {
    await keeper.close();
  }
}

/** A database that its role owns: it may make no schemas in the server's first one. */
async function ownDatabase(server = ''): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query('CREATE DATABASE fuzz');
  await client.end();
  const url = new URL(server);
  url.pathname = '/fuzz';
  return url.href;
}

async function fuzz(options: Options, databaseUrl: string | undefined): Promise<number> {
  const { seed, engine } = options;
  say(`Seed ${seed}, ${engine}, Node.js ${process.version}`);
  const preparing = performance.now();
  const installation = await makeInstallation(options.program, databaseUrl);
  const log = new LogCheck(installation.secrets);
  let server: Server | undefined;
  let neighbour: Neighbour | undefined;
  try {
    server = await Server.start(installation.place, log.read);
    const folder = join(tmpdir(), `portico-fuzz-findings-${engine}-${seed}`);
    const report = new Report({ seed, engine }, folder);
    if (options.replay !== undefined) {
      await replay(options.replay, server, installation, report);
      return report.findings;
    }
    say(`ready after ${Math.round((performance.now() - preparing) / 1000)} s`);
    neighbour = new Neighbour(server.port, installation.neighbours);
    const plan = { ...options, mostFindings: options.findings };
    const began = performance.now();
    await new Campaign(plan, server, installation, neighbour, log, report).run(stop.signal);
    if (server.died === undefined) report.checkMemory();
    report.print(await neighbour.seen(), log.errors, (performance.now() - began) / 1000);
    if (report.findings > 0) say(`Again: npm run fuzz -- --seed ${seed} --engine ${engine}`);
    return report.findings;
  } finally {
    await neighbour?.stop();
    await server?.stop();
    installation.remove();
  }
}
