import {
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { type Fragment, fragment, type Placeholder } from '../../store/engines/fragment.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { OpenHouseDays } from '../params/listing.param-kinds.js';
import { type Condition, narrow } from './conditions.js';

/*
 * Open houses that are still to come, by the days on which they begin. R348.
 */

/** Bounds of open houses, as they are stored: `YYYY-MM-DD HH:MM:SS` on the clock of their database. */
export interface OpenHouseBounds {
  readonly from: string;
  /** Not included. */
  readonly until: string;
  /** One that is over by now does not count. */
  readonly now: string;
}

const DAY_MS = 86_400_000;

/** One that began longer ago is over, so that nobody walks through those of years. */
const LONGEST_DAYS = 31;

/** Behind every day that is stored. */
const NEVER = '9999-99';

/** @param nowMinute The minute on the clock of the database as YYYYMMDDHHMM. */
export function openHouseBounds(days: OpenHouseDays, nowMinute: number): OpenHouseBounds {
  const digits = String(nowMinute).padStart(12, '0');
  const today = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;
  const now = `${today} ${digits.slice(8, 10)}:${digits.slice(10, 12)}`;
  const earliest = dayAfter(today, -LONGEST_DAYS);
  if (days === 'any') return { from: earliest, until: NEVER, now };
  const [first, last] = days === 'weekend' ? weekend(today) : [days.first, days.last];
  return { from: first > earliest ? first : earliest, until: dayAfter(last, 1), now };
}

/** This week's Saturday and Sunday; on a Sunday what is left of it. */
function weekend(today: string): [first: string, last: string] {
  const weekday = new Date(`${today}T00:00Z`).getUTCDay();
  if (weekday === 0) return [today, today];
  const saturday = dayAfter(today, 6 - weekday);
  return [saturday, dayAfter(saturday, 1)];
}

function dayAfter(day: string, days: number): string {
  const moment = Date.parse(`${day}T00:00Z`) + days * DAY_MS;
  // A year of five digits would come before all others.
  return day === '9999-12-31' && days > 0 ? NEVER : new Date(moment).toISOString().slice(0, 10);
}

const COLUMNS = [
  ['openhouse', 'openhouseend'],
  ['openhouse2', 'openhouseend2'],
] as const;

type Placeholders = { readonly [Name in keyof OpenHouseBounds]: Placeholder<string> };

/** Whether an open house of a row of `listing` lies within bounds. One without an end is over when it begins (R77). */
function isWithin(
  [start, end]: (typeof COLUMNS)[number],
  { from, until, now }: Placeholders,
): RawBuilder<SqlBool> {
  const [begin, over] = [sql.ref(`l.${start}`), sql.ref(`l.${end}`)];
  return sql<SqlBool>`(${begin} <> '' and ${begin} >= ${from} and ${begin} < ${until} and (${begin} >= ${now} or ${over} >= ${now}))`;
}

export function hasOpenHouse({ from, until, now }: OpenHouseBounds): Condition {
  return narrow(
    fragment('open house', [from, until, now], (from, until, now) => (eb) => {
      const [first, second] = COLUMNS.map((columns) =>
        (eb as unknown as ExpressionBuilder<TenantTables, never>)
          .selectFrom('listing as l')
          .select('l.id')
          .where(isWithin(columns, { from, until, now })),
      );
      return eb('s.id', 'in', (first as NonNullable<typeof first>).unionAll(second as never));
    }),
  );
}

/** When the first open house within bounds begins, as YYYYMMDDHHMM; of a listing that has one. */
export function firstOpenHouse({
  from,
  until,
  now,
}: OpenHouseBounds): Fragment<RawBuilder<number>> {
  return fragment('first open house', [from, until, now], (from, until, now) => {
    const [first, second] = COLUMNS.map((columns) => isWithin(columns, { from, until, now }));
    const isFirst = sql`${first} and (not ${second} or l.openhouse <= l.openhouse2)`;
    const begin = sql`case when ${isFirst} then l.openhouse else l.openhouse2 end`;
    const digits = ['-', ' ', ':'].reduce(
      (text, mark) => sql`replace(${text}, ${sql.lit(mark)}, '')`,
      sql`substr(${begin}, 1, 16)`,
    );
    const row = expressionBuilder<TenantTables, never>()
      .selectFrom('listing as l')
      .select(sql<number>`cast(${digits} as bigint)`.as('begin'))
      .where(sql<SqlBool>`l.id = s.id`);
    return sql<number>`${row}`;
  });
}
