import { type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { grouped, idsOf } from '../lib/grouped.js';
import { valuesOfJson } from '../store/engines/dialect.js';
import { fragment } from '../store/engines/fragment.js';
import { inPortions } from '../store/tenant/bulk.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { revisionOf } from '../store/tenant/write.js';
import type { Condition } from './conditions/conditions.js';

/**
 * What a brokerage's listings and those of its feed have to do with each other, for searches of both as
 * one: which listings of the feed it has itself, and which neighborhoods are the same. R281.
 */

/** The listings of a feed that a brokerage has itself, at one state of both databases. */
interface Twins {
  readonly ids: Promise<TwinIds>;
  /** The room that they take, as characters of a text; 0 until they are read. */
  readonly characters: number;
}

/** The same ids twice: for a database and for an index in memory. */
interface TwinIds {
  readonly list: readonly number[];
  /** A JSON array. */
  readonly json: string;
}

/** The most states of pairs of a brokerage and a feed that are kept, and the most characters of all of them. */
const MOST_STATES = 1000;
const MOST_CHARACTERS = 8_000_000;

/**
 * By the names and the revisions of both databases: a pass of alerts searches for minutes by revisions that it has read
 * before, and searches of websites by later ones. One that takes all of the room has it; one that is being read counts as
 * nothing.
 */
const kept = new LRUCache<string, Twins>({
  max: MOST_STATES,
  maxSize: MOST_CHARACTERS,
  sizeCalculation: ({ characters }) => Math.min(Math.max(1, characters), MOST_CHARACTERS),
});

/**
 * Leaves out the listings of a feed that the brokerage has itself, in whatever state: those whose MLS
 * number one of its own listings has. Reading them takes longer than a search, so they are kept for
 * each state of the databases.
 *
 * @param revisions Those that were read before, by database.
 */
export async function withoutTwins(
  own: TenantDatabase,
  feed: TenantDatabase,
  revisions?: ReadonlyMap<TenantDatabase, number>,
): Promise<Condition[]> {
  const { list, json } = await twinsOf(own, feed, revisions);
  if (list.length === 0) return [];
  const ids = (text: Parameters<typeof valuesOfJson>[1]) => valuesOfJson(feed.db, text);
  const condition = fragment(
    'without twins',
    [json],
    (json) => () => sql<SqlBool>`${sql.ref('s.id')} not in (${ids(json)})`,
  );
  return [{ ...condition, test: { is: 'not of ids', ids: list } }];
}

async function twinsOf(
  own: TenantDatabase,
  feed: TenantDatabase,
  revisions?: ReadonlyMap<TenantDatabase, number>,
): Promise<TwinIds> {
  // Read ahead of the data, so that what is kept is never taken for newer than it is.
  const stateOf = async (database: TenantDatabase) =>
    `${database.name} ${revisions?.get(database) ?? (await revisionOf(database)).number}`;
  const state = `${await stateOf(own)} ${await stateOf(feed)}`;
  const existing = kept.get(state);
  if (existing !== undefined) return existing.ids;
  const twins: Twins = { ids: readTwins(own, feed), characters: 0 };
  kept.set(state, twins);
  try {
    const ids = await twins.ids;
    // A number in the list takes about as much as its text.
    kept.delete(state);
    kept.set(state, { ...twins, characters: 2 * ids.json.length });
    return ids;
  } catch (error) {
    // The next search tries again.
    kept.delete(state);
    throw error;
  }
}

async function readTwins(own: TenantDatabase, feed: TenantDatabase): Promise<TwinIds> {
  const rows = await own.db
    .selectFrom('listing')
    .select('mls_no')
    .distinct()
    .where('mls_no', '<>', sql.lit(''))
    .execute();
  const numbers = rows.map(({ mls_no }) => mls_no);
  const twins = await inPortions(numbers, (portion) =>
    feed.db
      .selectFrom('listing')
      .select('id')
      .where('mls_no', 'in', portion)
      .where('mls_no', '<>', sql.lit(''))
      .execute(),
  );
  const list = idsOf(twins);
  return { list, json: JSON.stringify(list) };
}

/** The neighborhoods of another database with the names of these, ascending. One without a namesake is missing. */
export async function neighborhoodsIn(
  other: TenantDatabase,
  database: TenantDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const named = await inPortions(ids, (portion) =>
    database.db
      .selectFrom('neighborhood')
      .select(['id', 'name_key'])
      .where('id', 'in', portion)
      .execute(),
  );
  const names = named.map(({ name_key }) => name_key);
  const found = await inPortions(names, (portion) =>
    other.db
      .selectFrom('neighborhood')
      .select(['id', 'name_key'])
      .where('name_key', 'in', portion)
      .orderBy('id')
      .execute(),
  );
  const byName = grouped(found.map(({ id, name_key }) => [name_key, id]));
  return new Map(
    named.flatMap(({ id, name_key }) => {
      const same = name_key === '' ? undefined : byName.get(name_key);
      return same === undefined ? [] : [[id, same] as const];
    }),
  );
}
