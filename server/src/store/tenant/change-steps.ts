import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { columnTypes, type Place, qualifiedName } from '../engines/dialect.js';
import { columns, type Table } from './table-builder.js';

/** The codes of `CHANGE_KINDS` as they were at this step, their tables, and the rows that are readable. */
const READABLE = [
  [1, 'neighborhood', ''],
  [2, 'building', ''],
  [3, 'office', ''],
  [4, 'agent', "where status <> 'Suspend'"],
  [5, 'team', ''],
  [6, 'label', ''],
  [7, 'listing', ''],
  [8, 'blog_label_name', ''],
  [9, 'blog', 'where status = 1'],
  [10, 'press', ''],
  [11, 'video', ''],
  [12, 'testimonial', ''],
  [13, 'document', ''],
  [14, 'link_category', ''],
  [15, 'link', ''],
] as const;

/**
 * The step that makes the table of `change-tables.ts`, with an entry for each record that is there, and
 * the columns of `revision` that go with it.
 */
export async function makeChanges(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer } = columnTypes(place.kind);
  const table = db.schema.createTable('change_entry') as unknown as Table;
  await columns(table, integer, 'kind record_id seq removed at')
    .addPrimaryKeyConstraint('change_entry_key', ['kind', 'record_id'] as never)
    .execute();
  for (const column of ['epoch', 'floor_seq', 'entries_seq']) {
    await db.schema
      .alterTable('revision')
      .addColumn(column, integer, (built) => built.notNull().defaultTo(0))
      .execute();
  }
  const loose = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  await loose
    .updateTable('revision')
    .set({ epoch: randomInt(1, 2 ** 48 - 1), entries_seq: sql.ref('number') })
    .execute();
  const name = (of: string) => sql.raw(qualifiedName(loose, of));
  const now = sql.lit(Date.now());
  for (const [kind, of, where] of READABLE) {
    await sql`
      insert into ${name('change_entry')} (kind, record_id, seq, removed, at)
      select ${sql.lit(kind)}, r.id, v.number, 0, ${now}
      from ${name(of)} as r, ${name('revision')} as v ${sql.raw(where)}
    `.execute(db);
  }
  // After the rows: an index that is built at once takes a fraction of the time.
  await db.schema
    .createIndex('change_entry_seq')
    .on('change_entry')
    .columns(['seq', 'kind', 'record_id'])
    .execute();
  await db.schema
    .createIndex('change_entry_removed')
    .on('change_entry')
    .column('at')
    .where(sql<boolean>`removed = 1`)
    .execute();
}
