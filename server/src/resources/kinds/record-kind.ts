import type {
  ImportResource,
  RecordProblem,
  RefusedRow,
  ResourceName,
  WriteOutcome,
} from 'portico-importer/resource.js';
import type { Clock } from '../../lib/clock.js';
import type { TenantDatabase } from '../../store/tenant/open.js';

/** The tenant database or feed that an import writes to or an export reads from. */
export interface TransferContext {
  readonly database: TenantDatabase;
  /** IANA name of the zone that dates without an offset are read and shown in. */
  readonly timeZone: string;
  readonly clock: Clock;
  /** Reads the one record with this id, of kinds that have one; all without it. */
  readonly only?: number;
  /** How many rows are read at a time. */
  readonly pageSize?: number;
}

export type { RefusedRow, WriteOutcome };

/** An import record or an export record. */
export type TransferRecord = Readonly<Record<string, unknown>>;

/** Reads all records of a kind, always in the same order. */
export type RecordExport = (context: TransferContext) => AsyncIterable<TransferRecord>;

/** A field of import records that holds the number of a record, or a list of such numbers. */
export interface KeyField {
  /** The kind of the record. */
  readonly of: ResourceName;
  /**
   * The field that says whose record it is, where it may be that of a feed: there is no key for those, as keys belong
   * to one database.
   */
  readonly whose?: string;
}

/** How files hold the records of one kind. */
export interface RecordKind<Row = unknown> {
  /** Every field that an import record may carry. */
  readonly fields: ReadonlySet<string>;
  /** Names that are allowed besides `fields`, such as `custom_<name>`. */
  readonly openFields?: RegExp;
  /** @throws RecordProblem when the record is not acceptable. */
  readonly read: (record: TransferRecord, timeZone: string) => Row;
  /** Those of the fields that are accepted and ignored, and that exports do not have. */
  readonly computed?: ReadonlySet<string>;
  /** The fields that take a source key: the record's own number, and the numbers of records that it names. */
  readonly keys?: Readonly<Record<string, KeyField>>;
  /** The records of answers, whose descriptions say what fields of the same name mean. */
  readonly answers?: readonly { readonly properties: Readonly<Record<string, object>> }[];
  /** The fields that tell records apart; the default is `id`. */
  readonly identity?: readonly string[];
  /** Rows with the same key are the same record; the default is the id. */
  readonly key?: (row: Row) => string;
  /** Two rows of one record as one, as of `ImportResource`; the default is `mergedRow`. */
  readonly merge?: (earlier: Row, later: Row) => Row;
  /**
   * Whether `write` takes several rows of one record and writes what they leave one after the other. For kinds of which the
   * database allows or refuses a row by what the one before has left, so that no merged row can stand for both.
   */
  readonly inOrder?: boolean;
  /** The records of other kinds that a row names. */
  readonly references?: (row: Row) => ReturnType<NonNullable<ImportResource['references']>>;
  /** What there is to say of a row that is written nevertheless. */
  readonly remark?: (row: Row) => string | undefined;
  /** Those of these ids that have no record. */
  readonly missing?: (
    database: TenantDatabase,
    ids: readonly number[],
  ) => Promise<readonly number[]>;
  /** The rows that would be refused by what the database holds; looked up before each write. */
  readonly check?: (
    database: TenantDatabase,
    rows: readonly Row[],
  ) => Promise<readonly RefusedRow[]>;
  /** Inserts or updates the rows in one transaction; no two of them have the same key, unless they are taken `inOrder`. */
  readonly write: (
    database: TenantDatabase,
    rows: readonly Row[],
    clock: Clock,
  ) => Promise<WriteOutcome>;
  /** Absent where the records of another kind contain these. */
  readonly export?: RecordExport;
}

/**
 * The outcome of a write of rows, in their order.
 *
 * @param isChanged Whether a row differs from what was stored.
 */
export function outcomeOf<Row>(
  rows: readonly Row[],
  isChanged: (row: Row) => boolean,
  refused: readonly RefusedRow[] = [],
): WriteOutcome {
  const left = new Set(refused.map(({ index }) => index));
  const unchanged = rows.flatMap((row, at) => (left.has(at) || isChanged(row) ? [] : [at]));
  return { refused, unchanged };
}

/**
 * Checks that `read` and `write` of a kind agree on their rows, then forgets the type of the rows.
 */
export function recordKind<Row>(kind: RecordKind<Row>): RecordKind {
  return kind as unknown as RecordKind;
}

/** Two rows of one record as one: what the later one has wins, and in `values` and `bits` one by one. */
export function mergedRow<Row extends object>(earlier: Row, later: Row): Row {
  const merged = { ...earlier } as Record<string, unknown>;
  for (const [name, value] of Object.entries(later)) {
    if (name === 'values' || name === 'bits')
      merged[name] = { ...(merged[name] as object), ...value };
    else if (value !== undefined) merged[name] = value;
  }
  return merged as Row;
}

/**
 * The row that the rows of each record leave one after the other, by id, and the rows that are refused, which leave nothing.
 *
 * @param stored What the database holds of these records.
 * @param next The row that an import record leaves where this one stood.
 * @param problemOf Why such a row may not be stored.
 */
export function rowsInOrder<Input extends { readonly id: number }, Row>(
  stored: ReadonlyMap<number, Row>,
  imports: readonly Input[],
  next: (before: Row | undefined, input: Input) => Row,
  problemOf: (row: Row) => RecordProblem | undefined,
): { readonly rows: ReadonlyMap<number, Row>; readonly refused: readonly RefusedRow[] } {
  const rows = new Map<number, Row>();
  const refused: RefusedRow[] = [];
  for (const [index, input] of imports.entries()) {
    const row = next(rows.get(input.id) ?? stored.get(input.id), input);
    const problem = problemOf(row);
    if (problem === undefined) rows.set(input.id, row);
    else refused.push({ index, problem });
  }
  return { rows, refused };
}
