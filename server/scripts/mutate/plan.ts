import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutants.js';

/** What a process of tests is to do. */
export interface Plan {
  readonly mutants: readonly Mutant[];
  /** Test files, from the root of the checkout. */
  readonly tests: readonly string[];
}

/** Which database the tests of a file run on. */
export type Half = 'SQLite' | 'PostgreSQL';

/** One test file without any mutant: how long it takes, and the mutants that it reaches. */
export interface Reach {
  readonly test: string;
  readonly half: Half;
  readonly ms: number;
  /** What failed, where that is so: then it says nothing of mutants. */
  readonly failure: string | undefined;
  readonly reached: readonly number[];
}

/** A test file on one database. */
export type TestRun = Pick<Reach, 'test' | 'half'>;

/** What one process is to do: learn what each test reaches (`reach` missing), or try mutants. */
export interface Work {
  /** What is to be learned. */
  readonly tests: readonly TestRun[];
  readonly mutants: readonly number[];
  readonly reach: readonly Reach[] | undefined;
  /** Runs the tests of each mutant without it: whether they end then. */
  readonly isControl: boolean;
  /** How long the tests of one mutant may take, as they do without it. */
  readonly budgetMs: number;
  /** Where it begins to number its test files, which take Redis databases by their number. */
  readonly firstNumber: number;
  /** The file that it adds its lines to. */
  readonly output: string;
}

/** What a process writes, one JSON object a line. */
export type Line =
  | ({ readonly kind: 'learn' } & TestRun)
  | ({ readonly kind: 'reach' } & Reach)
  | { readonly kind: 'begin'; readonly id: number }
  /** A test file of the mutant begins, which takes no longer than this. */
  | { readonly kind: 'run'; readonly limitMs: number }
  | { readonly kind: 'end'; readonly id: number; readonly noticedBy: string | null }
  | { readonly kind: 'done' };

/** The file that says what this process is to do. */
export function workFile(): string {
  const file = process.env.PORTICO_TEST_MUTANTS;
  if (file === undefined) throw new Error('Start it with `npm run mutate`.');
  return file;
}

/** The plan of the run, beside the work of each of its processes. */
export function readPlan(): Plan {
  return JSON.parse(readFileSync(join(dirname(workFile()), 'plan.json'), 'utf8')) as Plan;
}

/** The lines that a process has written so far; a last one that is not whole is left out. */
export function readLines(file: string): Line[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // It has written nothing yet.
  }
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}
