import type { Kysely } from 'kysely';
import { idsOf } from '../../lib/grouped.js';
import { lockTable } from '../../store/engines/dialect.js';
import { inPortions, upsert } from '../../store/tenant/bulk.js';
import { CHANGE_KINDS, type ChangeKind } from '../../store/tenant/change-tables.js';
import type { Changes } from '../../store/tenant/changes.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { numberAfter } from '../../store/tenant/source-keys.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { ColumnsOf, FieldList } from './fields.js';
import type { Kind } from './kind.js';

/** A row with an id and a name in lower case. */
interface Named {
  readonly id: number;
  readonly name_key: string;
}

interface Moves<Row> {
  /** The new id of each provisional row that cannot stay. */
  readonly moves: ReadonlyMap<number, number>;
  /** The rows under new provisional ids; a row that a record takes over is only in `moves`. */
  readonly displaced: readonly Row[];
}

/**
 * Listings name their labels and neighborhoods and come before their records, or without them: a row
 * then gets a provisional id. A record of that name gives the row its own id, and a provisional id that
 * a record needs for another name is replaced by the next free one.
 */
export async function movesOfProvisional<List extends FieldList>(
  { name }: Kind<List>,
  transaction: Kysely<TenantTables>,
  incoming: readonly Named[],
): Promise<Moves<ColumnsOf<List>>> {
  const table = CHANGE_KINDS[name as ChangeKind].table;
  // One of the two stands for both.
  const loose = transaction as unknown as Kysely<Pick<TenantTables, 'neighborhood'>>;
  const rows = loose.selectFrom(table as 'neighborhood');
  const provisional = await rows.selectAll().where('from_listings', '=', 1).orderBy('id').execute();
  if (provisional.length === 0) return { moves: new Map(), displaced: [] };
  const { highest } = await rows
    .select((eb) => eb.fn.max('id').as('highest'))
    .executeTakeFirstOrThrow();
  const used = incoming.reduce((most, { id }) => Math.max(most, id), highest ?? 0);
  // Past all numbers of keys, where the highest is one of these.
  const last = (await numberAfter(transaction, name, used, 0)) - 1;
  return movesOf(provisional, incoming, last) as unknown as Moves<ColumnsOf<List>>;
}

/**
 * The ids of labels or neighborhoods by their names in lower case. One that does not exist is made; a neighborhood at the
 * top level, after the others.
 */
export async function idsByName(
  kind: 'labels' | 'neighborhoods',
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  names: readonly string[],
  changes: Changes,
): Promise<ReadonlyMap<string, number>> {
  const { table } = CHANGE_KINDS[kind];
  const wanted = new Map<string, string>();
  for (const name of names) {
    const key = name.toLowerCase();
    // The first spelling of a name wins.
    if (key !== '' && !wanted.has(key)) wanted.set(key, name);
  }
  // One of the two stands for both.
  const loose = transaction as unknown as Kysely<Pick<TenantTables, 'neighborhood'>>;
  const query = loose.selectFrom(table as 'neighborhood');
  const find = async () => {
    const rows = await inPortions([...wanted.keys()], (keys) =>
      // The oldest of several with one name wins.
      query
        .select(['id', 'name_key'])
        .where('name_key', 'in', keys)
        .orderBy('id', 'desc')
        .execute(),
    );
    return new Map(rows.map((row) => [row.name_key, row.id]));
  };
  const known = await find();
  if ([...wanted.keys()].every((key) => known.has(key))) return known;
  await lockTable(transaction, table);
  const found = await find();
  const made = [...wanted].filter(([key]) => !found.has(key));
  const { highest } = await query
    .select((eb) => eb.fn.max('id').as('highest'))
    .executeTakeFirstOrThrow();
  const first = await numberAfter(transaction, kind, highest, made.length);
  const last = kind === 'neighborhoods' ? await lastSort(transaction) : 0;
  const rows = made.map(([name_key, name], index) => {
    return { from_listings: 1, id: first + index, sort: last + 1 + index, name, name_key };
  });
  // The database has the empty value of the other columns.
  const columns = ['id', 'from_listings', 'name', 'name_key'] as const;
  if (kind === 'labels') await upsert(database, transaction, 'label', columns, ['id'], rows);
  else await upsert(database, transaction, 'neighborhood', [...columns, 'sort'], ['id'], rows);
  const ids = idsOf(rows);
  changes.wrote(kind, ids);
  // The id may be that of one that was removed while another import wrote listings with it.
  changes.shown(kind, ids);
  for (const row of rows) found.set(row.name_key, row.id);
  return found;
}

async function lastSort(transaction: Kysely<TenantTables>): Promise<number> {
  const { last } = await transaction
    .selectFrom('neighborhood')
    .select((eb) => eb.fn.max('sort').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** @param highest The highest id in use. */
function movesOf<Row extends Named>(
  provisional: readonly Row[],
  incoming: readonly Named[],
  highest: number,
): Moves<Row> {
  const ids = new Set(idsOf(incoming));
  const idByKey = new Map<string, number>();
  for (const { id, name_key } of incoming) {
    // Of several records of one name the lowest id counts, as for listings.
    idByKey.set(name_key, Math.min(id, idByKey.get(name_key) ?? id));
  }
  let last = highest;
  const displaced: Row[] = [];
  const moves = new Map<number, number>();
  for (const row of provisional) {
    const own = idByKey.get(row.name_key);
    if (own !== undefined) {
      if (own !== row.id) moves.set(row.id, own);
    } else if (ids.has(row.id)) {
      last += 1;
      moves.set(row.id, last);
      displaced.push({ ...row, id: last });
    }
  }
  return { moves, displaced };
}
