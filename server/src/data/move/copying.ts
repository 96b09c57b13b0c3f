import type { OwnedDatabase } from '../client-database/open.js';
import type { MovedTable } from './catalog.js';

/** What is compared of a table in both places: its rows, and sums over numeric keys. */
export interface Fingerprint {
  readonly rows: number;
  readonly sums: string;
}

/** The two databases of a move. */
export interface Copying {
  readonly client: string;
  readonly moveId: string;
  readonly source: OwnedDatabase;
  readonly target: OwnedDatabase;
  readonly tables: readonly MovedTable[];
  /** The last note that was replayed, where notes come in the order of their numbers. */
  replayedUpTo: number;
  /** What was the same in both places, of tables of which nothing was noted since. */
  readonly agreed: Map<string, Fingerprint>;
  /** Stops the work between two pages. @throws whatever it has to say. */
  readonly check: () => void;
}
