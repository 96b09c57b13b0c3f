import type { ImportRecord } from 'portico-importer/resource.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import type { Fields } from './transfer-fields.js';

/** The names that columns have in records. Columns that follow from others have none. */
export type FieldNames = ReadonlyMap<string, string>;

/**
 * The names of columns in records, for messages that say which fields changed. R307.
 *
 * @param fields Where several fields fill one column, the last of them names it.
 * @param others Columns that other code reads.
 */
export function fieldNames<Columns>(
  fields: Fields<Columns>,
  others: Readonly<Record<string, string>> = {},
): FieldNames {
  const declared = Object.entries(fields).map(([name, { column }]) => [column, name] as const);
  return new Map([...declared, ...Object.entries(others)]);
}

/** The fields by which a row differs from the stored one, each once; none of a row that is new. */
export function changedFields(
  names: FieldNames,
  before: object | undefined,
  row: object,
): string[] {
  if (before === undefined) return [];
  const [was, is] = [before, row] as Record<string, unknown>[];
  const changed = new Set<string>();
  for (const [column, name] of names) if (was?.[column] !== is?.[column]) changed.add(name);
  return [...changed];
}

/** What changed in rows, as `Changes.wrote` takes it. @param before For fields of which messages say the value before. */
export function changedLines<Row extends { readonly id: number }>(
  names: FieldNames,
  stored: ReadonlyMap<number, object>,
  rows: readonly Row[],
  before: (field: string, row: object) => string | number | undefined = () => undefined,
): ReadonlyMap<number, string> {
  const lines = new Map<number, string>();
  for (const row of rows) {
    const was = stored.get(row.id);
    if (was === undefined) continue;
    const fields = changedFields(names, was, row);
    lines.set(row.id, fields.map((field) => changedLine(field, before(field, was))).join('\n'));
  }
  return lines;
}

/** What a row was read from: a row does not say which field of the record it has which value from. */
export interface Origin {
  readonly record: ImportRecord;
  readonly timeZone: string | undefined;
  /** The fields that are kept from now on; undefined where the record does not say. */
  readonly keep: readonly string[] | undefined;
}

/** Of each row: it may be read by one resource and written by another, within a transaction. */
const origins = new WeakMap<object, Origin>();

export function noteOrigin(row: object, origin: Origin): void {
  origins.set(row, origin);
}

/** What a row was read from; undefined for rows of kinds without kept fields. */
export function originOf(row: unknown): Origin | undefined {
  return origins.get(row as object);
}

/**
 * Notes that a row takes the place of another one.
 *
 * @param fields What its record would have in the fields that differ: it may be read again, without its kept fields.
 */
export function takePlace<Row extends object>(row: object, next: Row, fields: ImportRecord): Row {
  const origin = origins.get(row);
  if (origin !== undefined && next !== row) {
    origins.set(next, { ...origin, record: { ...origin.record, ...fields } });
  }
  return next;
}
