import { type Kysely, type Selectable, sql } from 'kysely';
import { provisionalMoves } from '../../lib/provisional-ids.js';
import { lockTable } from '../../store/engines/dialect.js';
import { changedRows, inPortions, upsert } from '../../store/tenant/bulk.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import type { LabelTable } from '../../store/tenant/content-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { numberAfter } from '../../store/tenant/source-keys.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { outcomeOf, type WriteOutcome } from '../kinds/record-kind.js';
import type { LabelImport } from './label.import.js';

type Row = Selectable<LabelTable>;

const COLUMNS = ['id', 'name', 'name_key', 'from_listings'] as const;

/**
 * Inserts or updates labels in one transaction.
 *
 * An import reads listings before labels, and listings name their labels. So a label may already
 * exist under a provisional id. A record with its name gives it the record's id, and its listings
 * keep the label. A label gives up a provisional id that another record needs.
 */
export async function writeLabels(
  database: TenantDatabase,
  imports: readonly LabelImport[],
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    // The same order of locks as in an import of listings.
    await lockTable(transaction, 'label');
    await lockTable(transaction, 'listing_label');
    const stored = await inPortions(
      imports.map(({ id }) => id),
      (ids) => transaction.selectFrom('label').selectAll().where('id', 'in', ids).execute(),
    );
    const storedById = new Map(stored.map((row) => [row.id, row]));
    const imported = imports.map(({ id, name }): Row => {
      const labelName = name ?? storedById.get(id)?.name ?? '';
      return { id, name: labelName, name_key: labelName.toLowerCase(), from_listings: 0 };
    });
    const { displaced, moves } = await makeWay(transaction, imported);
    const written = changedRows(storedById, [...imported, ...displaced]);
    await upsert(database, transaction, 'label', COLUMNS, ['id'], written);
    const changed = new Set(written.map(({ id }) => id));
    changes.removed('labels', moves.keys());
    changes.wrote('labels', changed, changedLine('name'));
    changes.shown('labels', [...changed, ...[...moves].flat()]);
    return outcomeOf(imports, ({ id }) => changed.has(id));
  });
}

/**
 * Moves labels with provisional ids to the ids that these rows give them.
 *
 * @returns The rows of labels that moved to another provisional id, and the new id of each that moved.
 */
async function makeWay(
  transaction: Kysely<TenantTables>,
  imported: readonly Row[],
): Promise<{ readonly displaced: readonly Row[]; readonly moves: ReadonlyMap<number, number> }> {
  const provisional = await transaction
    .selectFrom('label')
    .selectAll()
    .where('from_listings', '=', 1)
    .orderBy('id')
    .execute();
  if (provisional.length === 0) return { displaced: [], moves: new Map() };
  const { highest } = await transaction
    .selectFrom('label')
    .select((eb) => eb.fn.max('id').as('highest'))
    .executeTakeFirstOrThrow();
  const used = imported.reduce((most, { id }) => Math.max(most, id), highest ?? 0);
  // Past all numbers of keys, where the highest is one of these.
  const last = (await numberAfter(transaction, 'labels', used, 0)) - 1;
  const { moves, displaced } = provisionalMoves(provisional, imported, last);
  await moveLabels(transaction, moves);
  return { displaced, moves };
}

/** Gives labels other ids, all at once, because one label may take the id that another leaves. */
async function moveLabels(
  transaction: Kysely<TenantTables>,
  moves: ReadonlyMap<number, number>,
): Promise<void> {
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
