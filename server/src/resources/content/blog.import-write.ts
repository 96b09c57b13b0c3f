import type { Kysely } from 'kysely';
import { grouped } from '../../lib/grouped.js';
import { changedRows, inPortions, storedById, upsert } from '../../store/tenant/bulk.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import { columnsOf } from '../../store/tenant/columns.js';
import { BLOG_DEFAULTS } from '../../store/tenant/content-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { changedLines } from '../kinds/changed-fields.js';
import { outcomeOf, type WriteOutcome } from '../kinds/record-kind.js';
import { searchKey } from '../search-key.js';
import type { BlogImport } from './blog.import.js';
import { blogFieldNames } from './blog.import.js';

/** Inserts or updates blog posts, their labels and buildings, in one transaction. */
export async function writeBlogs(
  database: TenantDatabase,
  imports: readonly BlogImport[],
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    const stored = await storedById(
      transaction,
      'blog',
      imports.map(({ id }) => id),
    );
    const rows = imports.map(({ id, values }) => {
      const row = { ...BLOG_DEFAULTS, ...stored.get(id), ...values, id };
      return { ...row, title_key: searchKey(row.title) };
    });
    const written = changedRows(stored, rows);
    await upsert(database, transaction, 'blog', columnsOf(BLOG_DEFAULTS), ['id'], written);
    const changed = new Set(written.map(({ id }) => id));
    const labels = imports.map(({ id, labels }) => [id, labels] as const);
    const buildings = imports.map(({ id, buildings }) => [id, buildings] as const);
    changes.wrote('blogs', changed, changedLines(blogFieldNames, stored, written));
    const inLabels = await replacePairs(database, transaction, 'blog_label', 'label_id', labels);
    changes.wrote('blogs', inLabels, changedLine('labels'));
    const inBuildings = await replacePairs(
      database,
      transaction,
      'blog_building',
      'building_id',
      buildings,
    );
    changes.wrote('blogs', inBuildings, changedLine('buildings'));
    for (const id of [...inLabels, ...inBuildings]) changed.add(id);
    return outcomeOf(imports, ({ id }) => changed.has(id));
  });
}

/**
 * Replaces the labels or buildings of each post whose list is present and another one.
 *
 * @returns The ids of these posts.
 */
export async function replacePairs(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  table: 'blog_label' | 'blog_building',
  other: 'label_id' | 'building_id',
  lists: readonly (readonly [blogId: number, ids: readonly number[] | undefined])[],
): Promise<readonly number[]> {
  const listed = lists.filter(([, ids]) => ids !== undefined);
  const loose = transaction as unknown as Kysely<Record<string, Record<string, number>>>;
  const pairs = await inPortions(
    listed.map(([blogId]) => blogId),
    (portion) => loose.selectFrom(table).selectAll().where('blog_id', 'in', portion).execute(),
  );
  const stored = grouped(pairs.map((pair) => [pair.blog_id, pair[other]] as const));
  const changed = listed.filter(([blogId, ids = []]) => {
    const [before, after] = [new Set(stored.get(blogId)), new Set(ids)];
    return before.size !== after.size || ids.some((id) => !before.has(id));
  });
  await inPortions(
    changed.map(([blogId]) => blogId),
    (portion) => loose.deleteFrom(table).where('blog_id', 'in', portion).execute(),
  );
  const rows = changed.flatMap(([blogId, ids = []]) =>
    ids.map((id) => ({ blog_id: blogId, [other]: id })),
  );
  const columns = ['blog_id', other] as never[];
  await upsert(database, transaction, table, columns, columns, rows);
  return changed.map(([blogId]) => blogId);
}
