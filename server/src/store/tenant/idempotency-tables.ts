import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, type Table } from './columns.js';

/**
 * Writes that were done under an `Idempotency-Key`. R225. The transaction of the write stores its
 * answer, so that neither is there without the other.
 */
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

/** Makes the table of writes that were done under an `Idempotency-Key`. */
export async function makeIdempotency(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text } = columnTypes(place.kind);
  const table = db.schema
    .createTable('idempotent_write')
    .addColumn('id', text, (column) => column.primaryKey().notNull()) as unknown as Table;
  await columns(columns(table, text, 'fingerprint answer'), integer, 'created_at').execute();
  await db.schema
    .createIndex('idempotent_write_age')
    .on('idempotent_write')
    .column('created_at')
    .execute();
}
