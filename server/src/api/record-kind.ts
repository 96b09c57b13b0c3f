import type { ClientDatabase } from '../data/client-database/open.js';
import type { Clock } from '../lib/clock.js';
import type { RecordProblem } from '../transfer/resource.js';

/** The client database or feed that an import writes to or an export reads from. */
export interface TransferContext {
  readonly database: ClientDatabase;
  /** IANA name of the zone that dates without an offset are read and shown in. */
  readonly timeZone: string;
  readonly clock: Clock;
}

/** An import record or an export record. */
export type TransferRecord = Readonly<Record<string, unknown>>;

/** A row that was not written because the database's content does not allow it, by its index. */
export interface RefusedRow {
  readonly index: number;
  readonly problem: RecordProblem;
}

/** Reads all records of a kind, always in the same order. */
export type RecordExport = (context: TransferContext) => AsyncIterable<TransferRecord>;

/** How files hold the records of one kind. */
export interface RecordKind<Row = unknown> {
  /** Every field that an import record may carry. */
  readonly fields: ReadonlySet<string>;
  /** Names that are allowed besides `fields`, such as `custom_<name>`. */
  readonly openFields?: RegExp;
  /** @throws RecordProblem when the record is not acceptable. */
  readonly read: (record: TransferRecord, timeZone: string) => Row;
  /** Rows with the same key are the same record; the default is the id. */
  readonly key?: (row: Row) => string;
  /** Inserts or updates the rows in one transaction; no two of them have the same key. */
  readonly write: (
    database: ClientDatabase,
    rows: readonly Row[],
    clock: Clock,
  ) => Promise<readonly RefusedRow[]> | Promise<void>;
  /** Absent where the records of another kind contain these. */
  readonly export?: RecordExport;
}

/**
 * Checks that `read` and `write` of a kind agree on their rows, then forgets the type of the rows.
 */
export function recordKind<Row>(kind: RecordKind<Row>): RecordKind {
  return kind as unknown as RecordKind;
}
