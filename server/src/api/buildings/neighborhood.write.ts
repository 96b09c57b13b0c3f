import { type Kysely, type Selectable, sql } from 'kysely';
import { inPortions, storedById, upsert } from '../../data/bulk.js';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ClientTables, NeighborhoodTable } from '../../data/client-database/tables.js';
import { writeTo } from '../../data/client-database/write.js';
import { lockTable } from '../../data/dialect.js';
import { makeshiftMoves } from '../../lib/provisional-ids.js';
import { refreshSearch } from '../listings/listing.search-refresh.js';

type Row = Selectable<NeighborhoodTable>;

const EMPTY: Row = {
  id: 0,
  name: '',
  name_key: '',
  from_listings: 0,
  img: '',
  imgname: '',
  parent: 0,
  sort: 0,
  text_1: '',
};

const COLUMNS = Object.keys(EMPTY) as (keyof Row)[];

/** A neighborhood out of an import record: what the record told. */
export interface NeighborhoodImport {
  readonly id: number;
  readonly values: Partial<Omit<Row, 'id' | 'name_key' | 'from_listings'>>;
}

/** Inserts or updates neighborhoods in one transaction. */
export async function writeNeighborhoods(
  database: ClientDatabase,
  imports: readonly NeighborhoodImport[],
): Promise<void> {
  await writeTo(database, async (transaction) => {
    const stored = await storedById(
      transaction,
      'neighborhood',
      imports.map(({ id }) => id),
    );
    const rows = imports.map(({ id, values }) => {
      const merged = { ...EMPTY, ...stored.get(id), ...values, id, from_listings: 0 };
      return { ...merged, name_key: merged.name.trim().toLowerCase() };
    });
    const { displaced, listings } = await makeWay(transaction, rows);
    const all = [...rows, ...displaced];
    await upsert(database, transaction, 'neighborhood', COLUMNS, ['id'], all);
    // Listings are found by what is displayed of their address, which ends with this name.
    const renamed = rows.filter(({ id, name }) => stored.get(id)?.name !== name);
    await refreshSearch(database, transaction, {
      listings,
      neighborhoods: renamed.map(({ id }) => id),
    });
  });
}

/**
 * Moves neighborhoods with makeshift ids, and what is in them, to where these rows want them.
 *
 * @returns Those that have another makeshift id now, and the listings that have moved along.
 */
async function makeWay(
  transaction: Kysely<ClientTables>,
  told: readonly Row[],
): Promise<{ displaced: readonly Row[]; listings: number[] }> {
  const makeshift = await transaction
    .selectFrom('neighborhood')
    .selectAll()
    .where('from_listings', '=', 1)
    .orderBy('id')
    .execute();
  const { highest } = await transaction
    .selectFrom('neighborhood')
    .select((eb) => eb.fn.max('id').as('highest'))
    .executeTakeFirstOrThrow();
  const { moves, displaced } = makeshiftMoves(makeshift, told, highest ?? 0);
  const listings: number[] = [];
  for (const [from, to] of moves) {
    // By way of negative ids, which nothing has: one may take the id that another leaves.
    for (const table of ['listing', 'building'] as const) {
      await transaction
        .updateTable(table)
        .set({ neighborhood_id: -to })
        .where('neighborhood_id', '=', from)
        .execute();
    }
    await transaction.deleteFrom('neighborhood').where('id', '=', from).execute();
  }
  if (moves.size === 0) return { displaced, listings };
  const moved = await transaction
    .selectFrom('listing')
    .select('id')
    .where('neighborhood_id', '<', 0)
    .execute();
  for (const table of ['listing', 'building'] as const) {
    await transaction
      .updateTable(table)
      .set({ neighborhood_id: sql<number>`-neighborhood_id` })
      .where('neighborhood_id', '<', 0)
      .execute();
  }
  return { displaced, listings: moved.map(({ id }) => id) };
}

/**
 * The ids of neighborhoods by their names in lower case; those that do not exist are made at the
 * top level, behind the others.
 */
export async function neighborhoodIds(
  database: ClientDatabase,
  transaction: Kysely<ClientTables>,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map<string, string>();
  for (const name of names) {
    const key = name.toLowerCase();
    // Of several spellings of one name the first is kept.
    if (!wanted.has(key)) wanted.set(key, name);
  }
  wanted.delete('');
  const find = async () =>
    new Map(
      (
        await inPortions([...wanted.keys()], (keys) =>
          transaction
            .selectFrom('neighborhood')
            .select(['id', 'name_key'])
            .where('name_key', 'in', keys)
            // Of several with one name the one that was there first is meant.
            .orderBy('id', 'desc')
            .execute(),
        )
      ).map((row) => [row.name_key, row.id]),
    );
  let found = await find();
  if ([...wanted.keys()].every((key) => found.has(key))) return found;
  await lockTable(transaction, 'neighborhood');
  found = await find();
  const { highest, last } = await transaction
    .selectFrom('neighborhood')
    .select((eb) => [eb.fn.max('id').as('highest'), eb.fn.max('sort').as('last')])
    .executeTakeFirstOrThrow();
  const made = [...wanted].filter(([key]) => !found.has(key));
  const rows = made.map(([key, name], index) => ({
    ...EMPTY,
    from_listings: 1,
    id: (highest ?? 0) + 1 + index,
    sort: (last ?? 0) + 1 + index,
    name,
    name_key: key,
  }));
  await upsert(database, transaction, 'neighborhood', COLUMNS, ['id'], rows);
  for (const row of rows) found.set(row.name_key, row.id);
  return found;
}
