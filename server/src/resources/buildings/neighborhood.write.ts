import { type Kysely, type Selectable, sql } from 'kysely';
import { provisionalMoves } from '../../lib/provisional-ids.js';
import { refreshSearch } from '../../search/listing.search-refresh.js';
import { changedRows, storedById, upsert } from '../../store/tenant/bulk.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { numberAfter } from '../../store/tenant/source-keys.js';
import {
  NEIGHBORHOOD_DEFAULTS,
  type NeighborhoodTable,
  type TenantTables,
} from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { changedLines } from '../kinds/changed-fields.js';
import { outcomeOf, type WriteOutcome } from '../kinds/record-kind.js';
import type { NeighborhoodImport } from './neighborhood.import.js';
import { neighborhoodFieldNames } from './neighborhood.import.js';

type Row = Selectable<NeighborhoodTable>;

/** Inserts or updates neighborhoods in one transaction. */
export async function writeNeighborhoods(
  database: TenantDatabase,
  imports: readonly NeighborhoodImport[],
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    const stored = await storedById(
      transaction,
      'neighborhood',
      imports.map(({ id }) => id),
    );
    const rows = imports.map(({ id, values }) => {
      const merged = {
        ...NEIGHBORHOOD_DEFAULTS,
        ...stored.get(id),
        ...values,
        id,
        from_listings: 0,
      };
      return { ...merged, name_key: merged.name.trim().toLowerCase() };
    });
    const { displaced, moves, listings, buildings } = await makeWay(transaction, rows);
    const written = changedRows(stored, [...rows, ...displaced]);
    await upsert(
      database,
      transaction,
      'neighborhood',
      columnsOf(NEIGHBORHOOD_DEFAULTS),
      ['id'],
      written,
    );
    const changed = written.map(({ id }) => id);
    changes.removed('neighborhoods', moves.keys());
    const lines = changedLines(neighborhoodFieldNames, stored, written);
    changes.wrote('neighborhoods', changed, lines);
    changes.wrote('buildings', buildings, changedLine('neighborhood'));
    // A record that is as it was may take over listings, and its spelling of the name is not theirs.
    // A listing that was written after the look may still name an id that was left.
    changes.shown('neighborhoods', [...changed, ...[...moves].flat()]);
    // A search for an address looks at this name, which ends the address that is displayed.
    const renamed = rows.filter(({ id, name }) => stored.get(id)?.name !== name);
    await refreshSearch(database, transaction, {
      listings,
      neighborhoods: renamed.map(({ id }) => id),
    });
    const isChanged = new Set(changed);
    return outcomeOf(imports, ({ id }) => isChanged.has(id));
  });
}

/**
 * Moves neighborhoods with provisional ids, and what is in them, to the ids that these rows give
 * them.
 *
 * @returns The neighborhoods that moved to another provisional id, the listings and buildings that
 *   moved along, and the new id of each that moved.
 */
async function makeWay(
  transaction: Kysely<TenantTables>,
  imported: readonly Row[],
): Promise<{
  readonly displaced: readonly Row[];
  readonly listings: readonly number[];
  readonly buildings: readonly number[];
  readonly moves: ReadonlyMap<number, number>;
}> {
  const provisional = await transaction
    .selectFrom('neighborhood')
    .selectAll()
    .where('from_listings', '=', 1)
    .orderBy('id')
    .execute();
  const { highest } = await transaction
    .selectFrom('neighborhood')
    .select((eb) => eb.fn.max('id').as('highest'))
    .executeTakeFirstOrThrow();
  const used = imported.reduce((most, { id }) => Math.max(most, id), highest ?? 0);
  // Past all numbers of keys, where the highest is one of these.
  const last = (await numberAfter(transaction, 'neighborhoods', used, 0)) - 1;
  const { moves, displaced } = provisionalMoves(provisional, imported, last);
  for (const [from, to] of moves) {
    // Moves through negative ids, which nothing has, because one neighborhood may take the id that
    // another leaves.
    for (const table of ['listing', 'building'] as const) {
      await transaction
        .updateTable(table)
        .set({ neighborhood_id: -to })
        .where('neighborhood_id', '=', from)
        .execute();
    }
    await transaction.deleteFrom('neighborhood').where('id', '=', from).execute();
  }
  if (moves.size === 0) return { displaced, moves, listings: [], buildings: [] };
  const moved = (table: 'listing' | 'building') =>
    transaction.selectFrom(table).select('id').where('neighborhood_id', '<', 0).execute();
  const [listings, buildings] = [await moved('listing'), await moved('building')];
  for (const table of ['listing', 'building'] as const) {
    await transaction
      .updateTable(table)
      .set({ neighborhood_id: sql<number>`-neighborhood_id` })
      .where('neighborhood_id', '<', 0)
      .execute();
  }
  return {
    displaced,
    moves,
    listings: listings.map(({ id }) => id),
    buildings: buildings.map(({ id }) => id),
  };
}
