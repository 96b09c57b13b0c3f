import { parseArgs } from 'node:util';
import type { DatabaseKind } from '../rig/databases.js';
import type { Part } from './part.js';
import { PARTS } from './parts.js';

/** What `npm run trust` does. */
export interface Options {
  readonly parts: readonly Part[];
  readonly seed: number;
  /** The rounds of each part; undefined: the whole of each, or as many as there is time for. */
  readonly rounds: number | undefined;
  /** For all parts and engines together. */
  readonly minutes: number;
  /** The engine that is asked for; undefined: SQLite, and PostgreSQL where one can be started. */
  readonly engine: DatabaseKind | undefined;
}

const QUICK_MINUTES = 10;

const USAGE = `Usage: npm run trust -- [part …] [options]

Does random work on its own installations, and compares each step with a model of what must be. Exits
with 1 where something must not be. Without a part it runs all, which takes hours without --quick or --minutes.

Parts:
${PARTS.map(({ name, proves }) => `  ${name.padEnd(9)} ${proves}`).join('\n')}

Options:
  --seed <n>       the same seed does the same work; it is printed
  --rounds <n>     how many rounds of each part; without it, or minutes, the whole of the part
  --minutes <n>    for how long, shared by parts and engines; each ends what it has begun
  --quick          the same as --minutes ${QUICK_MINUTES}
  --engine <name>  sqlite or postgres only; without it both, where a PostgreSQL can be started
`;

/** A command line that cannot be followed. */
export class UsageError extends Error {
  constructor(problem?: string) {
    super(problem === undefined ? USAGE : `${problem}\n\n${USAGE}`);
  }
}

/** @throws UsageError */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parsed(args);
  if (values.help === true) throw new UsageError();
  const strange = positionals.filter((name) => !PARTS.some((part) => part.name === name));
  if (strange.length > 0) throw new UsageError(`There is no part ${strange.join(' ')}.`);
  const { engine } = values;
  if (engine !== undefined && engine !== 'sqlite' && engine !== 'postgres')
    throw new UsageError('--engine accepts sqlite or postgres.');
  const unbounded = values.quick === true ? QUICK_MINUTES : Number.POSITIVE_INFINITY;
  return {
    parts: PARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    engine,
    seed: Math.floor(positive('seed', values.seed) ?? Math.random() * 2 ** 32),
    minutes: positive('minutes', values.minutes) ?? unbounded,
    rounds: positive('rounds', values.rounds),
  };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ seed: text, rounds: text, minutes: text, engine: text },
        quick: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function positive(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!(number > 0)) throw new UsageError(`--${name} accepts a number above 0.`);
  return number;
}
