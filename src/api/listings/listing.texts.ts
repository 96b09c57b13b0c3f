import { wallMinute } from '../dates.js';
import type { Call } from '../endpoint.js';
import { foundListings } from './listing.queries.js';
import { searchRecord } from './listing.record.js';
import { openHouseUntil } from './listing.search-index.js';

/** An open house that has passed, or was none, does not come again by itself. */
const FOR_EVER = Number.POSITIVE_INFINITY;

/**
 * The records of a search as JSON texts, in the order of the ids; those of listings that are gone by
 * now are left out. Texts that are kept for this version of the data are not made anew.
 */
export async function searchTexts(
  { client, context, version, tools: { texts } }: Call,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { database } = client;
  const minute = wallMinute(context.now, context.timeZone);
  const found = new Map<number, string>();
  const missing: number[] = [];
  for (const id of ids) {
    const text =
      version === undefined ? undefined : texts.get(nameOf(database.name, id), version, minute);
    if (text === undefined) missing.push(id);
    // Set all the same, as the map has the order of the ids.
    found.set(id, text ?? '');
  }
  for (const row of await foundListings(database, missing, false)) {
    const text = JSON.stringify(searchRecord(row, context, false));
    found.set(row.id, text);
    if (version === undefined) continue;
    const until = openHouseUntil(row);
    texts.keep(nameOf(database.name, row.id), version, until < minute ? FOR_EVER : until, text);
  }
  for (const id of missing) if (found.get(id) === '') found.delete(id);
  return found;
}

function nameOf(database: string, id: number): string {
  return `${database} ${id}`;
}
