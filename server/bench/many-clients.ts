/**
 * Measures an installation of many tenants: the real program, in processes of its own, under an
 * open load of searches over many keys. README.md has the results.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TcpProxy } from '../test/rig/tcp-proxy.js';
import { runToEnd } from './children.js';
import type { Plan } from './many-clients/load-process.js';
import { type Options, readOptions } from './many-clients/options.js';
import { databaseOf, environment, prepare } from './many-clients/prepare.js';
import { childrenOf, cpuSeconds, usageOf } from './many-clients/process-usage.js';
import { newRedis, oldPostgres, type Running, startProgram } from './many-clients/servers.js';
import { columns, percentile } from './statistics.js';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort(new Error(`Stopped by ${signal}.`)));
}

try {
  const options = readOptions(process.argv.slice(2));
  const figures = await measure(options);
  process.stdout.write(`${options.table ? tableOf(figures) : JSON.stringify(figures)}\n`);
} catch (error) {
  const cause: unknown = stop.signal.aborted ? stop.signal.reason : error;
  process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`);
  process.exitCode = 1;
}

async function measure(options: Options) {
  await buildProgram(options.program);
  const installation = await prepare(options, stop.signal);
  const folder = mkdtempSync(join(tmpdir(), 'portico-many-'));
  const started: Running[] = [];
  const keep = <Server extends Running>(server: Server): Server => {
    started.push(server);
    stop.signal.addEventListener('abort', () => void server.stop());
    return server;
  };
  const log = join(folder, 'log');
  let proxy: TcpProxy | undefined;
  try {
    const postgres =
      options.engine === 'postgres'
        ? keep(await oldPostgres(installation.folder, options.postgresArgs))
        : undefined;
    const redis = options.workers > 1 ? keep(await newRedis(folder)) : undefined;
    let databaseUrl = postgres && databaseOf(postgres.url);
    if (databaseUrl !== undefined && options.latencyMs > 0) {
      proxy = await TcpProxy.before(databaseUrl);
      databaseUrl = proxy.urlOf(databaseUrl);
    }
    const env = {
      ...environment(installation.data, databaseUrl),
      ...(redis !== undefined && { PORTICO_REDIS_URL: redis.url }),
      ...options.env,
    };
    const server = keep(await startProgram(commandOf(options), env, log));
    await sleep(options.settle * 1000, undefined, { signal: stop.signal });
    const workers = (): number[] => (options.workers > 1 ? childrenOf(server.pid) : [server.pid]);
    const before = workers().map(usageOf);
    const cpu = [server, postgres, redis].map((one) => one && cpuSeconds(one.pid));
    const beganAt = Date.now();
    const load = await putLoad(server.url, options, installation, proxy);
    const [serverCpu, postgresCpu, redisCpu] = [server, postgres, redis].map(
      (one, at) => one && round(cpuSeconds(one.pid) - (cpu[at] ?? 0), 2),
    );
    const { cpuSeconds: generator, ...rest } = load;
    return {
      parameters: options,
      startMs: Math.round(server.startMs),
      ...rest,
      inServerMs: inServer(log, beganAt + options.warmUp * 1000),
      workers: { before, after: workers().map(usageOf) },
      cpuSeconds: { server: serverCpu, postgres: postgresCpu, redis: redisCpu, generator },
      logLevels: levelsOf(log),
    };
  } finally {
    for (const server of started.reverse()) await server.stop();
    proxy?.close();

    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds dist/ if it is older than its sources. */
async function buildProgram(program: string): Promise<void> {
  const built = join(program, 'dist', 'main.js');
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  const sources = readdirSync(join(program, 'src'), { recursive: true, encoding: 'utf8' });
  const newest = Math.max(...sources.map((name) => statSync(join(program, 'src', name)).mtimeMs));
  if (newest < builtAt) return;
  await runToEnd([join(program, 'scripts', 'build.js')], { signal: stop.signal });
}

function commandOf(options: Options): [string, ...string[]] {
  const { program, workers, openFiles, nodeArgs, serverCpus } = options;
  const limit = openFiles === undefined ? [] : ['prlimit', `--nofile=${openFiles}:${openFiles}`];
  const many = workers > 1 ? ['--workers', String(workers)] : [];
  const main = join(program, 'bin', 'portico.js');
  const command = [
    ...onCpus(serverCpus),
    ...limit,
    process.execPath,
    ...nodeArgs,
    main,
    'serve',
    '--json',
    ...many,
  ];
  return command as [string, ...string[]];
}

/** The prefix of a command that runs on some processors only. */
function onCpus(list: string | undefined): string[] {
  return list === undefined ? [] : ['taskset', '--cpu-list', list];
}

/** The output of the process that makes the load. */
interface LoadFigures {
  readonly mostUnderWay: number;
  readonly unsent: number;
  readonly drainedMs: number;
  readonly cpuSeconds: number;
  readonly groups: readonly {
    readonly name: string;
    readonly calls: number;
    readonly answeredPerSecond: number;
    readonly statuses: Record<string, number>;
    readonly fromDueMs: { p50: number; p99: number; max: number } | null;
    /** The times of answers of status 420. */
    readonly refusedFromSentMs: { p50: number; p99: number; max: number } | null;
  }[];
}

async function putLoad(
  url: string,
  options: Options,
  { keys, searches }: { readonly keys: string; readonly searches: string },
  proxy: TcpProxy | undefined,
): Promise<LoadFigures> {
  const { warmUp, seconds, connections } = options;
  const always = { begin: 0, end: warmUp + seconds };
  const flood = { from: options.keys, count: options.floodKeys };
  const floodBegin = warmUp + options.floodFrom;
  const floodEnd = warmUp + options.floodUntil;
  const plan: Plan = {
    ...{ keys, searches, connections, warmUp, seconds },
    groups: [
      { name: 'keys', from: 0, count: options.keys, rate: options.rate, ...always },
      { name: 'before', ...flood, rate: options.floodBefore, begin: 0, end: floodBegin },
      { name: 'flood', ...flood, rate: options.floodRate, begin: floodBegin, end: floodEnd },
      { name: 'after', ...flood, rate: options.floodBefore, begin: floodEnd, end: always.end },
    ],
  };
  const program = fileURLToPath(new URL('many-clients/load-process.ts', import.meta.url));
  const node = [process.execPath, '--import', 'tsx', program, url, JSON.stringify(plan)];
  const [command = '', ...args] = [...onCpus(options.loadCpus), ...node];
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: stop.signal,
    killSignal: 'SIGKILL',
  });
  child.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const timers = [
    setTimeout(() => proxy?.delay(options.latencyMs), (warmUp + options.latencyFrom) * 1000),
    setTimeout(() => void proxy?.heal(), (warmUp + options.latencyUntil) * 1000),
  ];
  const { value } = await lines.next();
  for (const timer of timers) clearTimeout(timer);
  if (typeof value !== 'string') throw new Error('The load ended before it was over.');
  return JSON.parse(value);
}

/** The server's time for answers, from its log, by status. */
function inServer(log: string, from: number) {
  const byStatus = new Map<number, number[]>();
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    if (!line.includes('"msg":"answered"')) continue;
    const { time, status, ms } = JSON.parse(line) as { time: number; status: number; ms: number };
    if (time < from) continue;
    const took = byStatus.get(status);
    if (took === undefined) byStatus.set(status, [ms]);
    else took.push(ms);
  }
  const spread = (took: readonly number[]) => ({
    ...{ count: took.length, p50: percentile(took, 50), p99: percentile(took, 99) },
    max: percentile(took, 100),
  });
  return Object.fromEntries([...byStatus].map(([status, took]) => [status, spread(took)]));
}

/** The number of lines of each message of level 40 and above. */
function levelsOf(log: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const level = /^\{"level":(\d+)/.exec(line)?.[1];
    if (level === undefined ? !line.trim() : Number(level) < 40) continue;
    const message = level === undefined ? line : `${level} ${messageOf(line)}`;
    counts[message.slice(0, 160)] = (counts[message.slice(0, 160)] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).slice(0, 20));
}

function messageOf(line: string): string {
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return err?.message === undefined ? `${msg}` : `${msg}: ${err.message}`;
  } catch {
    return line;
  }
}

function round(figure: number, digits: number): number {
  return Number(figure.toFixed(digits));
}

function tableOf(figures: Awaited<ReturnType<typeof measure>>): string {
  const { groups, workers, cpuSeconds, startMs, inServerMs, parameters } = figures;
  const { program: _, ...sizes } = parameters;
  return [
    JSON.stringify(sizes),
    columns([
      ['', 'calls', 'answered a second', 'from due p50', 'p99', 'max', 'refused p99', 'statuses'],
      ...groups
        .filter(({ calls }) => calls > 0)
        .map(({ name, calls, answeredPerSecond, fromDueMs: due, refusedFromSentMs, statuses }) => [
          ...[name, calls, answeredPerSecond, due?.p50, due?.p99, due?.max].map(String),
          String(refusedFromSentMs?.p99 ?? ''),
          JSON.stringify(statuses),
        ]),
    ]),
    `  in the server ${JSON.stringify(inServerMs)}`,
    `  start ${startMs} ms, CPU seconds ${JSON.stringify(cpuSeconds)}`,
    `  workers before ${JSON.stringify(workers.before)}`,
    `  workers after  ${JSON.stringify(workers.after)}`,
    `  log ${JSON.stringify(figures.logLevels)}`,
  ].join('\n');
}
