import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { epochOf } from '../lib/dates.js';
import { contains } from '../store/engines/dialect.js';
import { placeInTime } from '../store/tenant/place-in-time.js';
import type { Month } from './content.params.js';
import { searchKey } from './search-key.js';

/** The moment in a column is in a month on the clock of a zone; an unknown moment is in none. */
export function withinMonth(column: string, month: Month, zone: string): RawBuilder<SqlBool> {
  const moment = placeInTime(column);
  const next =
    month.month === 12
      ? { year: month.year + 1, month: 1 }
      : { year: month.year, month: month.month + 1 };
  return sql<SqlBool>`${moment} >= ${midnight(month, zone)} and ${moment} < ${midnight(next, zone)}`;
}

function midnight(month: Month, zone: string): number {
  return epochOf({ ...month, day: 1, hour: 0, minute: 0, second: 0 }, zone);
}

/** Any of some `*_key` columns contains a text, in any letter case. */
export function mentions(
  columns: readonly [string, ...string[]],
  text: string,
): RawBuilder<SqlBool> {
  const key = searchKey(text);
  const found = columns.map((column) => contains(sql.ref(column), key));
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
}
