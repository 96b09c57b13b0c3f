import { wallMinute } from '../../lib/dates.js';
import type { Call } from '../endpoint.js';
import { foundListings } from './listing.queries.js';
import { searchRecord } from './listing.record.js';
import { openHouseUntil } from './listing.search-index.js';
import type { ListingSource } from './listing.sources.js';

/** The text of a listing without an open house to come never expires by the clock. */
const FOR_EVER = Number.POSITIVE_INFINITY;

/**
 * The records of a search as JSON texts by their ids, without listings that have been deleted since. A
 * text that is cached for this version of the data is not made again.
 */
export async function searchTexts(
  { version, tools }: Call,
  { database, context }: ListingSource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const minute = wallMinute(context.now, context.timeZone);
  const texts = new Map<number, string>();
  if (version !== undefined) {
    for (const id of ids) {
      const text = tools.texts.get(nameOf(database.name, id), version, minute);
      if (text !== undefined) texts.set(id, text);
    }
  }
  const missing = ids.filter((id) => !texts.has(id));
  for (const row of await foundListings(database, missing, false)) {
    const text = JSON.stringify(searchRecord(row, context, false));
    texts.set(row.id, text);
    if (version === undefined) continue;
    const until = openHouseUntil(row);
    const last = until < minute ? FOR_EVER : until;
    tools.texts.keep(nameOf(database.name, row.id), version, last, text);
  }
  return texts;
}

function nameOf(database: string, id: number): string {
  return `${database} ${id}`;
}
