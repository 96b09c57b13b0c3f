import { type TSchema, Type } from 'typebox';
import { described, MALFORMED, type Param, text } from '../api/params.js';
import { wallClock } from '../lib/dates.js';

/** The most rows of a `{count}` segment (R27). */
export const MOST_COUNTED = 200;

/** A calendar month; January is 1. */
export interface Month {
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
