import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './program.js';

/** What a run is asked to do. */
export interface Options {
  readonly minutes: number;
  readonly requests: number;
  readonly seed: number;
  readonly from: number;
  readonly engine: 'sqlite' | 'postgres';
  readonly program: string;
  readonly findings: number;
  readonly replay: string | undefined;
}

export const HELP = `Usage: npm run fuzz -- [options]

Builds the program, starts it on a free port of this machine with two invented tenants, and sends it
hostile requests. Exits with 1 when something was found.

  --minutes <n>     for how long at most (2)
  --requests <n>    how many at most
  --seed <n>        the same seed makes the same requests; it is printed
  --from <n>        the number of the first request (0)
  --engine <name>   sqlite (the default) or postgres, which is started for this run alone
  --program <path>  another checkout, built already, instead of this one
  --findings <n>    ends after so many findings (10)
  --replay <file>   sends the request of a finding again, alone, and prints what becomes of it
`;

/** A command line that cannot be followed. */
export class UsageError extends Error {}

/** Reads the arguments; undefined where help is asked for. */
export function readOptions(args: readonly string[]): Options | undefined {
  const text = { type: 'string' } as const;
  const values = parse(args, {
    minutes: text,
    requests: text,
    seed: text,
    from: text,
    engine: text,
    program: text,
    findings: text,
    replay: text,
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help === true) return undefined;
  const engine = values.engine ?? 'sqlite';
  if (engine !== 'sqlite' && engine !== 'postgres') {
    throw new UsageError('--engine accepts sqlite or postgres.');
  }
  // So many alone say how long it lasts, unless both are given.
  const endless = values.requests === undefined ? 2 : 24 * 60;
  return {
    minutes: positive('minutes', values.minutes) ?? endless,
    requests: positive('requests', values.requests) ?? Number.MAX_SAFE_INTEGER,
    seed: Math.floor(positive('seed', values.seed) ?? Math.random() * 2 ** 32),
    from: Math.floor(positive('from', values.from) ?? 0),
    engine,
    program: values.program === undefined ? ROOT : resolve(String(values.program)),
    findings: positive('findings', values.findings) ?? 10,
    replay: values.replay === undefined ? undefined : resolve(String(values.replay)),
  };
}

type Declared = Parameters<typeof parseArgs>[0] extends infer Config
  ? NonNullable<Config extends { options?: infer Of } ? Of : never>
  : never;

function parse(args: readonly string[], options: Declared): Record<string, unknown> {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function positive(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!(number >= 0) || value === '')
    throw new UsageError(`--${name} accepts a number, 0 or more.`);
  return number;
}
