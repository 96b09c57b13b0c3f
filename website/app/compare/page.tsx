import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { priceOf } from 'portico-sdk';
import { Empty } from '@/components/empty';
import { type CardListing, mainPictureOf, pastOf } from '@/components/listing-card';
import { Picture } from '@/components/picture';
import { bedsText, count, dollars, isRental, priceText } from '@/lib/format';
import { homesOf } from '@/lib/homes';
import { orUnavailable } from '@/lib/or-unavailable';
import type { PageParameters } from '@/lib/search';
import { standingOf } from '@/lib/standing';
import { comparedIn, idsIn, MOST_COMPARED } from '@/lib/visited';
import { known } from '@/lib/words';
import styles from './compare.module.css';

export const metadata: Metadata = { title: 'Compare homes', robots: { index: false } };

interface Props {
  readonly searchParams: Promise<PageParameters>;
}

async function ComparePage({ searchParams }: Props) {
  const { id } = await searchParams;
  const ids =
    id === undefined ? comparedIn(await cookies()) : idsIn([id].flat().join(), MOST_COMPARED);
  const homes = await homesOf(ids, MORE_FIELDS);
  return (
    <div className="page section">
      <h1 className={styles.title}>Compare homes</h1>
      {homes.length === 0 ? (
        <Empty title="Nothing to compare yet">
          <p>Tick “Compare” below the homes of a search, up to {MOST_COMPARED}.</p>
          <a className="button" href="/search">
            Search homes
          </a>
        </Empty>
      ) : (
        <>
          <Table homes={homes} />
          <p className={styles.ways}>
            {homes.length < MOST_COMPARED ? (
              <a className="button plain" href={`/search?status=${homes.some(isRental) ? 2 : 1}`}>
                Find another home
              </a>
            ) : (
              <span className="note">
                You can compare up to four homes. A fifth replaces the first.
              </span>
            )}
            <a className="button plain" href="/recent">
              Recently viewed
            </a>
          </p>
        </>
      )}
    </div>
  );
}

export default orUnavailable(ComparePage);

const MORE_FIELDS = [
  'essentials_available',
  'essentials_pets',
  'essentials_rooms',
  'financials_maintenance',
  'financials_taxes',
] as const;

type Home = Awaited<ReturnType<typeof homesOf<(typeof MORE_FIELDS)[number]>>>[number];

/** What is said of each home, and of how many there is something to say. */
const ROWS: readonly (readonly [name: string, text: (home: Home) => string | undefined])[] = [
  ['Price', priceText],
  ['Per ft²', perSquareFoot],
  ['Bedrooms', bedsText],
  ['Bathrooms', ({ essentials_bath: baths }) => (baths > 0 ? String(baths) : '')],
  ['Rooms', ({ essentials_rooms: rooms }) => (rooms > 0 ? String(rooms) : '')],
  ['Size', ({ essentials_size: size }) => (size > 0 ? `${count(size, 'ft²', 'ft²')}` : '')],
  ['Kind', ({ essentials_type }) => known(essentials_type)],
  ['Neighborhood', ({ main_neighborhood }) => known(main_neighborhood)],
  ['Maintenance', ({ financials_maintenance: charges }) => monthly(charges)],
  ['Taxes', ({ financials_taxes: taxes }) => monthly(taxes)],
  ['Pets', ({ essentials_pets }) => known(essentials_pets)],
  ['Available', ({ essentials_available }) => known(essentials_available)],
  ['On the market', pastOf],
  ['Standing', (home) => standingOf(home).label],
];

const monthly = (amount: number): string => (amount > 0 ? `${dollars(amount)} a month` : '');

function perSquareFoot(home: Home): string {
  const price = priceOf(home);
  const { essentials_size: size } = home;
  return price === undefined || size <= 0 || isRental(home) ? '' : dollars(price / size);
}

function Table({ homes }: { readonly homes: readonly Home[] }) {
  const rows = ROWS.map(([name, text]) => ({ name, texts: homes.map((home) => text(home) ?? '') }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, by keyboard too.
    <section className={styles.frame} aria-label="The homes next to each other" tabIndex={0}>
      <table className={`numbers ${styles.table}`}>
        <thead>
          <tr>
            <td />
            {homes.map((home) => (
              <th key={home.main_id} scope="col">
                <Head home={home} others={homes.filter((other) => other !== home)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ texts }) => texts.some(Boolean))
            .map(({ name, texts }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {texts.map((text, index) => (
                  <td key={homes[index]?.main_id}>{text || '–'}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({
  home,
  others,
}: {
  readonly home: CardListing;
  readonly others: readonly CardListing[];
}) {
  const { main_id, main_address } = home;
  const rest = others.map((other) => other.main_id).join();
  return (
    <>
      <Picture {...mainPictureOf(home)} alt="" sizes="16rem" />
      <a href={`/listings/${main_id}`}>{main_address}</a>
      <a className={styles.remove} href={`/compare?id=${rest}`}>
        Remove<span className="quiet">: {main_address}</span>
      </a>
    </>
  );
}
