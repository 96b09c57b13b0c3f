import type { ClientDatabase } from '../data/client-database/open.js';
import type { Clock } from '../lib/clock.js';
import type { RecordProblem } from '../transfer/resource.js';

/** The client database or feed that files are read into or written from. */
export interface TransferContext {
  readonly database: ClientDatabase;
  /** IANA name of the zone whose clock dates without an offset show. */
  readonly timeZone: string;
  readonly clock: Clock;
}

/** An import record or an export record. */
export type TransferRecord = Readonly<Record<string, unknown>>;

/** A row that the state of the database makes impossible, by its index; it was not written. */
export interface RefusedRow {
  readonly index: number;
  readonly problem: RecordProblem;
}

/** Reads all records of a kind, in a steady order. */
export type RecordExport = (context: TransferContext) => AsyncIterable<TransferRecord>;

/** How files hold the records of one kind. */
export interface RecordKind<Row = unknown> {
  /** Every field that an import record may carry. */
  readonly fields: ReadonlySet<string>;
  /** Names that are allowed beside `fields`, such as `custom_<name>`. */
  readonly openFields?: RegExp;
  /** @throws RecordProblem when the record cannot be taken. */
  readonly read: (record: TransferRecord, timeZone: string) => Row;
  /** What makes the row the same record as another; without it, its id does. */
  readonly key?: (row: Row) => string;
  /** Inserts or updates the rows in one transaction; no two of them have the same key. */
  readonly write: (
    database: ClientDatabase,
    rows: readonly Row[],
    clock: Clock,
  ) => Promise<readonly RefusedRow[]> | Promise<void>;
  /** Absent where another kind's records hold these. */
  readonly export?: RecordExport;
}

/** A kind whose `read` and `write` agree on their rows, among kinds of other rows. */
export function recordKind<Row>(kind: RecordKind<Row>): RecordKind {
  return kind as unknown as RecordKind;
}
