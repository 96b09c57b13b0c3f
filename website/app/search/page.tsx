import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import Link from 'next/link';
import type { Schema } from 'portico-sdk';
import { CompareBar } from '@/components/compare-bar';
import { Empty } from '@/components/empty';
import { type CardListing, cardQuery, ListingCard, newAmong } from '@/components/listing-card';
import { SearchMap } from '@/components/map/search-map';
import { OnStreets } from '@/components/map/streets/on-streets';
import { Pages } from '@/components/pages';
import { homeName, isOfMls } from '@/lib/ids';
import { NEAREST, type Place, type View } from '@/lib/map/geometry';
import type { Cluster } from '@/lib/map/markers';
import type { Name } from '@/lib/map/new-york';
import { orUnavailable } from '@/lib/or-unavailable';
import { portico } from '@/lib/portico';
import { REFUSED_VALUE, refusedWith } from '@/lib/refused';
import {
  hrefOf,
  isForOpenHouses,
  LAST_PAGE,
  PAGE_SIZE,
  type PageParameters,
  queryOf,
  readSearch,
  type Search,
  SORTS,
} from '@/lib/search';
import { type Brokerage, brokerage, withMls } from '@/lib/site';
import { comparedIn } from '@/lib/visited';
import { foundText } from '@/lib/words';
import { Chips } from './chips';
import { Filters } from './filters';
import { Saved, SaveSearch } from './save-search';
import styles from './search.module.css';

/** Degrees by which the name of a neighborhood stands above the markers of its homes. */
const ABOVE = 0.0012;

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
  const parameters = await searchParams;
  const search = readSearch(parameters);
  const [{ items, total, answer }, about] = await Promise.all([find(search), brokerage()]);
  const clusters = answer.CLUSTERS ?? [];
  const compared = comparedIn(await cookies());
  const fresh = newAmong(items);
  const city = cityOf(about, clusters);
  // Homes whose place nobody knows are on no map.
  const hasMap = city !== undefined || search.bbox !== undefined;
  return (
    <div className={styles.search} data-view={hasMap ? search.view : 'only-list'}>
      <Filters search={search} facets={answer.FACETS ?? {}} />
      <section className={styles.results} aria-labelledby="results">
        <div className={styles.head}>
          <h1 id="results" className={styles.title}>
            {foundText(total, kindsIn(search, answer.FACETS))} for{' '}
            {search.status === 2 ? 'rent' : 'sale'}
          </h1>
          <Order search={search} />
          {hasMap && (
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
          )}
        </div>
        <Saved saved={parameters.saved} />
        <div className={styles.strip}>
          <Chips search={search} facets={answer.FACETS ?? {}} />
          <SaveSearch search={search} />
        </div>
        {items.length === 0 ? (
          <Empty title="No homes match your search today">
            <p>
              New homes come on the market every day. To find more now, remove a filter or zoom out.
            </p>
            <Link className="button" href={`/search?status=${search.status}`}>
              Show all homes
            </Link>
          </Empty>
        ) : (
          <ul className={styles.list}>
            {items.map((listing, index) => (
              <li key={homeName(listing)}>
                <ListingCard
                  listing={listing}
                  first={index < 2}
                  compared={compared.includes(listing.main_id)}
                  isNew={fresh.has(listing)}
                  heading="h2"
                />
              </li>
            ))}
          </ul>
        )}
        <CompareBar
          shown={items.filter((home) => !isOfMls(home)).map(({ main_id }) => main_id)}
          compared={compared}
        />
        <Pages
          page={search.page}
          last={Math.min(Math.ceil(total / PAGE_SIZE), LAST_PAGE)}
          href={(page) => hrefOf(search, { page })}
        />
      </section>
      {hasMap && (
        <div className={styles.map}>
          <OnStreets>
            <SearchMap {...{ search, clusters, names: namesOf(items), city: city ?? WORLD }} />
          </OnStreets>
        </div>
      )}
    </div>
  );
}

export default orUnavailable(SearchPage);

const WORLD: View = { lng: 0, lat: 20, zoom: 1 };

/** Where a map begins: where the operator has set it, or where the homes are. Undefined where neither is known. */
function cityOf(about: Brokerage, clusters: readonly Cluster[]): View | undefined {
  const { latitude: lat, longitude: lng, zoom = 11 } = about;
  if (lat !== undefined && lng !== undefined) return { lat, lng, zoom };
  const [first] = clusters;
  return first && { lat: first.lat, lng: first.lng, zoom };
}

/** How many there are of each kind, of those that a search is about. */
function kindsIn({ type }: Search, { type: kinds = [] }: Schema<'Facets'> = {}) {
  return type.length === 0 ? kinds : kinds.filter(({ value }) => type.includes(value));
}

/** The order of the list: it stands next to the list, and belongs to the form of the filters. */
function Order({ search }: { readonly search: Search }) {
  return (
    <div className={styles.order}>
      <label className="quiet" htmlFor="sort">
        Order
      </label>
      <select className="input" id="sort" name="sort" form="filters" defaultValue={search.sort}>
        {Object.entries(SORTS)
          .filter(([value]) => value !== 'openhouse' || isForOpenHouses(search))
          .map(([value, { name }]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
      </select>
    </div>
  );
}

/** The neighborhoods of the homes listed, each in their middle: of those whose address may be known, as one home is its own middle. */
function namesOf(items: readonly CardListing[]): Name[] {
  const places = new Map<string, Place[]>();
  for (const listing of items) {
    const { main_neighborhood: name, extras_latitude: lat, extras_longitude: lng } = listing;
    if (listing.main_hide_address !== 1 && name && lat && lng)
      places.set(name, [...(places.get(name) ?? []), { lat, lng }]);
  }
  return [...places].map(([name, all]) => {
    const middle = (degrees: (place: Place) => number) =>
      all.reduce((sum, place) => sum + degrees(place), 0) / all.length;
    return [name, middle(({ lng }) => lng), middle(({ lat }) => lat) + ABOVE, 0, NEAREST];
  });
}

/** One call for the list, the counts next to the filters, and the map; one for all who search the same at the same time, which the client sees to. */
async function find(search: Search) {
  try {
    const query = { ...queryOf(search), ...cardQuery(), ...(await withMls()) };
    const { items, total = 0, answer } = await portico().listings.search(query);
    return { items, total, answer };
  } catch (error) {
    // A filter says what no listing can have, such as a kind of home that does not exist. Nothing is like that.
    if (refusedWith(error, REFUSED_VALUE))
      return { items: [], total: 0, answer: { FACETS: {}, CLUSTERS: [] } };
    throw error;
  }
}
