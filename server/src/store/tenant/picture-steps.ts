import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, type Table } from './table-builder.js';

/**
 * The step that makes the tables of `picture-tables.ts`. They are filled when pictures are measured and
 * fetched.
 */
export async function makePictures(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text } = columnTypes(place.kind);
  const picture = db.schema
    .createTable('picture')
    .addColumn('filename', text, (column) => column.primaryKey().notNull()) as unknown as Table;
  await columns(columns(picture, text, 'hash thumbhash'), integer, 'width height').execute();
  await db.schema.createIndex('picture_hash').on('picture').column('hash').execute();
  const source = db.schema
    .createTable('picture_source')
    .addColumn('url_hash', text, (column) => column.primaryKey().notNull()) as unknown as Table;
  await columns(source, text, 'url filename').execute();
}

/** The step that lets fetched pictures be known by a key of their source, and be found by their file. */
export async function makePictureKeys(db: Kysely<unknown>, place: Place): Promise<void> {
  await db.schema
    .alterTable('picture_source')
    .addColumn('media_key', columnTypes(place.kind).text, (column) =>
      column.notNull().defaultTo(''),
    )
    .execute();
  await db.schema
    .createIndex('picture_source_filename')
    .on('picture_source')
    .column('filename')
    .execute();
}
