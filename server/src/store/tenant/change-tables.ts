import { randomInt } from 'node:crypto';
import { type Generated, type Kysely, sql } from 'kysely';
import { columnTypes, type Place, qualifiedName } from '../engines/dialect.js';
import { addColumns, addIndex, makeTable } from '../schema/steps.js';

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

/** The last change of each record that a website may or could read: a row for each, whatever its history. */
export interface ChangeEntryTable {
  kind: number;
  record_id: number;
  /** The revision that the change led to: changes are committed in this order. */
  seq: number;
  /** 1 when no website can read the record any more: then this row is all that is left of it. */
  removed: number;
  /** Milliseconds since the epoch. */
  at: number;
}

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
  const entry = 'integer: kind record_id seq removed at';
  await makeTable(db, place, 'change_entry', 'kind, record_id', entry);
  await addColumns(db, place, 'revision', 'integer: epoch floor_seq entries_seq');
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
  await addIndex(db, 'change_entry_seq', 'change_entry', 'seq, kind, record_id');
  await db.schema
    .createIndex('change_entry_removed')
    .on('change_entry')
    .column('at')
    .where(sql<boolean>`removed = 1`)
    .execute();
}

/** Writes under an `Idempotency-Key`. R225. Their transaction stores the answer: neither is there without the other. */
export interface IdempotentWriteTable {
  /**
   * Digest of the API key, the endpoint and the `Idempotency-Key`, which itself is not stored. `long` and
   * a number: the whole of a long answer, whose fingerprint is the id of its write.
   */
  id: string;
  /** Digest of what the call sent, under the installation's key. */
  fingerprint: string;
  /** The answer, as JSON, sealed; not sealed where an earlier program kept it. */
  answer: string;
  /** Milliseconds since the epoch. */
  created_at: number;
}

/** The table of writes that are not done twice. */
export interface IdempotencyTables {
  idempotent_write: IdempotentWriteTable;
}

export async function makeIdempotency(db: Kysely<unknown>, place: Place): Promise<void> {
  const columns = 'text: fingerprint answer integer: created_at';
  await makeTable(db, place, 'idempotent_write', 'text: id', columns);
  await addIndex(db, 'idempotent_write_age', 'idempotent_write', 'created_at');
}

/**
 * Keys by which other systems know records, and the numbers that these have here. R240. A row is never
 * deleted, also where its record is removed: the number of a key stays that of the key.
 */
interface SourceKeyTable {
  /** The kind of record, by the name that its files carry. */
  kind: string;
  /** The system that gave the key. Equal keys of two sources are two records. */
  source: string;
  key: string;
  /** The id of the record. Records may name it before there is one. */
  number: number;
}

/**
 * The highest numbers that a kind of record ever had, where these are above what is there: those of records that were
 * removed, and of those that were lost with what a restore replaced. R313.
 */
interface HighestNumberTable {
  /** As in `SourceKeyTable`. */
  kind: string;
  /** Of a record. */
  number: number;
  /** Of a key; 0 for none. */
  key_number: number;
}

export interface SourceKeyTables {
  source_key: SourceKeyTable;
  highest_number: HighestNumberTable;
}

export async function makeSourceKeys(db: Kysely<unknown>, place: Place): Promise<void> {
  const columns = 'text: kind source key integer: number';
  await makeTable(db, place, 'source_key', 'kind, source, key', columns);
  // Unique, so that no number can ever stand for two keys.
  await db.schema
    .createIndex('source_key_number')
    .on('source_key')
    .columns(['kind', 'number'])
    .unique()
    .execute();
}

/** The kinds whose numbers this program gives, and their tables. */
const NUMBERED = {
  clients: 'client',
  leads: 'alert',
  deals: 'deal',
  trails: 'client_trail',
  blogs: 'blog',
  labels: 'label',
  neighborhoods: 'neighborhood',
} as const;

/** The step that makes the table of highest numbers, and takes them from the records that are there. */
export async function makeHighestNumbers(db: Kysely<unknown>, place: Place): Promise<void> {
  await makeHighestNumberTable(db, place);
  const loose = db as Kysely<Record<string, { id: number; kind: string; number: number }>>;
  for (const [kind, table] of Object.entries(NUMBERED)) {
    const { highest } = await loose
      .selectFrom(table)
      .select((eb) => eb.fn.max('id').as('highest'))
      .executeTakeFirstOrThrow();
    // A restore of an older backup has left a higher one. A database without data has to stay without rows.
    if (highest === null) continue;
    await loose
      .insertInto('highest_number')
      .values({ kind, number: Number(highest) } as never)
      .onConflict((conflict) => conflict.column('kind' as never).doNothing())
      .execute();
  }
}

/** Makes the table of highest numbers, unless a restore of an older backup has. */
export async function makeHighestNumberTable(
  db: Kysely<unknown>,
  { kind }: Pick<Place, 'kind'>,
): Promise<void> {
  const { integer, text } = columnTypes(kind);
  await db.schema
    .createTable('highest_number')
    .ifNotExists()
    .addColumn('kind', text, (column) => column.primaryKey())
    .addColumn('number', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('key_number', integer, (column) => column.notNull().defaultTo(0))
    .execute();
}

/** Fields of records that staff have corrected: no import writes them until they are given back. R360. */
export interface KeptFieldTables {
  kept_field: {
    /** The kind of the record, as files name it. */
    kind: string;
    id: number;
    field: string;
  };
}

export async function makeKeptFields(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text } = columnTypes(place.kind);
  await db.schema
    .createTable('kept_field')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('id', integer, (column) => column.notNull())
    .addColumn('field', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('kept_field_pk', ['kind', 'id', 'field'])
    .execute();
}
