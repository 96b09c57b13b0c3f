import { type TString, Type } from 'typebox';
import { parseMoment } from '../../lib/dates.js';
import { ID_SPACES, type IdSpace, idSpaceOf } from '../../store/tenant/people-tables.js';
import { type Field, field } from '../kinds/fields.js';
import type { KeyField } from '../kinds/kind.js';
import { problem, readText } from '../kinds/transfer-fields.js';

/*
 * Fields that import records of leads, favourites and trails share: what visitors of a website have left.
 */

/** A listing of the brokerage, or of a feed. */
export const LISTING_OF_ANY: KeyField = { of: 'listings', whose: 'listingOf' };

/** Whose listing an id means: `own`, `mls` or `rls`; the empty text stands for `own`. */
export function listingOf<const Column extends string>(
  column: Column,
): Field<number, TString, Column, 'answer'> {
  const schema = Type.String({ description: 'Whose listing it is: own, mls or rls' });
  return field(ID_SPACES.own as number, schema, readSpace, { column, exported: idSpaceOf });
}

/** Reads it. @throws RecordProblem */
export function readSpace(value: unknown, name: string): number {
  const word = readText(value, name).trim().toLowerCase();
  if (word === '') return ID_SPACES.own;
  if (Object.hasOwn(ID_SPACES, word)) return ID_SPACES[word as IdSpace];
  throw problem(name, value, Object.keys(ID_SPACES).join(', '));
}

/** When something came, in milliseconds if the record has them: repeats are recognised by the interval. */
export function received<const Column extends string>(
  column: Column,
  description = 'When it came',
): Field<number, TString, Column, 'answer'> {
  return field(0, Type.String({ description }), readReceived, { column, exported: isoOf });
}

function readReceived(value: unknown, name: string, zone: string): number {
  const date = readText(value, name).trim();
  if (date === '') return 0;
  const moment = parseMoment(date, zone);
  if (moment === undefined) throw problem(name, value, 'a date, like 2026-11-20 14:05:09');
  const fraction = /:\d{2}\.(\d{1,3})/.exec(date)?.[1] ?? '';
  return moment + Number(fraction.padEnd(3, '0'));
}

/** A moment in ISO 8601, in UTC; null when it is unknown. @param moment Epoch milliseconds. */
export function isoOf(moment: number): string | null {
  return moment === 0 ? null : new Date(moment).toISOString();
}
