import { columnReader, type ForeignRecord, isMissing } from './column.js';
import { plain, quoted } from './text.js';

/** The rows of a file that a mapping takes. */
export interface RowFilter {
  readonly columns: readonly string[];
  takes(record: ForeignRecord): boolean;
}

type Condition = { readonly column: string; holds(record: ForeignRecord): boolean };

/**
 * The filter of a mapping's `only` and `skip`: tables of columns, with the value or the values that each may
 * have; `null` stands for nothing. A row needs one of its values in every column of `only`, and none in
 * any column of `skip`.
 */
export function rowFilter(
  only: unknown,
  skip: unknown,
): { readonly filter: RowFilter | undefined; readonly problems: readonly string[] } {
  const wanted = conditionsOf('only', only);
  const unwanted = conditionsOf('skip', skip);
  const problems = [wanted, unwanted].filter((part) => typeof part === 'string');
  if (typeof wanted === 'string' || typeof unwanted === 'string') {
    return { filter: undefined, problems };
  }
  if (wanted.length + unwanted.length === 0) return { filter: undefined, problems };
  const filter = {
    columns: [...wanted, ...unwanted].map(({ column }) => column),
    takes: (record: ForeignRecord) =>
      wanted.every(({ holds }) => holds(record)) && !unwanted.some(({ holds }) => holds(record)),
  };
  return { filter, problems };
}

/**
 * The rows whose records a mapping's `remove` takes away: those with one of the values in any column of its table. Values
 * are compared without blanks, punctuation and case, as a record that stays by a spelling is shown when it must not be.
 */
export function removalRule(value: unknown): {
  readonly removes: RowFilter | undefined;
  readonly problems: readonly string[];
} {
  const conditions = conditionsOf('remove', value, (one) => plain(String(one)));
  if (typeof conditions === 'string') return { removes: undefined, problems: [conditions] };
  if (conditions.length === 0) return { removes: undefined, problems: [] };
  const removes = {
    columns: conditions.map(({ column }) => column),
    takes: (record: ForeignRecord) => conditions.some(({ holds }) => holds(record)),
  };
  return { removes, problems: [] };
}

function conditionsOf(
  name: string,
  value: unknown,
  same: (value: unknown) => string = String,
): Condition[] | string {
  if (value === undefined) return [];
  const shape = `${name}: is not a table of column: value, or of column: [values]`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return shape;
  const conditions: Condition[] = [];
  for (const [column, accepted] of Object.entries(value)) {
    const values: unknown[] = Array.isArray(accepted) ? accepted : [accepted];
    if (column === '' || values.length === 0 || !values.every(isComparable)) {
      return `${shape} (${quoted(column)})`;
    }
    conditions.push(condition(column, values, same));
  }
  return conditions.length === 0 ? shape : conditions;
}

function condition(
  column: string,
  values: readonly unknown[],
  same: (value: unknown) => string,
): Condition {
  const read = columnReader(column);
  const texts = new Set(values.filter((value) => !isMissing(value)).map(same));
  const takesNothing = values.some(isMissing);
  const isIn = (value: unknown) => (isMissing(value) ? takesNothing : texts.has(same(value)));
  const holds = (record: ForeignRecord) => {
    const value = read(record);
    if (!Array.isArray(value)) return isIn(value);
    return value.length === 0 ? takesNothing : value.some(isIn);
  };
  return { column, holds };
}

function isComparable(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
