import type { Kysely } from 'kysely';
import { CHANGE_KINDS, type ChangeKind } from '../../store/tenant/change-tables.js';
import { numberAfter } from '../../store/tenant/source-keys.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { ColumnsOf, FieldList } from './field.js';
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
 *
 * @param incoming The rows of the incoming records.
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

/** @param highest The highest id in use. */
function movesOf<Row extends Named>(
  provisional: readonly Row[],
  incoming: readonly Named[],
  highest: number,
): Moves<Row> {
  const ids = new Set(incoming.map((row) => row.id));
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
