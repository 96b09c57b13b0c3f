import type { Metadata } from 'next';
import { Empty } from '@/components/empty';
import { Pages } from '@/components/pages';
import { Picture } from '@/components/picture';
import { BUILDINGS_A_PAGE, type Building, buildingsOn, nameOf, streetOf } from '@/lib/buildings';
import { count } from '@/lib/format';
import { orUnavailable } from '@/lib/or-unavailable';
import type { PageParameters } from '@/lib/search';
import { neighborhoods } from '@/lib/site';
import styles from './buildings.module.css';

interface Props {
  readonly searchParams: Promise<PageParameters>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { page, cat } = readPage(await searchParams);
  return {
    title: 'Buildings',
    description:
      'The buildings in which we have homes for sale and for rent: when they were built, what they have, and who may move in.',
    alternates: { canonical: hrefOf(page, cat) },
  };
}

async function BuildingsPage({ searchParams }: Props) {
  const { page, cat } = readPage(await searchParams);
  const [{ buildings, total }, places] = await Promise.all([
    buildingsOn(page, cat),
    neighborhoods(),
  ]);
  const names = new Map(places.map(({ cat_id, cat_name }) => [cat_id, cat_name]));
  return (
    <section className="page section">
      <header className={styles.head}>
        <h1>Buildings</h1>
        <p className="lead numbers">{count(total, 'building')} with homes on the market</p>
      </header>
      <form action="/buildings" method="get" className={styles.filter}>
        <div className="field">
          <label htmlFor="cat">Neighborhood</label>
          {/* The key: a choice that was made elsewhere, such as by Back, shows. */}
          <select id="cat" name="cat" className="input" defaultValue={cat || ''} key={cat}>
            <option value="">All neighborhoods</option>
            {inOrder(places).map(({ cat_id, cat_name }) => (
              <option key={cat_id} value={cat_id}>
                {cat_name}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button">
          Show
        </button>
      </form>
      {buildings.length === 0 ? (
        <Empty title="No buildings here today">
          <a className="button" href="/buildings">
            All buildings
          </a>
        </Empty>
      ) : (
        <ul className={styles.board}>
          {buildings.map((building) => (
            <Row key={building.id} building={building} place={names.get(building.cat) ?? ''} />
          ))}
        </ul>
      )}
      <Pages
        page={page}
        last={Math.ceil(total / BUILDINGS_A_PAGE)}
        href={(one) => hrefOf(one, cat)}
      />
    </section>
  );
}

export default orUnavailable(BuildingsPage);

function Row({ building, place }: { readonly building: Building; readonly place: string }) {
  const { id, name, built, stories, units, imgcount } = building;
  const facts = [
    name !== '' && streetOf(building),
    place,
    stories > 0 && count(stories, 'floor'),
    units > 0 && count(units, 'home'),
  ];
  return (
    <li className={styles.building}>
      <div className={styles.picture}>
        <Picture src={imgcount > 0 ? `/buildings/${id}/picture` : ''} alt="" sizes="24rem" />
      </div>
      <h2 className={styles.name}>
        <a href={`/buildings/${id}`}>{nameOf(building)}</a>
      </h2>
      {built > 0 && <p className={`numbers ${styles.year}`}>{built}</p>}
      <p className="note numbers">{facts.filter(Boolean).join(' · ')}</p>
    </li>
  );
}

type Place = Awaited<ReturnType<typeof neighborhoods>>[number];

/** Neighborhoods in which houses stand: those that are not the parent of others, by name. */
function inOrder(places: readonly Place[]): Place[] {
  const parents = new Set(places.map(({ parent }) => parent));
  return places
    .filter(({ cat_id }) => !parents.has(cat_id))
    .sort((a, b) => a.cat_name.localeCompare(b.cat_name));
}

function readPage({ page, cat }: PageParameters): { page: number; cat: number } {
  const whole = (text: typeof page): number =>
    typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return { page: Math.max(1, whole(page)), cat: whole(cat) };
}

function hrefOf(page: number, cat: number): string {
  const query = new URLSearchParams({
    ...(cat > 0 && { cat: String(cat) }),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size === 0 ? '/buildings' : `/buildings?${query}`;
}
