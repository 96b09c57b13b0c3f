import { homeName } from '@/lib/ids';
import { type CardListing, ListingCard, newAmong } from './listing-card';

/** Homes as cards next to each other. */
export function ListingGrid({
  listings,
  compared,
  heading = 'h3',
}: {
  readonly listings: readonly CardListing[];
  /** The homes that the visitor compares, where they can be ticked for that: the page then has a `CompareBar`. */
  readonly compared?: readonly number[];
  /** The heading that each address is: one below that of the list. */
  readonly heading?: 'h2' | 'h3';
}) {
  const fresh = newAmong(listings);
  return (
    <ul className="grid">
      {listings.map((listing) => (
        <li key={homeName(listing)}>
          <ListingCard
            listing={listing}
            isNew={fresh.has(listing)}
            compared={compared?.includes(listing.main_id)}
            heading={heading}
          />
        </li>
      ))}
    </ul>
  );
}
