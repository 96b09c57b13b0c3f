import Link from 'next/link';
import { courtesyOf } from '@/components/attribution';
import { type CardListing, cardQuery, mainPictureOf } from '@/components/listing-card';
import { ListingGrid } from '@/components/listing-grid';
import { Picture } from '@/components/picture';
import { SearchBox } from '@/components/search-box/search-box';
import { priceText } from '@/lib/format';
import { homePath, isOfMls } from '@/lib/ids';
import { orUnavailable } from '@/lib/or-unavailable';
import { portico } from '@/lib/portico';
import { remember } from '@/lib/remember';
import { brokerage, inCity, neighborhoods, withMls } from '@/lib/site';
import { homesAmong } from '@/lib/words';
import { Directory } from './directory';
import styles from './home.module.css';

/** The newest homes of a kind, and how many there are in each neighborhood. New homes may be a minute late. */
const newest = remember(60, async (status: number) => {
  const { items, answer, total } = await portico().listings.search({
    ...{ status: [status as 1 | 2], sort: 'date', perPage: 9, ...cardQuery() },
    facets: ['neighborhood', 'type'],
    ...(await withMls()),
  });
  // Those with a photo first: one of them may be the large one.
  const pictured = [...items].sort(
    (a, b) => Number(b.main_image !== '') - Number(a.main_image !== ''),
  );
  const { neighborhood: places = [], type: kinds = [] } = answer.FACETS ?? {};
  const all = total ?? 0;
  return { items: pictured, total: all, homes: homesAmong(all, kinds), neighborhoods: places };
});

/** The front door. */
async function Home() {
  const [sales, rentals, about, places] = await Promise.all([
    newest(1),
    newest(2),
    brokerage(),
    neighborhoods().catch(() => []),
  ]);
  const hero = [...sales.items, ...rentals.items].find(({ main_image }) => main_image !== '');
  const without = (items: readonly CardListing[]) =>
    items.filter((one) => one !== hero).slice(0, 4);
  return (
    <>
      <section className={`page ${styles.hero}`} data-plate={hero !== undefined}>
        <div className={styles.words}>
          <h1 className={styles.title}>{about.tagline ?? `Find your home${inCity(about)}.`}</h1>
          <Start sales={sales} rentals={rentals} />
        </div>
        {hero && <Plate listing={hero} />}
      </section>
      <Directory
        sales={sales.neighborhoods}
        rentals={rentals.neighborhoods}
        pages={new Set(places.map(({ cat_id }) => cat_id))}
      />
      <Newest name="New for sale" href="/search?status=1" listings={without(sales.items)} />
      <Newest name="New for rent" href="/search?status=2" listings={without(rentals.items)} />
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
  if (listings.length === 0) return null;
  return (
    <section className={`page ${styles.newest}`}>
      <div className="section-head">
        <h2>{name}</h2>
        <Link href={href} prefetch={false}>
          See all<span className="quiet">: {name}</span>
        </Link>
      </div>
      <ListingGrid listings={listings} />
    </section>
  );
}

/** Shops and offices are found as well, and the search counts them by themselves. */
interface Found {
  readonly total: number;
  readonly homes: number;
}

/** Where a search begins: two buttons send it, to buy or to rent. One that would find nothing is left out. */
function Start({ sales, rentals }: Readonly<Record<'sales' | 'rentals', Found>>) {
  const deals = [
    { name: 'Buy', value: 1, total: sales.total, homes: sales.homes },
    { name: 'Rent', value: 2, total: rentals.total, homes: rentals.homes },
  ];
  const shown = deals.filter(({ total }) => total > 0);
  return (
    <form action="/search" method="get" className={styles.start}>
      <SearchBox id="start" label="Street, building, neighborhood or words" />
      <div className={styles.deals}>
        {(shown.length > 0 ? shown : deals).map(({ name, value, homes }, index) => (
          <button
            key={name}
            className={`button numbers ${index > 0 ? 'plain' : ''}`}
            type="submit"
            name="status"
            value={value}
          >
            {name} {homes > 0 && <span>{homes.toLocaleString('en-US')}</span>}
          </button>
        ))}
      </div>
    </form>
  );
}

/** The newest home, large. */
function Plate({ listing }: { readonly listing: CardListing }) {
  return (
    <Link href={homePath(listing)} prefetch={false} className={styles.plate}>
      <Picture
        {...mainPictureOf(listing)}
        alt=""
        first
        sizes="(max-width: 36rem) 88vw, (max-width: 62rem) 100vw, 55vw"
      />
      <span className={styles.caption}>
        <span>{listing.main_address}</span>
        <strong className="numbers">{priceText(listing)}</strong>
        {isOfMls(listing) && <span>{courtesyOf(listing)}</span>}
      </span>
    </Link>
  );
}
