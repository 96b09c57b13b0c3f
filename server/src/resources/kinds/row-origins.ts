import type { ImportRecord } from 'portico-importer/resource.js';

/** What a row was read from: a row does not say which field of the record it has which value from. */
export interface Origin {
  readonly record: ImportRecord;
  readonly timeZone: string | undefined;
  /** The fields that are kept from now on; undefined where the record does not say. */
  readonly keep: readonly string[] | undefined;
}

/** Of each row: it may be read by one resource and written by another, within a transaction. */
const origins = new WeakMap<object, Origin>();

/** Notes what a row was read from. */
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
