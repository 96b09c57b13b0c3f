import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, type Table } from './columns.js';

/**
 * Keys by which other systems know records, and the numbers that these have here. R240. A row is never
 * deleted, also where its record is removed: the number of a key stays that of the key.
 */
interface SourceKeyTable {
  /** The kind of record, by the name that its files carry. */
  kind: string;
  /** The system that gave the key. Equal keys of two sources are two records. */
  source: string;
  /** The key as the source writes it. */
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

/** The tables of source keys and of numbers. */
export interface SourceKeyTables {
  source_key: SourceKeyTable;
  highest_number: HighestNumberTable;
}

/** The step that makes the table of `source-key-tables.ts`. */
export async function makeSourceKeys(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text } = columnTypes(place.kind);
  const table = db.schema.createTable('source_key') as unknown as Table;
  await columns(columns(table, text, 'kind source key'), integer, 'number')
    .addPrimaryKeyConstraint('source_key_key', ['kind', 'source', 'key'] as never)
    .execute();
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
  const table = db.schema
    .createTable('highest_number')
    .ifNotExists()
    .addColumn('kind', text, (column) => column.primaryKey()) as unknown as Table;
  await columns(table, integer, 'number key_number').execute();
}
