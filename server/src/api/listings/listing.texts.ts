import { wallMinute } from '../../lib/dates.js';
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
  { client, context, version, tools }: Call,
  ids: readonly number[],
): Promise<string[]> {
  const { database } = client;
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
  return ids.flatMap((id) => texts.get(id) ?? []);
}

function nameOf(database: string, id: number): string {
  return `${database} ${id}`;
}
