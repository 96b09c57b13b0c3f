import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type TSchema, Type } from 'typebox';
import { described, MALFORMED, type Param, text } from '../api/params.js';
import { epochOf, wallClock } from '../lib/dates.js';
import { contains } from '../store/engines/dialect.js';
import { placeInTime } from '../store/tenant/columns.js';
import type { TenantTables } from '../store/tenant/tables.js';

/** The most rows of a `{count}` segment (R27). */
export const MOST_COUNTED = 200;

/** A calendar month; January is 1. */
interface Month {
  readonly year: number;
  readonly month: number;
}

/** `M-YYYY`, such as `4-2014`: the month of publication on the tenant's calendar (R120). */
export function monthYear(): Param<Month | undefined> {
  return {
    schema: Type.String({
      pattern: '^\\d{1,2}-\\d{4}$',
      description: 'Month of publication, as M-YYYY, like 4-2014',
    }) as TSchema,
    accepts: 'a month as M-YYYY, like 4-2014',
    fallback: undefined,
    parse: (input) => {
      const found = /^(\d{1,2})-(\d{4})$/.exec(input.trim());
      const first = found === null ? undefined : wallClock(found[2], found[1], '1');
      return first === undefined ? MALFORMED : { year: first.year, month: first.month };
    },
  };
}

/** Text to search for, in any letter case (R35). */
export function keyword(where: string): Param<string | undefined> {
  return described(text(200), `Text that occurs in the ${where}`);
}

/** The newest rows of a query, as many as a `{count}` segment asks for. @param column The moment of each row. */
export async function newestOf<Table extends keyof TenantTables, Row>(
  query: SelectQueryBuilder<TenantTables, Table, Row>,
  column: string,
  count: number,
): Promise<Row[]> {
  if (count === 0) return [];
  const newest = query.orderBy(placeInTime(column), 'desc').orderBy(sql.ref('id'));
  return newest.limit(Math.min(count, MOST_COUNTED)).execute();
}

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

/**
 * The form in which keywords and texts are compared: without letter case, in any script. Upper case
 * first makes equal what differs only by case, such as ß and SS or the two small sigmas. The normal
 * form makes equal the two ways to write an accent.
 */
export function searchKey(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
