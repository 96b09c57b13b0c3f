import { type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import { read } from '../../api/endpoint.js';
import { idsOf } from '../../lib/grouped.js';
import { refreshSearch } from '../../search/listing.search-refresh.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { type ColumnsOf, column, id, idOf, text, whole } from '../kinds/fields.js';
import { filesOf, rowsOver, writeRows } from '../kinds/files.js';
import { defineKind, outcomeOf } from '../kinds/kind.js';
import { movesOfProvisional } from '../kinds/provisional.js';
import { readKey } from '../kinds/transfer-fields.js';

const fields = {
  cat_id: id('Neighborhood id, passed as `cat` to searches', { column: 'id' }),
  cat_name: text('Name', { column: 'name', read: readKey }),
  /** The name in lower case, by which listings find it. */
  name_key: column(''),
  /** 1 when only listings have named it, so that its id is provisional. */
  from_listings: column(0),
  img: text('Image filename'),
  imgname: text('Image caption'),
  parent: idOf('neighborhoods', 'Id of the neighborhood around it, 0 at the top'),
  sort: whole('Position, lower first'),
  text_1: text('Description as HTML'),
};

declare module '../../store/tenant/tables.js' {
  interface TenantTables {
    neighborhood: ColumnsOf<typeof fields>;
  }
}

/** Neighborhoods. R108. */
export const neighborhood = defineKind('neighborhoods', 'Neighborhood', fields);

/** Neighborhoods in files. One that comes as a record takes over what listings have made in its place. */
export const neighborhoodFiles = filesOf(neighborhood, {
  write: (database, imports) =>
    writeRecords(database, async (transaction, changes) => {
      const writing = { database, transaction, changes };
      const { stored, rows } = await rowsOver(neighborhood, writing, imports, ({ name }) => ({
        from_listings: 0,
        name_key: name.trim().toLowerCase(),
      }));
      const { moves, displaced } = await movesOfProvisional(neighborhood, transaction, rows);
      const { listings, buildings } = await moveAlong(transaction, moves);
      changes.removed('neighborhoods', moves.keys());
      const { changed } = await writeRows(neighborhood, writing, stored, [...rows, ...displaced]);
      changes.wrote('buildings', buildings, changedLine('neighborhood'));
      // A record that is as it was may take over listings, and its spelling of the name is not theirs.
      // A listing that was written after the look may still name an id that was left.
      changes.shown('neighborhoods', [...changed, ...[...moves].flat()]);
      // A search for an address looks at this name, which ends the address that is displayed.
      const renamed = rows.filter(({ id, name }) => stored.get(id)?.name !== name);
      await refreshSearch(database, transaction, {
        listings,
        neighborhoods: idsOf(renamed),
      });
      return outcomeOf(imports, ({ id }) => changed.has(id));
    }),
});

/** Moves what is in neighborhoods along with these. @returns The listings and buildings that moved. */
async function moveAlong(
  transaction: Kysely<TenantTables>,
  moves: ReadonlyMap<number, number>,
): Promise<{ readonly listings: readonly number[]; readonly buildings: readonly number[] }> {
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
  if (moves.size === 0) return { listings: [], buildings: [] };
  const moved = async (table: 'listing' | 'building') => {
    const there = transaction.selectFrom(table).select('id').where('neighborhood_id', '<', 0);
    const rows = await there.execute();
    await transaction
      .updateTable(table)
      .set({ neighborhood_id: sql<number>`-neighborhood_id` })
      .where('neighborhood_id', '<', 0)
      .execute();
    return idsOf(rows);
  };
  return { listings: await moved('listing'), buildings: await moved('building') };
}

const tag = 'Buildings and neighborhoods';

/** The reads of neighborhoods. R36, R39. */
export const neighborhoodEndpoints = [
  read({
    path: '/neighborhoods',
    tag,
    operation: 'listNeighborhoods',
    summary: 'All neighborhoods',
    description:
      'Answers all neighborhoods in the order in which to show them. `cat_id` is what searches take as `cat`, and `parent` the neighborhood around it.',
    answer: Type.Array(neighborhood.schema),
    handle: async ({ tenant, context }) =>
      (await findNeighborhoods(tenant.database)).map((row) => neighborhood.record(row, context)),
  }),
  read({
    path: '/neighborhoods/{id}',
    tag,
    operation: 'getNeighborhood',
    summary: 'One neighborhood',
    description: 'Answers an array with one record; an empty array if there is none.',
    segment: 'Neighborhood id',
    answer: Type.Array(neighborhood.schema, { maxItems: 1 }),
    handle: async ({ tenant, segment, context }) =>
      (await findNeighborhoods(tenant.database, segment)).map((row) =>
        neighborhood.record(row, context),
      ),
  }),
];

/** All neighborhoods in their order, or the one with an id. */
function findNeighborhoods({ db }: TenantDatabase, id?: number) {
  const all = db.selectFrom('neighborhood').selectAll().orderBy('sort').orderBy('id');
  return (id === undefined ? all : all.where('id', '=', id)).execute();
}
