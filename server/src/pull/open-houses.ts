import { grouped } from '../lib/grouped.js';
import { listingsThere } from '../store/tenant/pull-pictures.js';
import { keepHolding, renewHold, storePullState } from '../store/tenant/pulls.js';
import { numbersOfKeys } from '../store/tenant/source-keys.js';
import { writeUnversioned } from '../store/tenant/write.js';
import { followChain } from './chain.js';
import { Queries } from './queries.js';
import type { ResourceParts } from './resource-pull.js';
import { SourceProblem } from './source-request.js';

/** How often they are read, in milliseconds: also without a change at the source, another one becomes the next. */
const EVERY_MS = 3_600_000;

/** Days of sources begin at other moments than ours. */
const DAY_MS = 24 * EVERY_MS;

/** Listings of one portion. */
const AT_ONCE = 1000;

type Records = readonly Readonly<Record<string, unknown>>[];

/**
 * Reads the open houses of a source whose listings do not contain them. A listing shows the next two of its open houses, so
 * all of them are read each time, and written to the listings that are here.
 *
 * @param force Reads them, however long ago that was done last.
 */
export async function pullOpenHouses(parts: ResourceParts, force: boolean): Promise<void> {
  const { file, resource, database, pages, state, holder, dryRun } = parts;
  const { source } = file;
  const now = database.now();
  // A clock may have been set back since.
  if (!force && Math.abs(now - state.swept_at) < EVERY_MS) return;
  const { seen, byListing } = await openHousesOf(
    parts,
    new Date(now - DAY_MS).toISOString().slice(0, 10),
  );
  const numbers = await numbersOfKeys(database.db, 'listings', source, [...byListing.keys()]);
  const there = await listingsThere(database, [...numbers.values()]);
  const wanted = new Map<string, Records>();
  for (const [key, houses] of byListing) {
    if (there.has(numbers.get(key) ?? 0)) wanted.set(key, houses);
  }
  // A source that answers nothing at all may have lost the right to: they end by themselves.
  for (const key of seen === 0 ? [] : await listingsWithOpenHouses(parts)) {
    if (!wanted.has(key)) wanted.set(key, []);
  }
  const records = [...wanted].map(([key, houses]) => ({
    [resource.key]: key,
    [resource.name]: houses,
  }));
  for (let start = 0; start < records.length && !pages.hasShownAll; start += AT_ONCE) {
    await renewHold(database, source, holder);
    await pages.take(records.slice(start, start + AT_ONCE));
  }
  if (dryRun) return;
  const read = { ...state, watermark: new Date(now).toISOString(), swept_at: now };
  await writeUnversioned(database, async (transaction) => {
    await keepHolding(transaction, source, holder, database.now());
    await storePullState(transaction, source, resource.name, read);
  });
}

/** The open houses of a source from a day on, by the key of their listing, and how many it has in all. */
async function openHousesOf(
  parts: ResourceParts,
  since: string,
): Promise<{ readonly seen: number; readonly byListing: ReadonlyMap<string, Records> }> {
  const { file, resource, database, client, holder } = parts;
  const { dialect } = file;
  const key = `${resource.name}Key`;
  const queries = new Queries(file, { ...resource, key });
  // By their own keys: a page may come again.
  const byKey = new Map<string, Records[number]>();
  let position = '';
  let seen = 0;
  await followChain(client, {
    link: undefined,
    pageSize: file.page,
    start: () => {
      if (dialect.order !== 'key') position = '';
      return queries.pass({ watermark: '', whole: 1, position });
    },
    take: async ({ records }) => {
      await renewHold(database, file.source, holder);
      for (const record of records) {
        position = String(record[key] ?? '');
        if (position === '') throw new SourceProblem(`The source has an OpenHouse without ${key}.`);
        seen += 1;
        const day = String(record.OpenHouseDate ?? record.OpenHouseEndTime ?? '').slice(0, 10);
        const isOver = /^\d{4}-\d\d-\d\d$/.test(day) && day < since;
        if (!isOver) byKey.set(position, record);
      }
      return dialect.order === 'key';
    },
  });
  const pairs = [...byKey.values()].map(
    (record) => [String(record[resource.key] ?? '').trim(), record] as const,
  );
  return { seen, byListing: grouped(pairs.filter(([listing]) => listing !== '')) };
}

async function listingsWithOpenHouses({ database, file }: ResourceParts): Promise<string[]> {
  const { db } = database;
  const rows = await db
    .selectFrom('source_key')
    .select('key')
    .where('kind', '=', 'listings')
    .where('source', '=', file.source)
    .where('number', 'in', db.selectFrom('listing').select('id').where('openhouse', '<>', ''))
    .execute();
  return rows.map(({ key }) => key);
}
