import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, keyed, type Table } from './table-builder.js';

/** The step that makes the tables of `word-tables.ts`. They are filled by the first search by words. */
export async function makeWords(db: Kysely<unknown>, place: Place): Promise<void> {
  const types = columnTypes(place.kind);
  const { integer, text } = types;
  const bare = (name: string) => db.schema.createTable(name) as unknown as Table;
  await columns(
    keyed(db, 'word_index', types),
    integer,
    'epoch seq record_id block filled words',
  ).execute();
  await columns(keyed(db, 'word', types), text, 'word').execute();
  await db.schema.createIndex('word_word').unique().on('word').column('word').execute();
  await columns(columns(bare('word_posting'), integer, 'word_id block'), text, 'ids')
    .addPrimaryKeyConstraint('word_posting_key', ['word_id', 'block'] as never)
    .execute();
  const listed = bare('listing_words').addColumn('listing_id' as never, integer, (column) =>
    column.primaryKey(),
  ) as unknown as Table;
  await columns(columns(listed, integer, 'block'), text, 'words').execute();
}
