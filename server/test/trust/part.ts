import type { Clock } from '../../src/lib/clock.js';
import type { TestDatabase } from '../rig/databases.js';
import type { Random } from './random.js';
import type { Report } from './report.js';

/** An empty installation of nobody else, and a folder for the files of the part. */
export interface Engine extends TestDatabase {
  readonly folder: string;
  readonly secretKey: Buffer;
  /** The clock of its commands, where a part moves the time. */
  readonly clock?: Clock;
}

/** What a part is given for one run: everything that it may use. */
export interface Work {
  readonly random: Random;
  /** The numbers of the rounds, from 1 on. They end early where the time is over or something was found. */
  readonly rounds: Iterable<number>;
  readonly engine: Engine;
  readonly report: Report;
}

/**
 * Something that must always hold, and the random work that could show the opposite. A run begins with an empty
 * installation and does the same work for the same seed.
 */
export interface Part {
  /** What the command line calls it. */
  readonly name: string;
  /** What it proves, on one line. */
  readonly proves: string;
  /** The rounds of one run. What a round is, the part says: a night, a kill. */
  readonly rounds: number;
  /** The rounds of the whole, over as many runs as that takes. */
  readonly whole: number;
  run(work: Work): Promise<void>;
}
