import type { OwnedDatabase } from '../../store/tenant/open.js';
import type { MovedTable } from './catalog.js';

/** The fingerprint of a table, compared in both places: its rows, and sums over numeric keys. */
export interface Fingerprint {
  readonly rows: number;
  readonly sums: string;
}

/** The two databases of a move. */
export interface Copying {
  /** The tenant's name in the target; a rename gives it another one than in the source. */
  readonly tenant: string;
  readonly moveId: string;
  readonly source: OwnedDatabase;
  readonly target: OwnedDatabase;
  readonly tables: readonly MovedTable[];
  /** The last note that was replayed, if notes are committed in the order of their numbers. */
  replayedUpTo: number;
  /** The fingerprints of tables that were equal in both places and have no note since. */
  readonly agreed: Map<string, Fingerprint>;
  /** Stops the work between two pages. @throws the reason. */
  readonly check: () => void;
}
