import type { Call } from '../../api/endpoint.js';
import { wallMinute } from '../../lib/dates.js';
import { openHouseUntil } from '../../search/listing.search-index.js';
import type { ListingSource } from '../../search/listing.source-filters.js';
import { foundListings } from './listing.queries.js';
import { searchRecord } from './listing.record.js';

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
