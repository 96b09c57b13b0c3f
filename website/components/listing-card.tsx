import Link from 'next/link';
import type { Schema } from 'portico-sdk';
import { facts, priceText } from '@/lib/format';
import { Heart } from './heart';
import styles from './listing-card.module.css';
import { Picture } from './picture';

/** The fields that a card shows, for `fields` of a search: a page of cards then weighs a tenth. */
export const CARD_FIELDS = [
  'main_id',
  'main_address',
  'main_image',
  'main_neighborhood',
  'main_status',
  'financials_price',
  'essentials_bath',
  'essentials_beds',
  'essentials_size',
  'essentials_type',
  'extras_nofee',
  'extras_openhouse',
  'extras_latitude',
  'extras_longitude',
] as const;

/** A listing as `CARD_FIELDS` gives it. */
export type CardListing = Pick<Schema<'ListingSearchRecord'>, (typeof CARD_FIELDS)[number]>;

/** One listing among others. All of it is the link. */
export function ListingCard({
  listing,
  first = false,
  heading: Heading = 'h3',
}: {
  readonly listing: CardListing;
  readonly first?: boolean;
  /** The heading that the address is: one below that of the list. */
  readonly heading?: 'h2' | 'h3';
}) {
  const { main_id, main_image, main_status, essentials_type } = listing;
  return (
    <article className={styles.card} data-listing={main_id}>
      <div className={styles.picture}>
        <Picture src={main_image} alt="" first={first} sizes="(max-width: 40rem) 100vw, 22rem" />
        <span className={`tag ${styles.tag}`}>{tagOf(listing) ?? main_status}</span>
      </div>
      <p className={`numbers ${styles.price}`}>{priceText(listing)}</p>
      <Heading className={styles.address}>
        {/* Fetched ahead, each card in view would cost a call to Portico. */}
        <Link href={`/listings/${main_id}`} prefetch={false}>
          {listing.main_address}
        </Link>
      </Heading>
      <p className="note numbers">{[...facts(listing), essentials_type].join(' · ')}</p>
      <Heart listing={main_id} name={listing.main_address} />
    </article>
  );
}

function tagOf({ extras_openhouse, extras_nofee }: CardListing): string | undefined {
  if (extras_openhouse === 1) return 'Open house';
  return extras_nofee === 1 ? 'No fee' : undefined;
}
