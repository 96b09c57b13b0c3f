/**
 * What a key that floods costs its neighbours: the latency of keys within their limits, alone and
 * beside one key that asks a hundred times as often as it may. Both in turns, on one server.
 *
 *   npx tsx bench/neighbour.ts [redis://…]
 *
 * With a Redis the calls are counted there, otherwise in the process. It needs the built program.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { systemClock } from '../src/clock.js';
import { loadConfig } from '../src/config.js';
import { issueKey } from '../src/operator/keys.js';
import { openServices } from '../src/services.js';
import { runToEnd, startServer } from './children.js';
import { columns } from './statistics.js';

const PROGRAM = fileURLToPath(new URL('../bin/portico.js', import.meta.url));

const NEIGHBOURS = 40;
/** Half of what each may, so that none is refused. */
const NEIGHBOUR_PER_SECOND = 5;
/** A hundred times what a key may. */
const FLOOD_PER_SECOND = 1_000;
const ROUNDS = 3;
const ROUND_MS = 5_000;

const folder = mkdtempSync(join(tmpdir(), 'portico-neighbour-'));
const stop = new AbortController();
const redis = process.argv[2];
const options = {
  signal: stop.signal,
  env: {
    PORTICO_DATA: folder,
    PORTICO_PORT: '0',
    PORTICO_TRUST_PROXY: '127.0.0.1/32',
    ...(redis === undefined ? {} : { PORTICO_REDIS_URL: redis }),
  },
};
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Issues keys as the command line does, without a process for each. */
async function issueKeys(amount: number): Promise<string[]> {
  const config = loadConfig({ PORTICO_DATA: folder }, folder);
  const services = await openServices(config, systemClock, pino({ level: 'silent' }));
  const request = {
    client: 'acme',
    scopes: ['website'],
    addresses: [],
    privateAccess: false,
  } as const;
  const keys: string[] = [];
  while (keys.length < amount) {
    keys.push((await issueKey(services, request, randomBytes)).apiKey);
  }
  await services.close();
  return keys;
}

/** Asks once. @returns Its status, and milliseconds until the answer was there whole. */
function ask(url: string, key: string): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(
      `${url}/properties/?apiKey=${key}`,
      { agent, headers: { 'x-forwarded-proto': 'https' } },
      (answer) => {
        answer.resume();
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began }),
        );
      },
    ).on('error', reject);
  });
}

/** Asks steadily, whatever the answers take. */
async function atPace(
  perSecond: number,
  until: number,
  work: (call: number) => Promise<unknown>,
): Promise<void> {
  const began = performance.now();
  const under: Promise<unknown>[] = [];
  for (let call = 0; performance.now() < until; call += 1) {
    const wait = began + (call * 1000) / perSecond - performance.now();
    if (wait > 1) await sleep(wait);
    under.push(work(call));
  }
  await Promise.all(under);
}

async function round(url: string, keys: readonly string[], flooder?: string): Promise<number[]> {
  const until = performance.now() + ROUND_MS;
  const latencies: number[] = [];
  const neighbours = atPace(NEIGHBOURS * NEIGHBOUR_PER_SECOND, until, async (call) => {
    const { status, ms } = await ask(url, keys[call % NEIGHBOURS] as string);
    if (status !== 200) throw new Error(`A neighbour was answered ${status}.`);
    latencies.push(ms);
  });
  const flood =
    flooder === undefined
      ? undefined
      : atPace(FLOOD_PER_SECOND, until, async () => void (await ask(url, flooder)));
  await Promise.all([neighbours, flood]);
  return latencies;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

try {
  await runToEnd([PROGRAM, 'client', 'add', 'acme'], options);
  const keys = await issueKeys(NEIGHBOURS + 1);
  const server = await startServer([PROGRAM, 'serve', '--json'], options);
  const alone: number[] = [];
  const beside: number[] = [];
  await round(server.url, keys);
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    alone.push(...(await round(server.url, keys)));
    beside.push(...(await round(server.url, keys, keys[NEIGHBOURS])));
  }
  await server.stop();
  const row = (name: string, share: number): string[] => {
    const [without, during] = [quantile(alone, share), quantile(beside, share)];
    return [
      name,
      `${without.toFixed(2)} ms`,
      `${during.toFixed(2)} ms`,
      (during / without).toFixed(2),
    ];
  };
  process.stdout.write(
    `${columns([['', 'alone', 'beside a flood', 'ratio'], row('median', 0.5), row('p99', 0.99)])}\n`,
  );
} finally {
  stop.abort();
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}
