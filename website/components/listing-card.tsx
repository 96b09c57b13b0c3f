import Link from 'next/link';
import { type ListingSearch, photosOf, type Schema } from 'portico-sdk';
import { facts, priceText } from '@/lib/format';
import { standingOf } from '@/lib/standing';
import { Heart } from './heart';
import styles from './listing-card.module.css';
import { filesOf, Picture } from './picture';

/**
 * The fields that a card shows: a page of cards then weighs a tenth. Of the files in other sizes WebP
 * alone, which nearly all browsers know.
 */
const CARD_FIELDS = [
  'main_id',
  'main_address',
  'main_image',
  'photos_srcset_webp',
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
  'main_hide_address',
] as const;

/** What a search asks for when its homes are shown as cards. */
export const cardQuery = (): Pick<ListingSearch, 'addPhotos' | 'photosMax' | 'fields'> => ({
  addPhotos: 'variants',
  photosMax: 1,
  fields: [...CARD_FIELDS],
});

/** A listing as `cardQuery` asks for it. */
export type CardListing = Pick<Schema<'ListingSearchRecord'>, (typeof CARD_FIELDS)[number]>;

/** The first photo of a home, in all sizes. */
export function mainPictureOf(listing: CardListing) {
  const [photo] = photosOf(listing, 'variants');
  return { src: listing.main_image, files: photo && filesOf(photo) };
}

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
  const { main_id } = listing;
  return (
    <article className={styles.card} data-listing={main_id}>
      <div className={styles.picture}>
        <Picture
          {...mainPictureOf(listing)}
          alt=""
          first={first}
          sizes="(max-width: 36rem) 88vw, 22rem"
        />
        <span className={`tag ${styles.tag}`}>{tagOf(listing)}</span>
      </div>
      <p className={`numbers ${styles.price}`}>{priceText(listing)}</p>
      <Heading className={styles.address}>
        {/* Fetched ahead, each card in view would cost a call to Portico. */}
        <Link href={`/listings/${main_id}`} prefetch={false}>
          {listing.main_address}
        </Link>
      </Heading>
      <p className="note numbers">{facts(listing).join(' · ')}</p>
      <Heart listing={main_id} name={listing.main_address} />
    </article>
  );
}

/** What counts most: that it is taken or gone, and else what speaks for it. */
function tagOf(listing: CardListing): string {
  const { label, state } = standingOf(listing);
  if (state !== 'open') return label;
  if (listing.extras_openhouse === 1) return 'Open house';
  return listing.extras_nofee === 1 ? 'No fee' : label;
}
