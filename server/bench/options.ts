import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The parts of a measurement. */
export const PARTS = [
  'import',
  'search',
  'http',
  'conditional',
  'members',
  'neighbour',
  'listed',
] as const;

/** A part of a measurement. */
export type Part = (typeof PARTS)[number];

/** The options of a run. */
export interface Options {
  /** Where the listings are. */
  readonly engine: 'sqlite' | 'postgres';
  /** The number of listings in the measured database. */
  readonly listings: number;
  readonly parts: readonly Part[];
  /** Whether Portico is compared with other servers, which are installed from the registry. */
  readonly peers: boolean;
  /** Where those are installed and stay for the next run; undefined: in a folder that is removed. */
  readonly peersFolder: string | undefined;
  /**
   * The Redis in which the server of the last part counts calls; undefined: it counts in its own
   * process.
   */
  readonly redisUrl: string | undefined;
}

const LEAST = 1000;
const MOST = 5_000_000;

export const USAGE = `npm run bench -- [--listings ${100_000}] [--engine sqlite|postgres] [--only ${PARTS.join('|')}] [--redis redis://…] [--peers [--peers-folder …]]`;

/** Reads the arguments of a run. @throws Error that says what is accepted. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      listings: { type: 'string', default: '100000' },
      engine: { type: 'string', default: 'sqlite' },
      only: { type: 'string', multiple: true },
      redis: { type: 'string' },
      peers: { type: 'boolean', default: false },
      'peers-folder': { type: 'string' },
    },
  });
  const listings = Number(values.listings);
  if (!Number.isInteger(listings) || listings < LEAST || listings > MOST) {
    throw new Error(`--listings takes a whole number from ${LEAST} to ${MOST}. ${USAGE}`);
  }
  const { engine, peers } = values;
  if (engine !== 'sqlite' && engine !== 'postgres') {
    throw new Error(`--engine takes sqlite or postgres. ${USAGE}`);
  }
  if (engine === 'postgres' && (peers || values.only?.includes('search'))) {
    throw new Error(`With --engine postgres there are no peers and no part search. ${USAGE}`);
  }
  // The peers alone, unless parts are named.
  const all = peers ? [] : PARTS.filter((part) => engine === 'sqlite' || part !== 'search');
  const parts = values.only === undefined ? all : values.only.map(partNamed);
  const folder = values['peers-folder'];
  const peersFolder = folder === undefined ? undefined : resolve(folder);
  return { engine, listings, parts, peers, peersFolder, redisUrl: values.redis };
}

function partNamed(name: string): Part {
  const part = PARTS.find((candidate) => candidate === name);
  if (part === undefined) throw new Error(`--only takes ${PARTS.join(', ')}. ${USAGE}`);
  return part;
}
