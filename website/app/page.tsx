import Link from 'next/link';
import type { Schema } from 'portico-sdk';
import { CARD_FIELDS, type CardListing, ListingCard } from '@/components/listing-card';
import { Picture } from '@/components/picture';
import { priceText } from '@/lib/format';
import { portico } from '@/lib/portico';
import styles from './home.module.css';

/** The front door. One call: the newest homes, and how many there are in each neighborhood. */
export default async function Home() {
  const { items, answer } = await portico().listings.search({
    ...{ status: [1, 2], sort: 'date', perPage: 13, fields: [...CARD_FIELDS] },
    facets: ['neighborhood', 'status'],
  });
  const [hero, ...newest] = items.filter(({ main_image }) => main_image !== '');
  return (
    <>
      <section className={`page ${styles.hero}`}>
        <div className={styles.words}>
          <h1 className={styles.title}>A city of rooms. Find yours.</h1>
          <Start facets={answer.FACETS ?? {}} />
        </div>
        {hero && <Plate listing={hero} />}
      </section>
      <Directory neighborhoods={answer.FACETS?.neighborhood ?? []} />
      <section className="page section" aria-labelledby="new">
        <div className="section-head">
          <h2 id="new">New on the market</h2>
          <Link href="/search?status=1" prefetch={false}>
            All homes
          </Link>
        </div>
        <ul className="grid">
          {newest.slice(0, 8).map((listing) => (
            <li key={listing.main_id}>
              <ListingCard listing={listing} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Where a search begins: two buttons send it, to buy or to rent. */
function Start({ facets }: { readonly facets: Schema<'Facets'> }) {
  const homes = (id: number): string => {
    const number = facets.status?.find(({ value }) => value === id)?.count ?? 0;
    return number.toLocaleString('en-US');
  };
  return (
    <form action="/search" method="get" className={styles.start}>
      <label htmlFor="start">Street, building, neighborhood or words</label>
      <input className="input" id="start" name="q" type="search" maxLength={100} />
      <div className={styles.deals}>
        <button className="button numbers" type="submit" name="status" value="1">
          Buy <span>{homes(1)}</span>
        </button>
        <button className="button plain numbers" type="submit" name="status" value="2">
          Rent <span>{homes(2)}</span>
        </button>
      </div>
    </form>
  );
}

/** The newest home, large. */
function Plate({ listing }: { readonly listing: CardListing }) {
  return (
    <Link href={`/listings/${listing.main_id}`} prefetch={false} className={styles.plate}>
      <Picture src={listing.main_image} alt="" first sizes="(max-width: 62rem) 100vw, 55vw" />
      <span className={styles.caption}>
        <span>{listing.main_address}</span>
        <strong className="numbers">{priceText(listing)}</strong>
      </span>
    </Link>
  );
}

/** The board in the lobby: neighborhoods, and how many homes there are in each. */
function Directory({
  neighborhoods,
}: {
  readonly neighborhoods: NonNullable<Schema<'Facets'>['neighborhood']>;
}) {
  return (
    <section className={styles.board} aria-labelledby="directory">
      <div className="page">
        <h2 id="directory">Directory</h2>
        <ul className={styles.directory}>
          {neighborhoods.slice(0, 24).map(({ value, name, count }) => (
            <li key={value}>
              <Link href={`/search?status=1&cat=${value}`} prefetch={false}>
                <span>{name}</span>
                <span className="numbers">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
