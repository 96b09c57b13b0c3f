import type { TenantDatabase } from './open.js';
import type { RevisionTable } from './tables.js';

type Revision = Pick<RevisionTable, 'number' | 'views' | 'refreshed_at'>;

/** The revisions that the calls of this turn of the event loop have read; undefined where none has come in it. */
let revisions: Map<TenantDatabase, Revision> | undefined;

/**
 * Says that a call has come in from its socket, from where on the calls of this turn read each revision once.
 *
 * All of them had arrived before the first of them was answered, as they come out of one poll of the sockets. So
 * a revision that is read in this turn is newer than every write that one of them can know of, in whatever process it
 * was. It is forgotten before the next poll of the sockets (`setImmediate`), and when this process has written. What
 * is read in a turn without a call, as after a timer, is not kept: a poll of the sockets follows in the same turn.
 * A caller who sends a call before the last one on its connection is answered (pipelining) may have sent it within
 * the turn, and gets the answer of the last one's revision. So may one of more than 1,024 callers whose sockets are ready
 * at once, as libuv then polls the sockets again within the turn.
 */
export function beginTurnOfCalls(): void {
  if (revisions !== undefined) return;
  revisions = new Map();
  setImmediate(() => {
    revisions = undefined;
  });
}

/** A revision that was read in this turn; otherwise it is read. */
export function revisionOfTurn(
  database: TenantDatabase,
  read: () => Revision | undefined,
): Revision | undefined {
  const before = revisions?.get(database);
  if (before !== undefined) return before;
  const revision = read();
  if (revision !== undefined) revisions?.set(database, revision);
  return revision;
}

/** Says that this process has written. */
export function forgetRevisions(): void {
  revisions?.clear();
}
