import Link from 'next/link';
import type { Schema } from 'portico-sdk';
import { type CardListing, cardQuery, mainPictureOf } from '@/components/listing-card';
import { ListingGrid } from '@/components/listing-grid';
import { Picture } from '@/components/picture';
import { SearchBox } from '@/components/search-box/search-box';
import { priceText } from '@/lib/format';
import { orUnavailable } from '@/lib/or-unavailable';
import { portico } from '@/lib/portico';
import { remember } from '@/lib/remember';
import styles from './home.module.css';

/** The newest homes of a kind, and how many there are in each neighborhood. New homes may be a minute late. */
const newest = remember(60, async (status: number) => {
  const { items, answer, total } = await portico().listings.search({
    ...{ status: [status as 1 | 2], sort: 'date', perPage: 9, ...cardQuery() },
    facets: ['neighborhood'],
  });
  const pictured = items.filter(({ main_image }) => main_image !== '');
  return { items: pictured, total: total ?? 0, neighborhoods: answer.FACETS?.neighborhood ?? [] };
});

/** The front door. */
async function Home() {
  const [sales, rentals] = await Promise.all([newest(1), newest(2)]);
  const [hero, ...others] = sales.items;
  return (
    <>
      <section className={`page ${styles.hero}`}>
        <div className={styles.words}>
          <h1 className={styles.title}>A city of rooms. Find yours.</h1>
          <Start sales={sales.total} rentals={rentals.total} />
        </div>
        {hero && <Plate listing={hero} />}
      </section>
      <Directory sales={sales.neighborhoods} rentals={rentals.neighborhoods} />
      <Newest name="New for sale" href="/search?status=1" listings={others.slice(0, 4)} />
      <Newest name="New for rent" href="/search?status=2" listings={rentals.items.slice(0, 4)} />
    </>
  );
}

export default orUnavailable(Home);

function Newest(props: {
  readonly name: string;
  readonly href: string;
  readonly listings: readonly CardListing[];
}) {
  const { name, href, listings } = props;
  return (
    <section className={`page ${styles.newest}`}>
      <div className="section-head">
        <h2>{name}</h2>
        <Link href={href} prefetch={false}>
          All homes<span className="quiet">: {name}</span>
        </Link>
      </div>
      <ListingGrid listings={listings} />
    </section>
  );
}

/** Where a search begins: two buttons send it, to buy or to rent. */
function Start({ sales, rentals }: { readonly sales: number; readonly rentals: number }) {
  return (
    <form action="/search" method="get" className={styles.start}>
      <SearchBox id="start" label="Street, building, neighborhood or words" />
      <div className={styles.deals}>
        <button className="button numbers" type="submit" name="status" value="1">
          Buy <span>{sales.toLocaleString('en-US')}</span>
        </button>
        <button className="button plain numbers" type="submit" name="status" value="2">
          Rent <span>{rentals.toLocaleString('en-US')}</span>
        </button>
      </div>
    </form>
  );
}

/** The newest home, large. */
function Plate({ listing }: { readonly listing: CardListing }) {
  return (
    <Link href={`/listings/${listing.main_id}`} prefetch={false} className={styles.plate}>
      <Picture {...mainPictureOf(listing)} alt="" first sizes="(max-width: 62rem) 100vw, 55vw" />
      <span className={styles.caption}>
        <span>{listing.main_address}</span>
        <strong className="numbers">{priceText(listing)}</strong>
      </span>
    </Link>
  );
}

type Neighborhoods = NonNullable<Schema<'Facets'>['neighborhood']>;

/** The board in the lobby: neighborhoods, and how many homes there are in each. */
function Directory(props: { readonly sales: Neighborhoods; readonly rentals: Neighborhoods }) {
  const rows = directoryOf(props.sales, props.rentals);
  return (
    <section className={styles.board} aria-labelledby="directory">
      <div className="page">
        <div className="section-head">
          <h2 id="directory">Directory</h2>
          <p className="numbers">Homes to buy and to rent, by neighborhood</p>
        </div>
        <ul className={styles.directory}>
          {rows.map(({ id, name, sales, rentals }) => (
            <li key={id}>
              <span>{name}</span>
              <Count href={`/search?status=1&cat=${id}`} homes={sales} name={`to buy in ${name}`} />
              <Count
                href={`/search?status=2&cat=${id}`}
                homes={rentals}
                name={`to rent in ${name}`}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Count(props: { readonly href: string; readonly homes: number; readonly name: string }) {
  const { href, homes, name } = props;
  if (homes === 0) return <span aria-hidden="true">–</span>;
  return (
    <Link href={href} prefetch={false} className="numbers">
      {homes}
      <span className="quiet"> {name}</span>
    </Link>
  );
}

/** The neighborhoods with the most homes, by name. */
function directoryOf(sales: Neighborhoods, rentals: Neighborhoods) {
  const rows = new Map<number, { id: number; name: string; sales: number; rentals: number }>();
  for (const { value: id, name, count } of sales)
    rows.set(id, { id, name, sales: count, rentals: 0 });
  for (const { value: id, name, count } of rentals)
    rows.set(id, { id, name, sales: rows.get(id)?.sales ?? 0, rentals: count });
  return [...rows.values()]
    .sort((a, b) => b.sales + b.rentals - a.sales - a.rentals)
    .slice(0, 30)
    .sort((a, b) => a.name.localeCompare(b.name));
}
