import type { Kysely } from 'kysely';
import { changedIds, inPortions, storedById, upsert } from '../../data/bulk.js';
import { columnsOf } from '../../data/tenant-database/columns.js';
import { BLOG_DEFAULTS } from '../../data/tenant-database/content-tables.js';
import type { TenantDatabase } from '../../data/tenant-database/open.js';
import type { TenantTables } from '../../data/tenant-database/tables.js';
import { writeTo } from '../../data/tenant-database/write.js';
import type { BlogImport } from './blog.import.js';
import { searchKey } from './search-key.js';

/** Inserts or updates blog posts, their labels and buildings, in one transaction. */
export async function writeBlogs(
  database: TenantDatabase,
  imports: readonly BlogImport[],
): Promise<void> {
  await writeTo(database, async (transaction, changes) => {
    const stored = await storedById(
      transaction,
      'blog',
      imports.map(({ id }) => id),
    );
    const rows = imports.map(({ id, values }) => {
      const row = { ...BLOG_DEFAULTS, ...stored.get(id), ...values, id };
      return { ...row, title_key: searchKey(row.title) };
    });
    await upsert(database, transaction, 'blog', columnsOf(BLOG_DEFAULTS), ['id'], rows);
    changes.wrote('blogs', changedIds(stored, rows));
    const labels = imports.map(({ id, labels }) => [id, labels] as const);
    await replacePairs(database, transaction, 'blog_label', 'label_id', labels);
    const buildings = imports.map(({ id, buildings }) => [id, buildings] as const);
    await replacePairs(database, transaction, 'blog_building', 'building_id', buildings);
  });
}

/** Replaces the labels or buildings of each post whose list is present. */
export async function replacePairs(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  table: 'blog_label' | 'blog_building',
  other: 'label_id' | 'building_id',
  lists: readonly (readonly [blogId: number, ids: readonly number[] | undefined])[],
): Promise<void> {
  const changed = lists.filter(([, ids]) => ids !== undefined);
  const loose = transaction as unknown as Kysely<Record<string, { blog_id: number }>>;
  await inPortions(
    changed.map(([blogId]) => blogId),
    (portion) => loose.deleteFrom(table).where('blog_id', 'in', portion).execute(),
  );
  const rows = changed.flatMap(([blogId, ids = []]) =>
    ids.map((id) => ({ blog_id: blogId, [other]: id })),
  );
  const columns = ['blog_id', other] as never[];
  await upsert(database, transaction, table, columns, columns, rows);
}
