import { parseArgs } from 'node:util';

/** The parts of a measurement. */
export const PARTS = ['import', 'search', 'http', 'conditional', 'members', 'neighbour'] as const;

/** A part of a measurement. */
export type Part = (typeof PARTS)[number];

/** The options of a run. */
export interface Options {
  /** The number of listings in the measured database. */
  readonly listings: number;
  readonly parts: readonly Part[];
  /**
   * The Redis in which the server of the last part counts calls; undefined: it counts in its own
   * process.
   */
  readonly redisUrl: string | undefined;
}

const LEAST = 1000;
const MOST = 5_000_000;

export const USAGE = `npm run bench -- [--listings ${100_000}] [--only ${PARTS.join('|')}] [--redis redis://…]`;

/** Reads the arguments of a run. @throws Error that says what is accepted. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      listings: { type: 'string', default: '100000' },
      only: { type: 'string', multiple: true },
      redis: { type: 'string' },
    },
  });
  const listings = Number(values.listings);
  if (!Number.isInteger(listings) || listings < LEAST || listings > MOST) {
    throw new Error(`--listings takes a whole number from ${LEAST} to ${MOST}. ${USAGE}`);
  }
  const parts = values.only === undefined ? PARTS : values.only.map(partNamed);
  return { listings, parts, redisUrl: values.redis };
}

function partNamed(name: string): Part {
  const part = PARTS.find((candidate) => candidate === name);
  if (part === undefined) throw new Error(`--only takes ${PARTS.join(', ')}. ${USAGE}`);
  return part;
}
