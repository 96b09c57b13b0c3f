import { isMissing } from './missing.js';

/** A record of a foreign file. */
export type ForeignRecord = Readonly<Record<string, unknown>>;

/** Reads a column of a record; undefined when the record lacks it. */
export type ColumnReader = (record: ForeignRecord) => unknown;

/**
 * Reads a column by its name or, in JSON, by a dotted path: names, positions in lists, and `*` for
 * every element of a list (`agents.0.email`, `photos.*.url`). A name that itself contains dots
 * takes precedence.
 */
export function columnReader(column: string): ColumnReader {
  const path = column.split('.');
  if (path.length === 1) {
    return (record) => (Object.hasOwn(record, column) ? record[column] : undefined);
  }
  return (record) => (Object.hasOwn(record, column) ? record[column] : follow(record, path, 0));
}

function follow(value: unknown, path: readonly string[], at: number): unknown {
  const step = path[at];
  if (step === undefined) return value;
  if (Array.isArray(value)) {
    if (step === '*') {
      return value
        .flatMap((element: unknown) => follow(element, path, at + 1))
        .filter((element) => !isMissing(element));
    }
    return /^\d+$/.test(step) ? follow(value[Number(step)], path, at + 1) : undefined;
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return follow((value as ForeignRecord)[step], path, at + 1);
}
