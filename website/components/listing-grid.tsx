import { type CardListing, ListingCard, newAmong } from './listing-card';

/** Homes as cards next to each other. */
export function ListingGrid({
  listings,
  heading = 'h3',
}: {
  readonly listings: readonly CardListing[];
  /** The heading that each address is: one below that of the list. */
  readonly heading?: 'h2' | 'h3';
}) {
  const fresh = newAmong(listings);
  return (
    <ul className="grid">
      {listings.map((listing) => (
        <li key={listing.main_id}>
          <ListingCard listing={listing} isNew={fresh.has(listing.main_id)} heading={heading} />
        </li>
      ))}
    </ul>
  );
}
