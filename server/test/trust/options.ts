import { parseArgs } from 'node:util';
import type { DatabaseKind } from '../rig/databases.js';
import type { Part } from './part.js';
import { PARTS } from './parts.js';

/** What `npm run trust` is asked to do. */
export interface Options {
  readonly part: Part;
  readonly seed: number;
  readonly rounds: number;
  readonly minutes: number;
  /** The engine that is asked for; undefined: SQLite, and PostgreSQL where one can be started. */
  readonly engine: DatabaseKind | undefined;
}

const USAGE = `Usage: npm run trust -- <part> [options]

Does random work on installations of its own, and compares each step with a model of what must be. Exits
with 1 where something must not be.

Parts:
${PARTS.map(({ name, proves }) => `  ${name.padEnd(9)} ${proves}`).join('\n')}

Options:
  --seed <n>       the same seed does the same work; it is printed
  --rounds <n>     how many rounds; without it, or minutes, the whole of the part
  --minutes <n>    for how long
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
  const [name, ...others] = positionals;
  if (name === undefined || values.help === true) throw new UsageError();
  const part = PARTS.find((one) => one.name === name);
  if (part === undefined || others.length > 0)
    throw new UsageError(`There is no part ${positionals.join(' ')}.`);
  const { engine } = values;
  if (engine !== undefined && engine !== 'sqlite' && engine !== 'postgres')
    throw new UsageError('--engine accepts sqlite or postgres.');
  const minutes = positive('minutes', values.minutes);
  const rounds = positive('rounds', values.rounds);
  return {
    ...{ part, engine },
    seed: Math.floor(positive('seed', values.seed) ?? Math.random() * 2 ** 32),
    minutes: minutes ?? Number.POSITIVE_INFINITY,
    rounds: rounds ?? (minutes === undefined ? part.whole : Number.POSITIVE_INFINITY),
  };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ seed: text, rounds: text, minutes: text, engine: text },
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
