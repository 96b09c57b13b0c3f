import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutants.js';

/** The mutants and tests of a run. */
export interface Plan {
  readonly mutants: readonly Mutant[];
  /** Test files, relative to the root of the checkout. */
  readonly tests: readonly string[];
}

/** The database that the tests of a file run on. */
export type Half = 'SQLite' | 'PostgreSQL';

/** One test file without any mutant: its time, and the mutants that it reaches. */
export interface Reach {
  readonly test: string;
  readonly half: Half;
  readonly ms: number;
  /** The failure, if there is one: then the file shows nothing about mutants. */
  readonly failure: string | undefined;
  readonly reached: readonly number[];
}

/** A test file on one database. */
export type TestRun = Pick<Reach, 'test' | 'half'>;

/** The work of one process: find what each test reaches (`reach` is absent), or try mutants. */
export interface Work {
  /** The tests whose reach to find. */
  readonly tests: readonly TestRun[];
  readonly mutants: readonly number[];
  readonly reach: readonly Reach[] | undefined;
  /** Runs the tests of each mutant without the mutant, to see whether they end then. */
  readonly isControl: boolean;
  /** The most time of one mutant's tests, measured without the mutant. */
  readonly budgetMs: number;
  /** The first number of its test files, which choose Redis databases by their number. */
  readonly firstNumber: number;
  /** The file that it appends its lines to. */
  readonly output: string;
}

/** The output of a process, one JSON object on each line. */
export type Line =
  | ({ readonly kind: 'learn' } & TestRun)
  | ({ readonly kind: 'reach' } & Reach)
  | { readonly kind: 'begin'; readonly id: number }
  /** The begin of a test file of the mutant, and its limit of time. */
  | { readonly kind: 'run'; readonly limitMs: number }
  | { readonly kind: 'end'; readonly id: number; readonly noticedBy: string | null }
  | { readonly kind: 'done' };

/** The file with the work of this process. */
export function workFile(): string {
  const file = process.env.PORTICO_TEST_MUTANTS;
  if (file === undefined) throw new Error('Start it with `npm run mutate`.');
  return file;
}

/** The plan of the run, next to the work of each of its processes. */
export function readPlan(): Plan {
  return JSON.parse(readFileSync(join(dirname(workFile()), 'plan.json'), 'utf8')) as Plan;
}

/** The lines that a process has written so far, without an incomplete last one. */
export function readLines(file: string): Line[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The process has written nothing yet.
  }
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}
