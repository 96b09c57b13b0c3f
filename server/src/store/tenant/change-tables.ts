import { randomInt } from 'node:crypto';
import { type Generated, type Kysely, sql } from 'kysely';
import { columnTypes, type Place, qualifiedName } from '../engines/dialect.js';
import { columns, type Table } from './columns.js';

/**
 * The kinds of record whose changes `GET /changes` reports, by the name that their files carry: the code
 * that is stored, and the table. Codes never change. Changes of one write follow in the order of the
 * codes, so that a listing comes after what it shows.
 */
export const CHANGE_KINDS = {
  neighborhoods: { code: 1, table: 'neighborhood' },
  buildings: { code: 2, table: 'building' },
  offices: { code: 3, table: 'office' },
  agents: { code: 4, table: 'agent' },
  teams: { code: 5, table: 'team' },
  labels: { code: 6, table: 'label' },
  listings: { code: 7, table: 'listing' },
  'blog-labels': { code: 8, table: 'blog_label_name' },
  blogs: { code: 9, table: 'blog' },
  press: { code: 10, table: 'press' },
  videos: { code: 11, table: 'video' },
  testimonials: { code: 12, table: 'testimonial' },
  docs: { code: 13, table: 'document' },
  'link-categories': { code: 14, table: 'link_category' },
  links: { code: 15, table: 'link' },
} as const;

/** The name of a kind of record that `GET /changes` knows. */
export type ChangeKind = keyof typeof CHANGE_KINDS;

/** All of them, in the order of their codes. */
export const CHANGE_KIND_NAMES = Object.keys(CHANGE_KINDS) as readonly ChangeKind[];

/**
 * The last change of each record that a website may read or could read before. There is one row for
 * each record, so that the table grows with the records and not with their history.
 */
export interface ChangeEntryTable {
  /** A code of `CHANGE_KINDS`. */
  kind: number;
  record_id: number;
  /** The revision that the change led to: changes are committed in this order. */
  seq: number;
  /** 1 when no website can read the record any more: then this row is all that is left of it. */
  removed: number;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The tables of changes. */
export interface ChangeTables {
  change_entry: ChangeEntryTable & {
    /**
     * The revision at which the record appeared, or appeared again; 0 where it was there before anybody
     * counted. Webhooks use it to distinguish what was created from what was updated.
     */
    since_seq: Generated<number>;
    /**
     * The fields that changed after the revision `changed_after`: for each a line, which `changedLine` makes;
     * empty where nobody knows them.
     */
    changed: Generated<string>;
    changed_after: Generated<number>;
  };
  listing_history: ListingHistoryTable;
}

/**
 * The price and the status of a listing from a moment on, a row for each change of either. It stays while the
 * listing is away, and goes when its removal is forgotten.
 */
export interface ListingHistoryTable {
  listing_id: number;
  /** Milliseconds since the epoch. */
  at: number;
  price: number;
  /** The search status id, as in `listing`. */
  status: number;
}

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
