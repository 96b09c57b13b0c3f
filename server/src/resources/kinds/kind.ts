import type { ResourceName } from 'portico-importer/resource.js';
import { type Static, type TObject, Type } from 'typebox';
import { AS_STORED } from '../../api/request-context.js';
import type { Bit, ColumnsOf, Field, FieldList, SchemasOf, Shown, ShownRow } from './field.js';
import type { KeyField, TransferContext, TransferRecord } from './record-kind.js';
import { type Fields, readFields, readFlag, readId } from './transfer-fields.js';

/** A record of an import: its number, and the columns that it has values for. */
export interface ImportRow<List extends FieldList> {
  readonly id: number;
  readonly values: Partial<ColumnsOf<List>>;
  /** The values of its bits, which share columns; only of kinds that have some. */
  readonly bits?: Readonly<Record<string, 0 | 1>>;
}

/** What follows from the fields of a kind. */
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
  /** The record of an answer. */
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

/** The schemas of the fields that answers have. */
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
