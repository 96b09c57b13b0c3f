import { parseMoment } from '../../lib/dates.js';
import { ID_SPACES } from '../../store/tenant/members-tables.js';
import { type Field, problem, readText } from '../kinds/transfer-fields.js';

/*
 * Fields that import records of leads, favourites and trails share: what visitors of a website have left.
 */

/** Whose listing an id means: `own`, `mls` or `rls`; the empty text stands for `own`. */
export function listingOf<Columns>(column: keyof Columns & string): Field<Columns> {
  return {
    column,
    read: (value, field) => {
      const word = readText(value, field).trim().toLowerCase();
      if (word === '') return ID_SPACES.own;
      if (Object.hasOwn(ID_SPACES, word)) return ID_SPACES[word as keyof typeof ID_SPACES];
      throw problem(field, value, Object.keys(ID_SPACES).join(', '));
    },
  };
}

/** When something came, in milliseconds if the record has them: repeats are recognised by the interval. */
export function received<Columns>(column: keyof Columns & string): Field<Columns> {
  return {
    column,
    read: (value, field, zone) => {
      const date = readText(value, field).trim();
      if (date === '') return 0;
      const moment = parseMoment(date, zone);
      if (moment === undefined) throw problem(field, value, 'a date, like 2026-11-20 14:05:09');
      const fraction = /:\d{2}\.(\d{1,3})/.exec(date)?.[1] ?? '';
      return moment + Number(fraction.padEnd(3, '0'));
    },
  };
}
