import type { Kysely } from 'kysely';
import { wordsOf } from '../../lib/words.js';
import { inPortions } from '../../store/tenant/bulk.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { houseAndStreet } from './listing.address.js';
import { withSpellings } from './street-words.js';

/** The characters of a description that are indexed; few are that long. */
const MOST_CHARACTERS = 20_000;

/** Reads the texts of listings by which a search finds them. */
async function textsOf(db: Kysely<TenantTables>, ids: readonly number[]) {
  return inPortions(ids, (portion) =>
    db
      .selectFrom('listing as l')
      .leftJoin('building as b', 'b.id', 'l.building_id')
      .leftJoin('neighborhood as n', 'n.id', 'l.neighborhood_id')
      .select(['l.id', 'l.hide_address', 'l.house', 'l.street', 'l.apt', 'l.cross_streets'])
      .select(['l.zip', 'l.city', 'l.description', 'l.web_title', 'n.name as neighborhood'])
      .select(['b.house as b_house', 'b.address as b_address', 'b.name as b_name'])
      .select(['b.zip as b_zip', 'b.city as b_city'])
      .where('l.id', 'in', portion)
      .execute(),
  );
}

type Texts = Awaited<ReturnType<typeof textsOf>>[number];

/** The words of these listings, each once, by listing; without listings that do not exist. */
export async function wordsOfListings(
  db: Kysely<TenantTables>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const rows = await textsOf(db, ids);
  return new Map(rows.map((row) => [row.id, wordsOfListing(row)]));
}

/**
 * Of a listing that hides its address, only what its public address shows takes part: the cross streets
 * and the neighborhood (R72, R286). Its building would tell the address, so it does not.
 */
function wordsOfListing(row: Texts): ReadonlySet<string> {
  const place = row.hide_address === 1 ? [row.cross_streets] : visibleAddress(row);
  return new Set([
    ...withSpellings(wordsOf(place.join(' \n '))),
    ...wordsOf(row.neighborhood ?? ''),
    ...wordsOf(row.web_title),
    ...wordsOf(row.description.slice(0, MOST_CHARACTERS)),
  ]);
}

function visibleAddress(row: Texts): string[] {
  const { house, street } = houseAndStreet(row);
  return [
    ...[house, street, row.apt, row.cross_streets],
    ...[row.b_zip || row.zip, row.b_city || row.city],
    ...[row.b_name ?? '', row.b_house ?? '', row.b_address ?? ''],
  ];
}
