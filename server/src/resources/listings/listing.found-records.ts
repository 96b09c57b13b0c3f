import type { Call } from '../../api/endpoint.js';
import { wallMinute } from '../../lib/dates.js';
import { grouped } from '../../lib/grouped.js';
import type { FoundListing } from '../../search/listing.find.js';
import { openHouseUntil } from '../../search/listing.search-row.js';
import type { ListingSource } from '../../search/listing.source-filters.js';
import type { FeedChoice } from '../../search/params/listing.param-kinds.js';
import { type AddFlags, addedFields, addsFields } from './listing.added-fields.js';
import { foundListings } from './listing.queries.js';
import { addedPart, searchRecord, shortRecord } from './listing.record.js';
import { picked } from './listing.schema.js';
import { MOST_IN_SEARCHES } from './photo.js';

interface SearchedRecords extends AddFlags {
  readonly addDescription: boolean;
  readonly fields: readonly string[] | undefined;
}

/** What a random draw says about its records. */
interface DrawnRecords {
  readonly fields: readonly string[] | undefined;
  readonly isMLS: FeedChoice;
  readonly isRLS: FeedChoice;
}

type OpenRecord = Record<string, unknown>;

/**
 * The records of a search as JSON texts, where they are cached or have fields of their own; undefined where
 * the answer's schema has to write them.
 */
export async function foundTexts(
  call: Call,
  listings: readonly FoundListing[],
  params: SearchedRecords,
): Promise<string[] | undefined> {
  const { fields } = params;
  if (fields !== undefined) {
    const records = await foundRecords(call, listings, params);
    return records.map((record) => JSON.stringify(picked(record, fields)));
  }
  if (addsFields(params) || params.addDescription) return undefined;
  return inSources(listings, (source, ids) => searchTexts(call, source, ids));
}

export function foundRecords(
  { tools: { survey } }: Call,
  listings: readonly FoundListing[],
  params: SearchedRecords,
): Promise<OpenRecord[]> {
  return inSources(listings, async ({ database, context }, ids) => {
    const added = await addedFields(database, ids, params, {
      survey,
      mostVariants: MOST_IN_SEARCHES,
    });
    const rows = await foundListings(database, ids, params.addDescription);
    return new Map(
      rows.map((row) => {
        const record = searchRecord(row, context, params.addDescription);
        if (added !== undefined) Object.assign(record, addedPart(row, added, context));
        return [row.id, record];
      }),
    );
  });
}

/** The records of a random draw. One that looked into a feed says where each listing is from (R280). */
export function drawnRecords(listings: readonly FoundListing[], { isMLS, isRLS }: DrawnRecords) {
  const isOwn = isMLS === 'own' && isRLS === 'own';
  return inSources(listings, async ({ database, context }, ids) => {
    const rows = await foundListings(database, ids, false);
    const ismls = context.role === 'client' ? 0 : 1;
    return new Map(
      rows.map((row) => {
        const record = shortRecord(row, context);
        return [row.id, isOwn ? record : { ...record, ismls }];
      }),
    );
  });
}

/** Reads what belongs to listings, from each database at once, and puts it in their order. */
async function inSources<Value>(
  listings: readonly FoundListing[],
  read: (source: ListingSource, ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>,
): Promise<Value[]> {
  const found = new Map<ListingSource, ReadonlyMap<number, Value>>();
  for (const [source, ids] of grouped(listings.map(({ source, id }) => [source, id] as const))) {
    found.set(source, await read(source, ids));
  }
  // A listing that was removed since it was found has no value.
  return listings.flatMap(({ source, id }) => found.get(source)?.get(id) ?? []);
}

/** The text of a listing without an open house to come never expires by the clock. */
const FOR_EVER = Number.POSITIVE_INFINITY;

/**
 * The records of a search as JSON texts by their ids, without listings that have been deleted since. A
 * cached text is used until its listing changes.
 */
export async function searchTexts(
  { settingsId, revisions, tools }: Call,
  { database, context }: ListingSource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const revision = revisions?.get(database);
  const changes =
    settingsId === undefined || revision === undefined
      ? undefined
      : await tools.changedListings.at(database, revision);
  const madeFrom = `${settingsId} ${changes?.series}`;
  const minute = wallMinute(context.now, context.timeZone);
  const texts = new Map<number, string>();
  if (changes !== undefined) {
    for (const id of ids) {
      const name = nameOf(database.name, id);
      const text = tools.texts.get(name, madeFrom, changes.changedAt(id), minute);
      if (text !== undefined) texts.set(id, text);
    }
  }
  // What is read from here on is at least as new as these changes.
  const known = changes?.revision;
  const missing = ids.filter((id) => !texts.has(id));
  for (const row of await foundListings(database, missing, false)) {
    const text = JSON.stringify(searchRecord(row, context, false));
    texts.set(row.id, text);
    if (known === undefined) continue;
    const end = openHouseUntil(row);
    const until = end < minute ? FOR_EVER : end;
    tools.texts.keep(nameOf(database.name, row.id), { madeFrom, revision: known, until, text });
  }
  return texts;
}

function nameOf(database: string, id: number): string {
  return `${database} ${id}`;
}
