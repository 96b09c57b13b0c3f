import { type Kysely, sql } from 'kysely';

interface Tables {
  building: { id: number; house: string; address: string; from_listings: number };
  listing: {
    id: number;
    building_id: number;
    neighborhood_id: number;
    house: string;
    street: string;
    apt: string;
    hide_address: number;
  };
  listing_search: { id: number; address: string };
  neighborhood: { id: number; name: string };
  revision: { number: number };
}

/** How many listings are in memory at once. */
const PAGE = 1000;

/**
 * The step that takes the house number out of the address of buildings that were made out of
 * listings, and lets the address filter find the listings that take their street from a building
 * (R102, R175).
 */
export async function separateHouseNumbers(loose: Kysely<unknown>): Promise<void> {
  const db = loose as Kysely<Tables>;
  await db
    .updateTable('building')
    .set({ address: sql<string>`trim(substr(address, length(house) + 2))` })
    .where('from_listings', '=', 1)
    .where('house', '<>', '')
    .where(
      sql<string>`substr(address || ' ', 1, length(house) + 1)`,
      '=',
      sql<string>`house || ' '`,
    )
    .execute();
  for (let after = 0; ; ) {
    const rows = await streetless(db, after);
    for (const row of rows) {
      await db
        .updateTable('listing_search')
        .set({ address: searchedAddress(row) })
        .where('id', '=', row.id)
        .execute();
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  // Answers have changed, so entity tags from before must not match.
  await db
    .updateTable('revision')
    .set((eb) => ({ number: eb('number', '+', 1) }))
    .execute();
}

function streetless(db: Kysely<Tables>, after: number) {
  return db
    .selectFrom('listing')
    .innerJoin('building', 'building.id', 'listing.building_id')
    .leftJoin('neighborhood', 'neighborhood.id', 'listing.neighborhood_id')
    .select(['listing.id', 'listing.house', 'listing.apt'])
    .select(['building.house as b_house', 'building.address as b_address', 'neighborhood.name'])
    .where('listing.id', '>', after)
    .where('listing.street', '=', '')
    .where('listing.hide_address', '=', 0)
    .where('building.address', '<>', '')
    .orderBy('listing.id')
    .limit(PAGE)
    .execute();
}

/** The text as it was when this step was released: a step does not change with the program. */
function searchedAddress(row: Awaited<ReturnType<typeof streetless>>[number]): string {
  const own = row.house.trim();
  const buildingNumber = row.b_house.trim();
  const number = (buildingNumber || own).toLowerCase();
  const address = row.b_address.trim().toLowerCase();
  const street =
    number !== '' && address.startsWith(`${number} `) ? address.slice(number.length) : address;
  const line = `${own || buildingNumber} ${street.trim()}`;
  return [line, row.apt, row.name ?? '']
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ')
    .toLowerCase();
}
