import 'server-only';
import type { Schema } from 'portico-sdk';
import { CARD_FIELDS, type CardListing, cardQuery } from '@/components/listing-card';
import { portico } from './portico';

/** As many as one call to Portico gives. */
export const MOST_HOMES = 200;

type ListingRecord = Schema<'ListingSearchRecord'>;

/**
 * The records of homes for cards, also of those that are no longer on the market: their tag says so. In the order of the ids.
 *
 * @param more Fields besides those of a card.
 */
export async function homesOf<More extends keyof ListingRecord & string = never>(
  ids: readonly number[],
  more: readonly More[] = [],
): Promise<(CardListing & Pick<ListingRecord, More>)[]> {
  // Without ids a search would find everything.
  if (ids.length === 0) return [];
  const fields = [...CARD_FIELDS, ...more];
  const query = { ...cardQuery(), id: [...ids], perPage: MOST_HOMES, fields };
  const homes = new Map<number, CardListing & Pick<ListingRecord, More>>();
  for (const home of (await portico().listings.search(query)).items) homes.set(home.main_id, home);
  return ids.map((id) => homes.get(id)).filter((home) => home !== undefined);
}
