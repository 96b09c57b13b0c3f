import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Param } from '../../api/params.js';
import type { Vocabulary } from '../../lib/vocabulary.js';
import { containing, like } from '../../store/engines/dialect.js';
import { fragment } from '../../store/engines/fragment.js';
import { CUSTOM_VALUE_INDEXED, type TenantTables } from '../../store/tenant/tables.js';
import { SEARCH_FLAGS } from '../listing.search-row.js';
import type { Amenity } from '../params/amenity.vocabulary.js';
import { codeList, limit } from '../params/listing.param-kinds.js';
import {
  type Feature,
  HOMES,
  PETS_UNWELCOME,
  RENTAL_STATUSES,
} from '../params/listing.vocabulary.js';
import {
  atLeast,
  atMost,
  type Column,
  type ColumnTest,
  type Condition,
  hasAll,
  hasAny,
  hasBits,
  narrow,
  oneOf,
  type Where,
} from './conditions.js';

/** Matches nothing: no stored text holds a NUL, and PostgreSQL refuses it even as a value to compare. */
export const NOTHING: Condition = fragment('nothing', [], () => () => sql<SqlBool>`1 = 0`);

/** The most words of an address that a search looks for: each is compared with every listing's address. */
const MOST_WORDS = 10;

/** The address that the public may see contains every word (R73, R86). */
export function addressHas(text: string): Condition[] {
  if (text.includes('\0')) return [NOTHING];
  return addressWords(text).map((word) =>
    narrow(
      fragment('address like', [containing(word)], (pattern) => () => {
        return like(sql.ref('s.address'), pattern);
      }),
    ),
  );
}

/** The words to look for: without those that another one contains, and only the longest, which narrow most. */
function addressWords(text: string): readonly string[] {
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

/** The part of a value that its index holds: an index row of PostgreSQL may not be long. */
function indexed(value: string): string {
  return [...value].slice(0, CUSTOM_VALUE_INDEXED).join('');
}

const indexedValue = sql<string>`substr(${sql.ref('listing_custom.value')}, 1, ${sql.lit(CUSTOM_VALUE_INDEXED)})`;

/** The listing has this `name:value`, or this value under any name; both find a value with a colon (R88). */
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

/** The tenant's local time, for the filters that need it. */
export interface FilterContext {
  /** The tenant's minute as YYYYMMDDHHMM. */
  readonly nowMinute: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly timeZone: string;
  /** Whether lowered prices must not be shown. */
  readonly hidesDrops?: boolean;
}

/** The conditions that a value of a parameter asks for. */
type Conditions<Value> = (value: Value, context: FilterContext) => Condition | readonly Condition[];

/** A parameter of a search with its conditions: those of all parameters that are present must hold. R81. */
export interface FilterParam<Value> extends Param<Value> {
  readonly conditions: Conditions<NonNullable<Value>>;
}

/** A parameter that is compared with one column. */
export interface ColumnParam<Value> extends FilterParam<Value> {
  readonly column: Column;
  readonly compares: 'least' | 'most' | 'any';
}

/** Adds the conditions of a parameter to it. */
export function filter<Value>(
  param: Param<Value>,
  conditions: Conditions<NonNullable<Value>>,
): FilterParam<Value> {
  return { ...param, conditions };
}

/** Columns that hold fractions. The others are of whole numbers, which PostgreSQL does not compare with one. */
const FRACTIONS: readonly Column[] = ['price', 'beds', 'bath', 'rooms'];

/** The least that the column may have. */
export function least(column: Column, description: string): ColumnParam<number | undefined> {
  const rounded = FRACTIONS.includes(column) ? Number : Math.ceil;
  const param = filter(limit(description), (value) => atLeast(column, rounded(value)));
  return { ...param, column, compares: 'least' };
}

/** The most that the column may have. */
export function most(column: Column, description: string): ColumnParam<number | undefined> {
  const rounded = FRACTIONS.includes(column) ? Number : Math.floor;
  const param = filter(limit(description), (value) => atMost(column, rounded(value)));
  return { ...param, column, compares: 'most' };
}

/** A list of codes of which the column may have any. */
export function anyCode(
  column: Column,
  vocabulary: Vocabulary,
  name: string,
  what: string,
): ColumnParam<readonly number[] | undefined> {
  const param = filter(codeList(vocabulary, name, what), (codes) => oneOf(column, codes));
  return { ...param, column, compares: 'any' };
}

export const mayHaveOpenHouse = (context: FilterContext): Condition =>
  atLeast('openhouse_until', context.nowMinute);

const welcomesPets: Condition = oneOf('pets', PETS_UNWELCOME, 'not in');

export function features(wanted: readonly Feature[], context: FilterContext): Condition[] {
  const conditions: Condition[] = [];
  const amenities: Amenity[] = [];
  for (const feature of wanted) {
    if (feature.kind === 'amenity') amenities.push(feature.name);
    else if (feature.kind === 'any') conditions.push(hasAny(feature.of));
    else if (feature.kind === 'pets') conditions.push(welcomesPets);
    else conditions.push(mayHaveOpenHouse(context));
  }
  return [...hasAll(amenities), ...conditions];
}

/** What `extras` may name, each with its condition. */
export const EXTRAS = {
  featured: () => [hasBits('flags', SEARCH_FLAGS.featured)],
  furnished: () => hasAll(['furnished']),
  developments: () => [hasBits('flags', SEARCH_FLAGS.developments)],
  nofee: () => hasAll(['nofee']),
  openhouse: (context: FilterContext) => [mayHaveOpenHouse(context)],
};

/** The listing has this agent in any of the three roles (R85). */
export function hasAgent(id: number): Condition {
  return narrow(
    fragment('agent', [id], (id) => (eb) => {
      return eb.or([
        eb('s.agent_id', '=', id),
        eb('s.coagent_id', '=', id),
        eb('s.listingagent_id', '=', id),
      ]);
    }),
  );
}

/** An agent, co-agent or listing agent of the listing belongs to this office (R278). */
export function hasOffice(id: number): Condition {
  return fragment('office', [id], (id) => (eb) => {
    const agents = eb.selectFrom('agent').select('agent.id').where('agent.office', '=', id);
    return eb.or([
      eb('s.agent_id', 'in', agents),
      eb('s.coagent_id', 'in', agents),
      eb('s.listingagent_id', 'in', agents),
    ]);
  });
}

/** The listing has one of these numbers of bedrooms; 0 are studios, and no office is one (R277). */
export function hasBeds(values: readonly number[]): Condition {
  const some = values.filter((value) => value !== 0);
  if (some.length === values.length) return oneOf('beds', some);
  const studio = fragment(
    'studio',
    [HOMES],
    (homes) => (eb: Parameters<Where>[0]) =>
      eb.and([eb('s.beds', '=', eb.lit(0)), eb('s.type', 'in', homes)]),
  );
  const test: ColumnTest = { is: 'studio or', homes: HOMES, beds: some };
  if (some.length === 0) return { ...studio, test };
  const parts = [studio, oneOf('beds', some)] as const;
  const condition = fragment('studio or', parts, (studio, beds) => (eb: Parameters<Where>[0]) => {
    return eb.or([studio(eb), beds(eb)]);
  });
  return { ...condition, test };
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The price was lowered within so many days, and is still lower than it was before that. What a listing costs
 * for rent is no drop of its price for sale, and no price is none. R347.
 *
 * @param now Milliseconds since the epoch.
 */
export function hasDropped(days: number, now: number): Condition {
  // Of whole minutes, so that calls of one minute are the same search.
  const from = Math.floor(now / MINUTE_MS) * MINUTE_MS - days * DAY_MS;
  return narrow(
    fragment('price drop', [from], (from) => (eb) => {
      const lowered = (eb as unknown as ExpressionBuilder<TenantTables, never>)
        .selectFrom('listing_history as lowered')
        .innerJoin('listing_history as before', 'before.listing_id', 'lowered.listing_id')
        .innerJoin('listing_history as last', 'last.listing_id', 'lowered.listing_id')
        .select('lowered.listing_id')
        .where('lowered.at', '>=', from)
        .where('before.at', '=', (of) =>
          of
            .selectFrom('listing_history as earlier')
            .select((row) => row.fn.max('earlier.at').as('at'))
            .whereRef('earlier.listing_id', '=', 'lowered.listing_id')
            .whereRef('earlier.at', '<', 'lowered.at'),
        )
        .where('last.at', '=', (of) =>
          of
            .selectFrom('listing_history as later')
            .select((row) => row.fn.max('later.at').as('at'))
            .whereRef('later.listing_id', '=', 'lowered.listing_id'),
        )
        .whereRef('before.status', '=', 'lowered.status')
        .whereRef('before.price', '>', 'lowered.price')
        .whereRef('before.price', '>', 'last.price')
        .where('lowered.price', '>', sql.lit(0))
        .where('last.price', '>', sql.lit(0))
        .where(sql<SqlBool>`${isRental('last.status')} = ${isRental('lowered.status')}`);
      return eb('s.id', 'in', lowered);
    }),
  );
}

function isRental(status: string): RawBuilder<SqlBool> {
  return sql`(${sql.ref(status)} in (${sql.join(RENTAL_STATUSES.map((one) => sql.lit(one)))}))`;
}
