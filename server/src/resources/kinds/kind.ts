import type { ResourceName } from 'portico-importer/resource.js';
import { type Static, type TObject, Type } from 'typebox';
import { AS_STORED } from '../../api/request-context.js';
import type { ChangeKind } from '../../store/tenant/change-tables.js';
import type { ColumnsOf, Field, FieldList, SchemasOf, Shown, ShownRow } from './field.js';
import type { TransferContext, TransferRecord } from './record-kind.js';
import { type Fields, readFields, readId } from './transfer-fields.js';

/** A record of an import: its number, and the columns that it has values for. */
export interface ImportRow<List extends FieldList> {
  readonly id: number;
  readonly values: Partial<ColumnsOf<List>>;
}

/** What follows from the fields of a kind. */
export interface Kind<List extends FieldList = FieldList> {
  readonly name: ChangeKind;
  /** The values of a new row; every column has one. */
  readonly defaults: ColumnsOf<List>;
  readonly schema: TObject<SchemasOf<List>>;
  /** The fields that an import reads, without the number of the record. */
  readonly reads: Fields<ColumnsOf<List>>;
  /** Every field that an import record may carry. */
  readonly names: ReadonlySet<string>;
  /** The fields that hold the number of a record, its own among them: they take source keys. */
  readonly keys: Readonly<Record<string, { readonly of: ResourceName }>>;
  /** The record of an answer. */
  record(row: ShownRow<List>, context: Shown): Static<TObject<SchemasOf<List>>>;
  /** The record of an export, with addresses as they were imported. */
  exported(row: ColumnsOf<List>, context: TransferContext): object;
  /** Reads an import record. @throws RecordProblem */
  read(record: TransferRecord, zone: string): ImportRow<List>;
}

/** Makes a kind of its fields. @param schema The name of its record in the document. */
export function kindOf<const List extends FieldList>(
  name: ChangeKind,
  schema: string,
  list: List,
): Kind<List> {
  const named = Object.entries<Field>(list).map(([field, about]) => {
    return { ...about, field, column: about.column ?? field };
  });
  const inFiles = named.filter(({ part }) => part === 'answer' || part === 'files');
  const answered = named.filter(({ part }) => part === 'answer' || part === 'computed');
  const reads = Object.fromEntries(
    inFiles
      .filter(({ column }) => column !== 'id')
      .map(({ field, column, read }) => {
        return [field, { column, read }];
      }),
  ) as Fields<ColumnsOf<List>>;
  const own = inFiles.find(({ column }) => column === 'id')?.field ?? 'id';
  const stored = named.filter(({ part }) => part !== 'computed');
  return {
    name,
    defaults: Object.fromEntries(
      stored.map(({ column, initial }) => [column, initial]),
    ) as ColumnsOf<List>,
    schema: Type.Object(
      Object.fromEntries(answered.map((field) => [field.field, field.schema])) as SchemasOf<List>,
      { $id: schema, additionalProperties: false },
    ),
    reads,
    names: new Set([own, ...Object.keys(reads)]),
    keys: Object.fromEntries([
      [own, { of: name }],
      ...inFiles.flatMap(({ field, of }) => (of === undefined ? [] : [[field, { of }] as const])),
    ]),
    record: (row, context) => shown(answered, row, context) as Static<TObject<SchemasOf<List>>>,
    exported: (row, context) => shown(inFiles, row, { ...context, ...AS_STORED }),
    read: (record, zone) => ({
      id: readId(record, own),
      values: readFields(reads, record, zone),
    }),
  };
}

function shown(
  fields: readonly (Field & { readonly field: string })[],
  row: object,
  context: Shown,
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { field, column = field, show } of fields) {
    const stored = (row as Record<string, unknown>)[column];
    record[field] = show === undefined ? stored : show(stored as never, context);
  }
  return record;
}
