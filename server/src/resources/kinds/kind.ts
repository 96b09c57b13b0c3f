import type {
  ImportResource,
  RecordProblem,
  RefusedRow,
  ResourceName,
  WriteOutcome,
} from 'portico-importer/resource.js';
import { type Static, type TObject, Type } from 'typebox';
import { AS_STORED } from '../../api/request-context.js';
import type { Clock } from '../../lib/clock.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { Bit, ColumnsOf, Field, FieldList, SchemasOf, Shown, ShownRow } from './fields.js';
import { type Fields, readFields, readFlag, readId } from './transfer-fields.js';

/** A record of an import: its number, and the columns that it has values for. */
export interface ImportRow<List extends FieldList> {
  readonly id: number;
  readonly values: Partial<ColumnsOf<List>>;
  /** The values of its bits, which share columns; only of kinds that have some. */
  readonly bits?: Readonly<Record<string, 0 | 1>>;
}

export interface Kind<List extends FieldList = FieldList> {
  readonly name: ResourceName;
  /** The values of a new row; every column has one. */
  readonly defaults: ColumnsOf<List>;
  readonly schema: TObject<SchemasOf<List>>;
  /** The fields that an import reads into separate columns, without the number of the record. */
  readonly reads: Fields<ColumnsOf<List>>;
  /** Every field that an import record may carry. */
  readonly names: ReadonlySet<string>;
  /** Those of them that are accepted and ignored. */
  readonly computed: ReadonlySet<string>;
  /** The field that holds the number of the record. */
  readonly idField: string;
  /** The fields that hold the number of a record, its own among them: they take source keys. */
  readonly keys: Readonly<Record<string, KeyField>>;
  record(row: ShownRow<List>, context: Shown): Static<TObject<SchemasOf<List>>>;
  /** The record of an export, with addresses as they were imported. */
  exported(row: ColumnsOf<List>, context: Pick<TransferContext, 'timeZone'>): object;
  /** Reads an import record. @throws RecordProblem */
  read(record: TransferRecord, zone: string): ImportRow<List>;
  /** The stored row with what an import record says; a new one where none is stored. */
  rowOver(stored: object | undefined, imported: ImportRow<List>): ColumnsOf<List>;
}

type Named = Field & { readonly field: string };

const NOT_ANSWERED: readonly Field['part'][] = ['files', 'column'];
const NOT_STORED: readonly Field['part'][] = ['computed', 'bit'];

export function schemasOf<List extends FieldList>(list: List): SchemasOf<List> {
  const answered = Object.entries<Field>(list).filter(([, { part }]) => {
    return !NOT_ANSWERED.includes(part);
  });
  return Object.fromEntries(
    answered.map(([name, { schema }]) => [name, schema]),
  ) as SchemasOf<List>;
}

/** The fields that a record is read by, without its number. */
export function readsOf<List extends FieldList>(list: List): Fields<ColumnsOf<List>> {
  const read = Object.entries<Field>(list)
    .map(([name, field]) => ({ ...field, name, column: field.column ?? name }))
    .filter(({ part, column }) => (part === 'answer' || part === 'files') && column !== 'id');
  return Object.fromEntries(
    read.map(({ name, column, read }) => [name, { column, read }]),
  ) as Fields<ColumnsOf<List>>;
}

/** The values of a new row. */
export function defaultsOf<List extends FieldList>(list: List): ColumnsOf<List> {
  const stored = Object.entries<Field>(list).filter(([, { part }]) => !NOT_STORED.includes(part));
  return Object.fromEntries(
    stored.map(([name, { column, initial }]) => [column ?? name, initial]),
  ) as ColumnsOf<List>;
}

/** Makes a kind of its fields. @param schema The name of its record in the document, or more of its schema. */
export function defineKind<const List extends FieldList>(
  name: ResourceName,
  schema: string | { readonly $id: string; readonly description: string },
  list: List,
): Kind<List> {
  const all = Object.entries<Field>(list).map(([field, about]): Named => {
    return { ...about, field, column: about.column ?? field };
  });
  const parts = (...wanted: readonly Field['part'][]) => {
    return all.filter(({ part }) => wanted.includes(part));
  };
  const inFiles = parts('answer', 'files', 'bit');
  const answered = parts('answer', 'computed', 'bit');
  const bits = parts('bit');
  const reads = readsOf(list);
  const idField = inFiles.find(({ column }) => column === 'id')?.field ?? 'id';
  const computed = parts('computed').map(({ field }) => field);
  const defaults = defaultsOf(list);
  return {
    name,
    defaults,
    schema: Type.Object(schemasOf(list), {
      ...(typeof schema === 'string' ? { $id: schema } : schema),
      additionalProperties: false,
    }),
    reads,
    names: new Set([
      idField,
      ...Object.keys(reads),
      ...bits.map(({ field }) => field),
      ...computed,
    ]),
    computed: new Set(computed),
    idField,
    keys: Object.fromEntries([
      [idField, { of: name }],
      ...inFiles.flatMap(({ field, of }) => (of === undefined ? [] : [[field, { of }] as const])),
    ]),
    record: (row, context) => shown(answered, row, context) as Static<TObject<SchemasOf<List>>>,
    exported: (row, context) => exported(inFiles, row, { ...context, ...AS_STORED }),
    read: (record, zone) => ({
      id: readId(record, idField),
      values: readFields(reads, record, zone),
      ...(bits.length === 0 ? {} : { bits: readBits(bits, record) }),
    }),
    rowOver: (stored, { id, values, bits: put = {} }) => {
      const row = { ...defaults, ...stored, ...values, id };
      for (const { field, bit } of bits) {
        const on = put[field];
        if (on !== undefined) Object.assign(row, (bit as Bit<object> | undefined)?.put(row, on));
      }
      return row;
    },
  };
}

function readBits(bits: readonly Named[], record: TransferRecord): Record<string, 0 | 1> {
  const read: Record<string, 0 | 1> = {};
  for (const { field } of bits) {
    const value = record[field];
    if (value !== undefined && value !== null) read[field] = readFlag(value, field);
  }
  return read;
}

function shown(fields: readonly Named[], row: object, context: Shown): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const field of fields) record[field.field] = shownValue(field, row, context);
  return record;
}

function exported(fields: readonly Named[], row: object, context: Shown): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const field of fields) {
    const value = field.exported
      ? field.exported(storedValue(field, row) as never)
      : shownValue(field, row, context);
    if (value !== undefined) record[field.field] = value;
  }
  return record;
}

function shownValue(field: Named, row: object, context: Shown): unknown {
  const { show, bit } = field;
  if (bit !== undefined) return bit.get(row as never);
  const stored = storedValue(field, row);
  return show === undefined ? stored : show(stored as never, context);
}

function storedValue({ field, column = field }: Named, row: object): unknown {
  return (row as Record<string, unknown>)[column];
}

/** The tenant database or feed that an import writes to or an export reads from. */
export interface TransferContext {
  readonly database: TenantDatabase;
  /** IANA name of the zone that dates without an offset are read and shown in. */
  readonly timeZone: string;
  readonly clock: Clock;
  /** Reads the records with these ids, in this order, of kinds that have one; all without it. */
  readonly only?: readonly number[];
  /** How many rows are read at a time. */
  readonly pageSize?: number;
}

export type { RefusedRow, WriteOutcome };

export type TransferRecord = Readonly<Record<string, unknown>>;

/** Reads all records of a kind, always in the same order. */
export type RecordExport = (context: TransferContext) => AsyncIterable<TransferRecord>;

/** A field of import records that holds the number of a record, or a list of such numbers. */
export interface KeyField {
  readonly of: ResourceName;
  /** The field that says whose record it is, where it may be a feed's: keys belong to one database. */
  readonly whose?: string;
}

export interface RecordKind<Row = unknown> {
  /** Every field that an import record may carry. */
  readonly fields: ReadonlySet<string>;
  /** Names that are allowed besides `fields`, such as `custom_<name>`. */
  readonly openFields?: RegExp;
  /** @param now In milliseconds. @throws RecordProblem when the record is not acceptable. */
  readonly read: (record: TransferRecord, timeZone: string, now?: number) => Row;
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

/** The outcome of a write of rows, in their order. @param isChanged Whether a row differs from what was stored. */
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
