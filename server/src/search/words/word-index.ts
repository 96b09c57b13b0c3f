import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { SharedRuns } from '../../lib/queues.js';
import { lockRows } from '../../store/engines/dialect.js';
import { fragment } from '../../store/engines/fragment.js';
import { changeState } from '../../store/tenant/change-page.js';
import { CHANGE_KINDS } from '../../store/tenant/change-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { runPrepared } from '../../store/tenant/prepared.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { WordIndexTable } from '../../store/tenant/word-tables.js';
import { writeTo } from '../../store/tenant/write.js';
import { storeWords } from './word-store.js';

/*
 * The words of listings are indexed by the search that asks for them, and not by the write that changes
 * them: most websites never search by words, and to take a description apart and to store its words takes
 * as long as the import of the whole listing. The entries of changes say what an index is behind by, so
 * that no write has to know of it, and none can forget it.
 *
 * The index is plain tables and not FTS5 or `tsvector`: both databases then have the same words and find
 * the same, and backups, moves and roles carry these tables as they carry all others. FTS5 keeps its own
 * in tables of binary values that are neither copied nor guarded by triggers.
 */

/** Listings of one transaction. Other calls are answered between two. */
const PORTION = 250;

const LISTINGS = CHANGE_KINDS.listings.code;

/** After the last record of a change. */
const WHOLE_CHANGE = Number.MAX_SAFE_INTEGER;

/** The indexing under way, by database: searches of one process wait for one run. */
const runs = new SharedRuns<TenantDatabase, void>();

/**
 * Brings the index of words up to the data as it is at this call, or later. The first call for a tenant
 * takes up to 160 ms a thousand listings; others take what has changed since.
 */
export function bringForward(database: TenantDatabase): Promise<void> {
  return runs.joinNext(database, () => indexChanges(database));
}

async function indexChanges(database: TenantDatabase): Promise<void> {
  if (await isCurrent(database)) return;
  for (;;) {
    // A power cut may lose the transaction, all of it: the next search finds it missing.
    const { left, begun } = await database.note((transaction) =>
      indexPortion(database, transaction),
    );
    // An earlier program has written here, without entries: a write of this one begins again.
    if (!begun) await writeTo(database, async () => {});
    else if (left === 0) return;
    await nextTurn();
  }
}

/** Whether nothing was written since the index was brought forward: all that most searches ask. */
async function isCurrent(database: TenantDatabase): Promise<boolean> {
  const statement = fragment('word index', [], () =>
    database.db
      .selectFrom('revision as r')
      .innerJoin('word_index as w', 'w.epoch', 'r.epoch')
      .whereRef('w.seq', '>=', 'r.number')
      .select('w.record_id'),
  );
  const [row] = await runPrepared<Pick<WordIndexTable, 'record_id'>>(database, statement);
  return row?.record_id === WHOLE_CHANGE;
}

async function indexPortion(
  database: TenantDatabase,
  transaction: Transaction<TenantTables>,
): Promise<{ left: number; begun: boolean }> {
  const revision = await changeState(transaction);
  if (revision.entries_seq !== revision.number) return { left: 1, begun: false };
  const index = await stateOf(transaction, revision);
  const entries = await changedListings(transaction, index);
  const ids = entries.map((entry) => entry.record_id);
  const place = ids.length === 0 ? index : await storeWords(database, transaction, index, ids);
  const last = entries.at(-1);
  // Writers commit in the order of their revisions: a reader that sees this one sees all entries up to it.
  const caughtUp = last === undefined || entries.length < PORTION;
  const until = caughtUp
    ? { seq: Math.max(revision.number, last?.seq ?? 0), record_id: WHOLE_CHANGE }
    : last;
  await transaction
    .updateTable('word_index')
    .set({ ...place, ...until, epoch: index.epoch })
    .execute();
  return { left: caughtUp ? 0 : 1, begun: true };
}

type Index = Omit<WordIndexTable, 'id'>;

const EMPTY: Omit<Index, 'epoch'> = { seq: 0, record_id: 0, block: 1, filled: 0, words: 0 };

/** Locks the index: two processes do not index the same listings side by side. */
async function stateOf(
  transaction: Transaction<TenantTables>,
  { epoch, floor_seq }: { readonly epoch: number; readonly floor_seq: number },
): Promise<Index> {
  await transaction
    .insertInto('word_index')
    .values({ id: 1, epoch, ...EMPTY })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { id, ...index } = await lockRows(
    transaction,
    transaction.selectFrom('word_index').selectAll(),
  ).executeTakeFirstOrThrow();
  const isEmpty = index.seq === 0;
  if (index.epoch === epoch && (isEmpty || index.seq >= floor_seq)) return index;
  // Another series of changes, as after a restore, or removals that are no longer known: what is indexed
  // may be gone.
  for (const table of ['word_posting', 'listing_words', 'word'] as const) {
    await transaction.deleteFrom(table).execute();
  }
  return { ...EMPTY, epoch };
}

function changedListings(transaction: Kysely<TenantTables>, { seq, record_id }: Index) {
  return transaction
    .selectFrom('change_entry')
    .select(['seq', 'record_id'])
    .where(sql<boolean>`(seq, kind, record_id) > (${seq}, ${LISTINGS}, ${record_id})`)
    .where('kind', '=', LISTINGS)
    .orderBy('seq')
    .orderBy('record_id')
    .limit(PORTION)
    .execute();
}
