import { type Generated, type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import { read } from '../../api/endpoint.js';
import { idsOf } from '../../lib/grouped.js';
import { lockTable } from '../../store/engines/dialect.js';
import { changedRows, inPortions, upsert } from '../../store/tenant/bulk.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { type ColumnsOf, column, id, text } from '../kinds/fields.js';
import { filesOf, rowsOver } from '../kinds/files.js';
import { defineKind, outcomeOf } from '../kinds/kind.js';
import { movesOfProvisional } from '../kinds/provisional.js';
import { readKey } from '../kinds/transfer-fields.js';

const fields = {
  id: id('Label id, passed as `label` to the listing search'),
  labelname: text('Name', {
    column: 'name',
    read: (value, field) => readKey(value, field).trim(),
  }),
  name_key: column(''),
  /** 1 when only listings have named it: then its id is provisional. */
  from_listings: column(0),
};

/** The columns that have a default. */
type Filled = 'id' | 'from_listings';

declare module '../../store/tenant/tables.js' {
  interface TenantTables {
    label: Omit<ColumnsOf<typeof fields>, Filled> & { [Column in Filled]: Generated<number> };
  }
}

/** Labels of listings. R125. */
export const label = defineKind('labels', 'Label', fields);

/**
 * Labels in files.
 *
 * An import reads listings before labels, and listings name their labels. So a label may already
 * exist under a provisional id. A record with its name gives it the record's id, and its listings
 * keep the label. A label gives up a provisional id that another record needs.
 */
export const labelFiles = filesOf(label, {
  write: (database, imports) =>
    writeRecords(database, async (transaction, changes) => {
      // The same order of locks as in an import of listings.
      await lockTable(transaction, 'label');
      await lockTable(transaction, 'listing_label');
      const { stored, rows } = await rowsOver(label, { transaction }, imports, ({ name }) => ({
        from_listings: 0,
        name_key: name.toLowerCase(),
      }));
      const { moves, displaced } = await movesOfProvisional(label, transaction, rows);
      await moveLabels(transaction, moves);
      const written = changedRows(stored, [...rows, ...displaced]);
      await upsert(database, transaction, 'label', columnsOf(label.defaults), ['id'], written);
      const changed = new Set(idsOf(written));
      changes.removed('labels', moves.keys());
      changes.wrote('labels', changed, changedLine('labelname'));
      changes.shown('labels', [...changed, ...[...moves].flat()]);
      return outcomeOf(imports, ({ id }) => changed.has(id));
    }),
});

/** Gives labels other ids, all at once, because one label may take the id that another leaves. */
async function moveLabels(transaction: Kysely<TenantTables>, moves: ReadonlyMap<number, number>) {
  // Moves to negative ids first, which nothing has, so that no label meets one that has yet to
  // move.
  await inPortions([...moves.keys()], async (portion) => {
    const cases = portion.map(
      (id) => sql`when ${sql.lit(id)} then ${sql.lit(-(moves.get(id) ?? 0))}`,
    );
    await transaction
      .updateTable('listing_label')
      .set({ label_id: sql<number>`case label_id ${sql.join(cases, sql` `)} end` })
      .where('label_id', 'in', portion)
      .execute();
    await transaction.deleteFrom('label').where('id', 'in', portion).execute();
    return [];
  });
  if (moves.size === 0) return;
  // A listing may already have the label under the new id.
  await transaction
    .deleteFrom('listing_label')
    .where('label_id', '<', 0)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('listing_label as other')
          .select('other.listing_id')
          .whereRef('other.listing_id', '=', 'listing_label.listing_id')
          .where('other.label_id', '=', sql<number>`-${sql.ref('listing_label.label_id')}`),
      ),
    )
    .execute();
  await transaction
    .updateTable('listing_label')
    .set({ label_id: sql<number>`-label_id` })
    .where('label_id', '<', 0)
    .execute();
}

const tag = 'Content';

/** The reads of the labels of listings. R125. */
export const labelEndpoints = [
  read({
    path: '/labels',
    tag,
    operation: 'listLabels',
    summary: 'All labels of listings',
    description:
      'Answers all labels of listings. Labels of blog posts are separate, with other ids.',
    answer: Type.Array(label.schema),
    handle: async ({ tenant, context }) =>
      (await findLabels(tenant.database)).map((row) => label.record(row, context)),
  }),
  read({
    path: '/labels/{id}',
    tag,
    operation: 'getLabel',
    summary: 'One label of listings',
    description: 'Answers an array with one record; an empty array if there is none.',
    segment: 'Label id',
    answer: Type.Array(label.schema, { maxItems: 1 }),
    handle: async ({ tenant, segment, context }) =>
      (await findLabels(tenant.database, segment)).map((row) => label.record(row, context)),
  }),
];

/** All labels in the order of their ids, or the one with an id. */
function findLabels({ db }: TenantDatabase, id?: number) {
  const all = db.selectFrom('label').select(['id', 'name']).orderBy('id');
  return (id === undefined ? all : all.where('id', '=', id)).execute();
}
