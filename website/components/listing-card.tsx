import Link from 'next/link';
import { type ListingSearch, photosOf, type Schema } from 'portico-sdk';
import { count, dollars, facts, priceText } from '@/lib/format';
import { homeName, homePath, isOfMls } from '@/lib/ids';
import { standingOf } from '@/lib/standing';
import { courtesyOf } from './attribution';
import { CompareBox } from './compare-bar';
import { Heart } from './heart';
import styles from './listing-card.module.css';
import { filesOf, Picture } from './picture';

/**
 * The fields that a card shows: a page of cards then weighs a tenth. Of the files in other sizes WebP
 * alone, which nearly all browsers know.
 */
export const CARD_FIELDS = [
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
  'listed',
  'days_on_market',
  'price_before',
  'courtesy_of',
  'source_name',
] as const;

/** What a search asks for when its homes are shown as cards. */
export const cardQuery = (): Pick<
  ListingSearch,
  'addPhotos' | 'photosMax' | 'addHistory' | 'addAttribution' | 'fields'
> => ({
  addPhotos: 'variants',
  photosMax: 1,
  addHistory: true,
  addAttribution: true,
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
  isNew = false,
  compared,
  heading: Heading = 'h3',
}: {
  readonly listing: CardListing;
  readonly first?: boolean;
  /** Whether it came on the market lately, and most of those next to it did not (`newAmong`). */
  readonly isNew?: boolean;
  /** Whether the visitor compares it; a list without boxes for that leaves it out. */
  readonly compared?: boolean | undefined;
  /** The heading that the address is: one below that of the list. */
  readonly heading?: 'h2' | 'h3';
}) {
  const { main_id } = listing;
  const ofMls = isOfMls(listing);
  const past = pastOf(listing);
  return (
    <article className={styles.card} data-listing={homeName(listing)}>
      <div className={styles.picture}>
        <Picture
          {...mainPictureOf(listing)}
          alt=""
          first={first}
          sizes="(max-width: 36rem) 88vw, 22rem"
        />
        <div className={styles.tags}>
          {tagsOf(listing, isNew).map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
        </div>
      </div>
      <p className={`numbers ${styles.price}`}>{priceText(listing)}</p>
      <Heading className={styles.address}>
        {/* Fetched ahead, each card in view would cost a call to Portico. */}
        <Link href={homePath(listing)} prefetch={false}>
          {listing.main_address}
        </Link>
      </Heading>
      <p className="note numbers">{facts(listing).join(' · ')}</p>
      {past && <p className="note numbers">{past}</p>}
      {ofMls && <p className="note">{courtesyOf(listing)}</p>}
      {compared !== undefined && !ofMls && (
        <CompareBox listing={main_id} name={listing.main_address} checked={compared} />
      )}
      {!ofMls && <Heart listing={main_id} name={listing.main_address} />}
    </article>
  );
}

/** Days after which a home is no longer new. */
const NEW_DAYS = 7;
const MOST_TAGS = 2;

/** What counts most: that it is taken or gone, and else what speaks for it. */
function tagsOf(listing: CardListing, isNew: boolean): string[] {
  const { label, state } = standingOf(listing);
  if (state !== 'open') return [label];
  const tags = [
    listing.extras_openhouse === 1 && 'Open house',
    priceDrop(listing) !== undefined && 'Price dropped',
    isNew && 'New',
    listing.extras_nofee === 1 && 'No fee',
  ].filter((tag) => tag !== false);
  return tags.length === 0 ? [label] : tags.slice(0, MOST_TAGS);
}

/** `Was $950,000 · 12 days on the market`, of a home that can be had. */
export function pastOf(listing: CardListing): string {
  if (standingOf(listing).state === 'gone') return '';
  const { days_on_market: days } = listing;
  const before = priceDrop(listing);
  return [
    before !== undefined && `Was ${dollars(before)}`,
    typeof days === 'number' && days > 0 && `${count(days, 'day')} on the market`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What a home cost before its price was lowered last; undefined where it was not. */
function priceDrop({
  price_before: before = 0,
  financials_price: price,
}: CardListing): number | undefined {
  return price > 0 && before > price ? before : undefined;
}

/** The homes that came on the market lately. None where most have: on the day of an import that would be all of them. */
export function newAmong(listings: readonly CardListing[]): ReadonlySet<CardListing> {
  const fresh = listings.filter(
    ({ listed, days_on_market: days }) => listed && typeof days === 'number' && days < NEW_DAYS,
  );
  const isMost = fresh.length > listings.length / 2;
  return new Set(isMost ? [] : fresh);
}
