import { type Kysely, sql, type Transaction } from 'kysely';
import { teamsOf } from '../../resources/people/team.members.js';
import { leadChange, memberChange } from '../../resources/webhook-events.js';
import { refreshSearch } from '../../search/listing.search-refresh.js';
import { lockRows, lockTable } from '../../store/engines/dialect.js';
import { inPortions } from '../../store/tenant/bulk.js';
import { CHANGE_KINDS, type ChangeKind } from '../../store/tenant/change-tables.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import { type Changes, isShown } from '../../store/tenant/changes.js';
import { noteEvents } from '../../store/tenant/followers.js';
import { forImport } from '../../store/tenant/import-lock.js';
import { forgetKeptFields } from '../../store/tenant/kept-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { keepHighest } from '../../store/tenant/source-keys.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { type Attached, REMOVALS, type RemovableKind } from './removals.js';

/** What a removal does, or would do. */
export interface Removed {
  readonly ids: readonly number[];
  /** The ids of which there was no record. */
  readonly missing: readonly number[];
  /** How many rows name these records, by name and by what becomes of them. */
  readonly attached: readonly (Pick<Attached, 'name' | 'fate'> & { readonly count: number })[];
}

/** The tables by name, for statements that are made from the list of removals. */
type Loose = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Removes records by their ids in one transaction, settles what names them, and leaves an entry for
 * those that keep a copy. Ids without a record are reported and are no error, so that a removal can be
 * repeated.
 *
 * Removals and the batches of imports take turns: both make the narrow twins of listings again out of
 * rows that the other may be writing, and the older twin would stay.
 */
export async function removeRecords(
  database: TenantDatabase,
  kind: RemovableKind,
  ids: readonly number[],
): Promise<Removed> {
  if (kind === 'listings') await database.announce?.();
  return writeRecords(forImport(database), async (transaction, changes) => {
    // Before any row of it, as in a registration: each would wait for what the other holds.
    if (kind === 'clients') await lockTable(transaction, 'client');
    const found = await foundIn(transaction, kind, ids);
    const attached = await attachedTo(transaction, kind, found.ids);
    if (found.ids.length > 0) await remove(database, transaction, kind, found.ids, changes);
    return { ...found, attached };
  });
}

/** What `removeRecords` would do. Nothing is changed. */
export async function previewRemoval(
  { db }: TenantDatabase,
  kind: RemovableKind,
  ids: readonly number[],
): Promise<Removed> {
  const found = await foundIn(db, kind, ids);
  return { ...found, attached: await attachedTo(db, kind, found.ids) };
}

/** Which of these records are there. In a transaction it locks them in the order of their ids, as imports do. */
export async function foundIn(
  db: Kysely<TenantTables>,
  kind: RemovableKind,
  ids: readonly number[],
): Promise<Pick<Removed, 'ids' | 'missing'>> {
  const wanted = [...new Set(ids)].sort((one, other) => one - other);
  const { table } = REMOVALS[kind];
  const rows = await inPortions(wanted, (portion) => {
    const query = db
      .selectFrom(table as 'listing')
      .select('id')
      .where('id', 'in', portion)
      .orderBy('id');
    return (db.isTransaction ? lockRows(db, query) : query).execute();
  });
  const there = new Set(rows.map(({ id }) => id));
  return {
    ids: wanted.filter((id) => there.has(id)),
    missing: wanted.filter((id) => !there.has(id)),
  };
}

async function attachedTo(
  db: Kysely<TenantTables>,
  kind: RemovableKind,
  ids: readonly number[],
): Promise<Removed['attached']> {
  const counts: { name: string; fate: Attached['fate']; count: number }[] = [];
  for (const attached of REMOVALS[kind].attached) {
    if (attached.name === '') continue;
    const loose = db as unknown as Loose;
    const rows = await inPortions(ids, (portion) =>
      loose
        .selectFrom(attached.table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where((eb) => eb.and(conditions(attached, portion)))
        .execute(),
    );
    const count = rows.reduce((sum, row) => sum + Number(row.count), 0);
    if (count > 0) counts.push({ name: attached.name, fate: attached.fate, count });
  }
  return counts;
}

function conditions({ column, own, text }: Attached, ids: readonly number[]) {
  const values = text === true ? ids.map(String) : ids;
  const named = sql<boolean>`${sql.ref(column)} in (${sql.join(values)})`;
  return own === undefined ? [named] : [named, sql<boolean>`${sql.ref(own)} = 0`];
}

async function remove(
  database: TenantDatabase,
  transaction: Transaction<TenantTables>,
  kind: RemovableKind,
  ids: readonly number[],
  changes: Changes,
): Promise<void> {
  const { table, attached } = REMOVALS[kind];
  const loose = transaction as unknown as Loose;
  await noteSideEffects(transaction, kind, ids, changes);
  if (kind === 'leads') {
    noteEvents(
      transaction,
      ids.map((id) => leadChange(id, 'removed')),
    );
  }
  const listings: number[] = [];
  for (const rows of attached) {
    if (rows.fate === 'stays') continue;
    await inPortions(ids, async (portion) => {
      const where = conditions(rows, portion);
      // Named out of what the statement returns: rows that came after an earlier read are among these.
      if (rows.fate === 'cleared') {
        const cleared = await loose
          .updateTable(rows.table)
          .set({ [rows.column]: 0 })
          .where((eb) => eb.and(where))
          .returning('id')
          .execute();
        const kind = CLEARED[rows.table];
        const clearedIds = cleared.map(({ id }) => Number(id));
        if (kind !== undefined)
          changes.wrote(
            kind,
            clearedIds,
            changedLine(rows.table === 'listing' ? 'main_neighborhood' : 'neighborhood'),
          );
        if (rows.table === 'alert') {
          noteEvents(
            transaction,
            clearedIds.map((id) => leadChange(id, 'updated', ['clientID'])),
          );
        }
        if (kind === 'listings') listings.push(...clearedIds);
      } else {
        const removal = loose.deleteFrom(rows.table).where((eb) => eb.and(where));
        if (table !== 'label') await removal.execute();
        else {
          const pairs = await removal.returning('listing_id').execute();
          changes.wrote(
            'listings',
            pairs.map((pair) => Number(pair.listing_id)),
            changedLine('labels'),
          );
        }
      }
      return [];
    });
  }
  await inPortions(ids, (portion) => loose.deleteFrom(table).where('id', 'in', portion).execute());
  await forgetKeptFields(transaction, kind, ids);
  await keepHighest(transaction, kind, Math.max(...ids));
  if (isFollowed(kind)) changes.removed(kind, ids);
  else changes.unnamed();
  // Those, too, that were written since the look and still name it.
  if (isShown(kind)) changes.shown(kind, ids);
  await refreshSearch(database, transaction, {
    listings,
    buildings: kind === 'buildings' ? ids : [],
  });
}

/** Whether `GET /changes` reports the kind. */
function isFollowed(kind: RemovableKind): kind is RemovableKind & ChangeKind {
  return Object.hasOwn(CHANGE_KINDS, kind);
}

const CLEARED: Readonly<Record<string, ChangeKind>> = {
  listing: 'listings',
  building: 'buildings',
  neighborhood: 'neighborhoods',
};

/**
 * Names buildings and teams that show a removed listing or agent, and members among removed clients, before
 * these are removed. Their rows are locked, so that they say which.
 */
async function noteSideEffects(
  transaction: Transaction<TenantTables>,
  kind: RemovableKind,
  ids: readonly number[],
  changes: Changes,
): Promise<void> {
  if (kind === 'listings') {
    const rows = await inPortions(ids, (portion) =>
      transaction
        .selectFrom('listing')
        .select('building_id')
        .distinct()
        .where('id', 'in', portion)
        .where('building_id', '<>', 0)
        .execute(),
    );
    // Their asking prices are part of a building's record.
    changes.touched(
      'buildings',
      rows.map((row) => row.building_id),
    );
  }
  if (kind === 'clients') {
    const members = await inPortions(ids, (portion) =>
      transaction
        .selectFrom('client')
        .select('id')
        .where('id', 'in', portion)
        .where('member', '=', 1)
        .execute(),
    );
    noteEvents(
      transaction,
      members.map(({ id }) => memberChange(id, 'removed')),
    );
  }
  if (kind === 'agents') {
    const agents = await inPortions(ids, (portion) =>
      transaction.selectFrom('agent').select('teamid').where('id', 'in', portion).execute(),
    );
    changes.touched('teams', teamsOf(agents));
  }
}
