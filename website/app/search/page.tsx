import type { Metadata } from 'next';
import Link from 'next/link';
import { Empty } from '@/components/empty';
import { cardQuery, ListingCard } from '@/components/listing-card';
import { SearchMap } from '@/components/map/search-map';
import { OnStreets } from '@/components/map/streets/on-streets';
import { Pages } from '@/components/pages';
import { count } from '@/lib/format';
import { orUnavailable } from '@/lib/or-unavailable';
import { portico } from '@/lib/portico';
import { refusedWith } from '@/lib/refused';
import {
  hrefOf,
  PAGE_SIZE,
  type PageParameters,
  queryOf,
  readSearch,
  type Search,
  SORTS,
} from '@/lib/search';
import { Chips } from './chips';
import { Filters } from './filters';
import styles from './search.module.css';

interface Props {
  readonly searchParams: Promise<PageParameters>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { status } = readSearch(await searchParams);
  return {
    title: status === 2 ? 'Homes for rent' : 'Homes for sale',
    // All filters of one kind are one page to a search engine.
    alternates: { canonical: `/search?status=${status}` },
  };
}

async function SearchPage({ searchParams }: Props) {
  const search = readSearch(await searchParams);
  const { items, total, answer } = await find(search);
  return (
    <div className={styles.search} data-view={search.view}>
      <Filters search={search} facets={answer.FACETS ?? {}} />
      <section className={styles.results} aria-labelledby="results">
        <div className={styles.head}>
          <h1 id="results" className={styles.title}>
            {count(total, 'home')} for {search.status === 2 ? 'rent' : 'sale'}
          </h1>
          <Order search={search} />
          <Link
            className={`button plain ${styles.toggle}`}
            href={hrefOf(search, {
              view: search.view === 'map' ? 'list' : 'map',
              page: search.page,
            })}
            prefetch={false}
          >
            {search.view === 'map' ? 'List' : 'Map'}
          </Link>
        </div>
        <Chips search={search} facets={answer.FACETS ?? {}} />
        {items.length === 0 ? (
          <Empty title="No home is like that today">
            <p>New ones come every day. Fewer filters, or a larger part of the map, find more.</p>
            <Link className="button" href={`/search?status=${search.status}`}>
              Show all homes
            </Link>
          </Empty>
        ) : (
          <ul className={styles.list}>
            {items.map((listing, index) => (
              <li key={listing.main_id}>
                <ListingCard listing={listing} first={index < 2} heading="h2" />
              </li>
            ))}
          </ul>
        )}
        <Pages
          page={search.page}
          last={Math.ceil(total / PAGE_SIZE)}
          href={(page) => hrefOf(search, { page })}
        />
      </section>
      <div className={styles.map}>
        <OnStreets>
          <SearchMap search={search} clusters={answer.CLUSTERS ?? []} />
        </OnStreets>
      </div>
    </div>
  );
}

export default orUnavailable(SearchPage);

/** The order of the list: it stands next to the list, and belongs to the form of the filters. */
function Order({ search }: { readonly search: Search }) {
  return (
    <div className={styles.order}>
      <label className="quiet" htmlFor="sort">
        Order
      </label>
      <select className="input" id="sort" name="sort" form="filters" defaultValue={search.sort}>
        {Object.entries(SORTS).map(([value, { name }]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** One call for the list, the counts next to the filters, and the map. */
async function find(search: Search) {
  try {
    const query = { ...queryOf(search), ...cardQuery() };
    const { items, total = 0, answer } = await portico().listings.search(query);
    return { items, total, answer };
  } catch (error) {
    // 256: a filter says what no listing can have, such as a kind of home that does not exist. Nothing is like that.
    if (refusedWith(error, '256'))
      return { items: [], total: 0, answer: { FACETS: {}, CLUSTERS: [] } };
    throw error;
  }
}
