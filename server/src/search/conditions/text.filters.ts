import { type SqlBool, sql } from 'kysely';
import { containing, like } from '../../store/engines/dialect.js';
import { fragment } from '../../store/engines/fragment.js';
import { CUSTOM_VALUE_INDEXED } from '../../store/tenant/tables.js';
import { type Condition, narrow } from './conditions.js';

/**
 * Matches nothing: no stored text holds a NUL, and PostgreSQL refuses it even as a value to
 * compare.
 */
const NOTHING: Condition = fragment('nothing', [], () => () => sql<SqlBool>`1 = 0`);

/**
 * The most words of an address that a search looks for: each is compared with every listing's
 * address.
 */
const MOST_WORDS = 10;

/** The address that the public may see contains every word (R73, R86). */
export function addressHas(text: string): Condition[] {
  if (text.includes('\0')) return [NOTHING];
  return wordsOf(text).map((word) =>
    narrow(
      fragment('address like', [containing(word)], (pattern) => () => {
        return like(sql.ref('s.address'), pattern);
      }),
    ),
  );
}

/**
 * The words to look for: without those that another word contains, and only the longest, which
 * narrow the search most.
 */
function wordsOf(text: string): readonly string[] {
  const words = [...new Set(text.toLowerCase().split(/[\s,]+/))].filter((word) => word !== '');
  return words
    .filter((word) => !words.some((other) => other !== word && other.includes(word)))
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_WORDS);
}

/** The listing has a label with this name, in any letter case, or with this id (R87). */
export function hasLabel(text: string): Condition {
  if (text.includes('\0')) return NOTHING;
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return narrow(
    fragment('label', [text.toLowerCase(), id], (key, id) => (eb) => {
      const labelled = eb
        .selectFrom('listing_label')
        .innerJoin('label', 'label.id', 'listing_label.label_id')
        .select('listing_label.listing_id')
        .where((where) =>
          where.or([where('label.name_key', '=', key), where('label.id', '=', id)]),
        );
      return eb('s.id', 'in', labelled);
    }),
  );
}

/**
 * The part of a value that its index holds: a value may be long, and an index row of PostgreSQL may
 * not.
 */
function indexed(value: string): string {
  return [...value].slice(0, CUSTOM_VALUE_INDEXED).join('');
}

const indexedValue = sql<string>`substr(${sql.ref('listing_custom.value')}, 1, ${sql.lit(CUSTOM_VALUE_INDEXED)})`;

/**
 * The listing has this `name:value`, or this value under any name; both find a value that holds a
 * colon (R88).
 */
export function hasCustomValue(text: string): Condition {
  if (text.includes('\0')) return NOTHING;
  const colon = text.indexOf(':');
  const value = text.slice(colon + 1).trim();
  const name = text.slice(0, Math.max(colon, 0)).trim();
  const values = [indexed(text), text, indexed(value), value, name, name.toLowerCase()] as const;
  return narrow(
    fragment('custom value', values, (start, whole, valueStart, value, name, nameKey) => (eb) => {
      const valued = eb
        .selectFrom('listing_custom')
        .select('listing_custom.listing_id')
        .where((where) =>
          where.or([
            where.and([where(indexedValue, '=', start), where('listing_custom.value', '=', whole)]),
            where.and([
              where(indexedValue, '=', valueStart),
              where('listing_custom.value', '=', value),
              // Compares the name unchanged too: SQLite lowers ASCII letters only.
              where.or([
                where('listing_custom.name', '=', name),
                where(where.fn<string>('lower', ['listing_custom.name']), '=', nameKey),
              ]),
            ]),
          ]),
        );
      return eb('s.id', 'in', valued);
    }),
  );
}

/** The listing is in this city, without regard to letter case (R35). */
export function inCity(city: string): Condition {
  if (city.includes('\0')) return NOTHING;
  return fragment('city', [city.toLowerCase()], (key) => (eb) => eb('s.city', '=', key));
}
