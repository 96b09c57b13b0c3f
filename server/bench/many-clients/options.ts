import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const TEXT = { type: 'string' } as const;

const OPTIONS = {
  engine: { ...TEXT, default: 'sqlite' },
  clients: { ...TEXT, default: '300' },
  listings: { ...TEXT, default: '300' },
  keys: { ...TEXT, default: '200' },
  rate: { ...TEXT, default: '10' },
  'flood-keys': { ...TEXT, default: '0' },
  'flood-rate': { ...TEXT, default: '0' },
  'flood-before': { ...TEXT, default: '0' },
  'flood-from': { ...TEXT, default: '0' },
  'flood-until': { ...TEXT, default: '600' },
  seconds: { ...TEXT, default: '20' },
  'warm-up': { ...TEXT, default: '3' },
  settle: { ...TEXT, default: '3' },
  workers: { ...TEXT, default: '2' },
  connections: { ...TEXT, default: '512' },
  'open-files': TEXT,
  'database-latency': { ...TEXT, default: '0' },
  'latency-from': { ...TEXT, default: '0' },
  'latency-until': { ...TEXT, default: '600' },
  'server-cpus': TEXT,
  'load-cpus': TEXT,
  program: TEXT,
  env: { ...TEXT, multiple: true },
  'node-arg': { ...TEXT, multiple: true },
  'postgres-arg': { ...TEXT, multiple: true },
  table: { type: 'boolean', default: false },
} as const;

export const USAGE = `npx tsx bench/many-clients.ts [options]
  --engine sqlite|postgres   where the clients are kept (sqlite)
  --clients N  --listings L  clients, and listings of each (300, 300)
  --keys K  --rate R         keys that call, and calls of each a second (200, 10)
  --flood-keys M --flood-rate Q [--flood-before Q] [--flood-from S] [--flood-until S]
                             more keys, which call between these seconds at another rate, and
                             before and after at a third (0)
  --seconds S [--warm-up S] [--settle S]
                             how long is measured; how long before that without measuring (3); how
                             long the idle server is left alone first (3)
  --workers W                processes that answer; more than one share a Redis (2)
  --connections C            the most connections of the load, which wait for one another (512)
  --open-files F             the server's limit of open files
  --server-cpus LIST  --load-cpus LIST
                             the processors of the server and of the load, as taskset has them (all)
  --database-latency MS [--latency-from S] [--latency-until S]
                             lets every answer of PostgreSQL come so much later (0)
  --program FOLDER           the checkout whose program is measured (this one)
  --env NAME=VALUE           a setting of the program; may be given again
  --node-arg ARG             an argument of the program's Node.js; may be given again
  --postgres-arg ARG         a setting of PostgreSQL, name=value; may be given again
  --table                    prints a table in place of JSON`;

/** The options of a run of many tenants. */
export type Options = ReturnType<typeof readOptions>;

/** Reads the arguments. @throws Error that says what is accepted. */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const number = (name: keyof typeof values, least: number, most: number): number => {
    const value = Number(values[name]);
    if (!(value >= least && value <= most)) {
      throw new Error(`--${name} takes a number from ${least} to ${most}.\n${USAGE}`);
    }
    return value;
  };
  if (values.engine !== 'sqlite' && values.engine !== 'postgres') {
    throw new Error(`--engine takes sqlite or postgres.\n${USAGE}`);
  }
  return {
    engine: values.engine as 'sqlite' | 'postgres',
    clients: number('clients', 1, 20_000),
    listings: number('listings', 0, 100_000),
    keys: number('keys', 0, 20_000),
    rate: number('rate', 0, 10_000),
    floodKeys: number('flood-keys', 0, 20_000),
    floodRate: number('flood-rate', 0, 10_000),
    floodBefore: number('flood-before', 0, 10_000),
    floodFrom: number('flood-from', 0, 600),
    floodUntil: number('flood-until', 0, 600),
    seconds: number('seconds', 0, 600),
    warmUp: number('warm-up', 0, 600),
    settle: number('settle', 0, 600),
    workers: number('workers', 1, 32),
    connections: number('connections', 1, 20_000),
    openFiles: values['open-files'] === undefined ? undefined : number('open-files', 64, 1_000_000),
    serverCpus: values['server-cpus'],
    loadCpus: values['load-cpus'],
    latencyMs: number('database-latency', 0, 60_000),
    latencyFrom: number('latency-from', 0, 600),
    latencyUntil: number('latency-until', 0, 600),
    program: realpathSync(values.program ?? fileURLToPath(new URL('../..', import.meta.url))),
    env: Object.fromEntries((values.env ?? []).map(pairOf)),
    nodeArgs: values['node-arg'] ?? [],
    postgresArgs: values['postgres-arg'] ?? [],
    table: values.table,
  };
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at === -1) throw new Error(`--env takes NAME=VALUE.\n${USAGE}`);
  return [text.slice(0, at), text.slice(at + 1)];
}
