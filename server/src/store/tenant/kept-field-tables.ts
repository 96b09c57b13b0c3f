import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';

/** Fields of records that staff have corrected: no import writes them until they are given back. R360. */
export interface KeptFieldTables {
  kept_field: {
    /** The kind of the record, as files name it. */
    kind: string;
    id: number;
    field: string;
  };
}

/** The step that makes the table of kept fields. */
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
