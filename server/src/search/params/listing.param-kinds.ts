import { type TSchema, Type } from 'typebox';
import {
  described,
  idList,
  items,
  listOf,
  MALFORMED,
  MOST_IDS,
  number,
  type Param,
  truth,
  whole,
  zeroIsNone,
} from '../../api/params.js';
import { type WallClock, wallClock } from '../../lib/dates.js';
import type { Vocabulary } from '../../lib/vocabulary.js';
import { wordsOf } from '../../lib/words.js';
import { categories } from './listing.vocabulary.js';

/** Kinds of parameters that searches for listings have and no other endpoint has. */

/** A least or a most; 0 is none. */
export const limit = (description: string) => zeroIsNone(described(number(), description));

/** A list of codes, `unknown` left out, of which any may hold. */
export function codeList(vocabulary: Vocabulary, name: string, what: string) {
  const codes = vocabulary.entries
    .filter(([code]) => code !== 0 || vocabulary === categories)
    .map(([code, word]) => [String(code), code, word] as const);
  const meanings = codes.map(([code, , word]) => `${code} ${word}`).join(', ');
  return described(listOf(codes, name), `${what}, comma separated, any of them: ${meanings}`);
}

export const neighborhoodList = () =>
  described(idList(), `Neighborhood ids, comma separated, any of them; at most ${MOST_IDS}`);

/** How many numbers one call may name. */
const MOST_NUMBERS = 20;

/**
 * Ids of listings. A single one was all that the parameter took at first, with 0 for none (R20), so a 0
 * among several falls away, too.
 */
export function listingIds(description: string): Param<readonly number[] | undefined> {
  const id = whole();
  const shown = { minimum: 0, description };
  return {
    schema: Type.Unsafe({
      anyOf: [
        Type.Integer({ ...shown, description: 'One id' }),
        Type.Array(Type.Integer({ minimum: 0 }), { maxItems: MOST_IDS, description: 'Several' }),
      ],
      description: `${description}; 0 counts as not given`,
    }),
    accepts: `a comma separated list of at most ${MOST_IDS} ids, each a whole number, 0 or more`,
    fallback: undefined,
    repeats: true,
    parse: (input) => {
      const ids = items(input).map((item) => id.parse(item));
      if (ids.length > MOST_IDS || ids.some((value) => typeof value !== 'number')) return MALFORMED;
      const wanted = new Set(ids.filter((value): value is number => Number(value) > 0));
      return wanted.size === 0 ? undefined : [...wanted];
    },
  };
}

const RoomCount = Type.Number({
  $id: 'RoomCount',
  minimum: 0,
  description: 'A number of rooms; 2.5 bathrooms are two and a powder room',
});

/** Exact numbers of rooms; 0 is a number like any other (R277). */
export function exactNumbers(description: string): Param<readonly number[] | undefined> {
  return described(
    {
      schema: Type.Array(RoomCount, { maxItems: MOST_NUMBERS }),
      accepts: `a comma separated list of at most ${MOST_NUMBERS} numbers, each 0 or more, like 0,1,2.5`,
      fallback: undefined,
      repeats: true,
      parse: (input) => {
        const texts = items(input);
        if (texts.some((text) => !/^\d{1,6}(?:\.\d{1,6})?$/.test(text))) return MALFORMED;
        const numbers = new Set(texts.map(Number));
        if (numbers.size > MOST_NUMBERS) return MALFORMED;
        return numbers.size === 0 ? undefined : [...numbers];
      },
    },
    description,
  );
}

/** Whether photos are added, and with their variants. */
export type PhotoChoice = boolean | 'variants';

/** Whether to add photos: `variants` with what is known of each, and its other sizes (R291). */
export function photoChoice(): Param<PhotoChoice> {
  return {
    schema: Type.Union([Type.Boolean(), Type.Enum(['variants'], { type: 'string' })], {
      default: false,
      description:
        'Adds `photos`: absolute URLs in order, separated by |; variants also adds the size of each, its files in other sizes and formats, and a ThumbHash (`photos_…`)',
    }) as TSchema,
    accepts: 'true, false or variants',
    fallback: false,
    parse: (input) =>
      input.trim().toLowerCase() === 'variants' ? 'variants' : truth().parse(input),
  };
}

/** How many photos `addPhotos` adds to each listing; undefined for as many as there are (R297). */
export function photosMax(): Param<number | undefined> {
  return described(
    whole(1, 1000),
    'How many photos `addPhotos` adds at most to each listing, beginning with the first: 1 is enough for a card',
  );
}

/** Where a search looks for a feed's listings: not at all, only in the feed, or in both. */
export type FeedChoice = 'own' | 'feed' | 'both';

/** Whether to search an attached feed: `true` the feed alone, `include` the brokerage's own, too (R280). */
export function feedChoice(feed: string): Param<FeedChoice> {
  return {
    schema: Type.Enum(['true', 'false', 'include'], {
      type: 'string',
      default: 'false',
      description: `true searches the attached ${feed} feed instead of the brokerage's own listings; include searches both as one list`,
    }) as TSchema,
    accepts: 'true, false or include',
    fallback: 'own',
    parse: (input) => {
      if (input.trim().toLowerCase() === 'include') return 'both';
      const only = truth().parse(input);
      return only === MALFORMED ? MALFORMED : only ? 'feed' : 'own';
    },
  };
}

const LEAST_CHARACTERS = 3;
const MOST_CHARACTERS = 100;
/** Each word is looked for by itself. */
const MOST_WORDS = 10;

const DESCRIPTION =
  'Words, or their first three letters or more, like terrace greenwich. All have to occur in the address, neighborhood, building, headline or description. Accents do not matter, and a word that no listing has may have a wrong letter. Of a hidden address, only cross streets and neighborhood are searched';

/** Words to look for, folded (`wordsOf`), in their order. R285. */
export function searchWords(description = DESCRIPTION): Param<readonly string[] | undefined> {
  return {
    schema: Type.String({
      minLength: LEAST_CHARACTERS,
      maxLength: MOST_CHARACTERS,
      description,
    }),
    accepts: `${LEAST_CHARACTERS} to ${MOST_CHARACTERS} characters with one to ${MOST_WORDS} words`,
    fallback: undefined,
    parse: (input) => {
      const { length } = input.trim();
      if (length < LEAST_CHARACTERS || length > MOST_CHARACTERS) return MALFORMED;
      const words = wordsOf(input);
      return words.length === 0 || words.length > MOST_WORDS ? MALFORMED : words;
    },
  };
}

/** A ZIP code as a number, so its leading zeros may be missing (R169). */
export function zipcode(): Param<number | undefined> {
  return {
    schema: Type.Integer({
      minimum: 0,
      maximum: 99_999,
      description: 'ZIP code; its leading zeros may be missing, and 0 counts as not given',
    }),
    accepts: 'a ZIP code of at most five digits',
    fallback: undefined,
    parse: (input) => {
      const found = /^(\d{1,5})(?:-\d{4})?$/.exec(input.trim());
      if (found === null) return MALFORMED;
      return Number(found[1]) || undefined;
    },
  };
}

/** A day, `MM/DD/YYYY`, as the number YYYYMMDD. */
export function day(): Param<number | undefined> {
  return {
    schema: Type.String({ pattern: '^\\d{1,2}/\\d{1,2}/\\d{4}$' }) as TSchema,
    accepts: 'a day as MM/DD/YYYY',
    fallback: undefined,
    parse: (input) => {
      const found = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(input.trim());
      const wall = found === null ? undefined : wallClock(found[3], found[1], found[2]);
      return wall === undefined ? MALFORMED : (wall.year * 100 + wall.month) * 100 + wall.day;
    },
  };
}

/** Days on which open houses begin: all that are to come, this week's Saturday and Sunday, or a range, both included. */
export type OpenHouseDays = 'any' | 'weekend' | { readonly first: string; readonly last: string };

const DAY = String.raw`\d{4}-\d{2}-\d{2}`;

/** The days of open houses that a search asks for. R348. */
export function openHouseDays(): Param<OpenHouseDays | undefined> {
  return {
    schema: Type.String({
      pattern: `^(?:any|weekend|${DAY}\\.\\.${DAY})$`,
      description:
        'Only listings with an upcoming open house: any, weekend (this Saturday and Sunday), or days as YYYY-MM-DD..YYYY-MM-DD',
    }),
    accepts: 'any, weekend, or two days like 2026-12-05..2026-12-06',
    fallback: undefined,
    parse: (input) => {
      const word = input.trim().toLowerCase();
      if (word === 'any' || word === 'weekend') return word;
      const days =
        /^(\d{4})-(\d{2})-(\d{2})\.\.(\d{4})-(\d{2})-(\d{2})$/.exec(word)?.slice(1) ?? [];
      const isDay = (at: number) => wallClock(days[at], days[at + 1], days[at + 2]) !== undefined;
      const [first = '', last = ''] = word.split('..');
      return days.length > 0 && isDay(0) && isDay(3) && first <= last ? { first, last } : MALFORMED;
    },
  };
}

/** A minute on the tenant's clock, `MM/DD/YYYYTHH:MM`; a day without a time is its midnight (R92). */
export function minute(): Param<WallClock | undefined> {
  return {
    schema: Type.String({
      pattern: '^\\d{1,2}/\\d{1,2}/\\d{4}(?:[Tt ]\\d{1,2}:\\d{2}(?::\\d{2})?)?$',
    }) as TSchema,
    accepts: 'a time as MM/DD/YYYYTHH:MM',
    fallback: undefined,
    parse: (input) => {
      const found = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/i.exec(
        input.trim(),
      );
      if (found === null) return MALFORMED;
      const [, month, date, year, hour, minutes, seconds] = found;
      return wallClock(year, month, date, hour, minutes, seconds) ?? MALFORMED;
    },
  };
}
