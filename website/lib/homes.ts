import 'server-only';
import { type CardListing, cardQuery } from '@/components/listing-card';
import { portico } from './portico';

/** As many as one call to Portico gives. */
export const MOST_HOMES = 200;

/** The records of homes for cards, also of those that are no longer on the market: their tag says so. In the order of the ids. */
export async function homesOf(ids: readonly number[]): Promise<CardListing[]> {
  // Without ids a search would find everything.
  if (ids.length === 0) return [];
  const query = { id: [...ids], perPage: MOST_HOMES, ...cardQuery() };
  const homes = new Map<number, CardListing>();
  for (const home of (await portico().listings.search(query)).items) homes.set(home.main_id, home);
  return ids.map((id) => homes.get(id)).filter((home) => home !== undefined);
}
