import type { Metadata } from 'next';
import { Html } from '@/components/html';
import { homesByPlace, idsIn, type Neighborhood } from '@/lib/neighborhoods';
import { orUnavailable } from '@/lib/or-unavailable';
import { neighborhoods, site } from '@/lib/site';
import styles from './neighborhoods.module.css';
import { PlaceCard } from './place-card';

export const metadata: Metadata = {
  title: 'Neighborhoods',
  description:
    'Neighborhoods, borough by borough: what they are like, and how many listings there are in each.',
  alternates: { canonical: '/neighborhoods' },
};

async function NeighborhoodsPage() {
  const [all, homes, { media_url }] = await Promise.all([neighborhoods(), homesByPlace(), site()]);
  const parents = new Set(all.map(({ parent }) => parent));
  return (
    <div className="page section">
      <header className={styles.head}>
        <h1>Neighborhoods</h1>
        <p className="lead">
          Choosing a home means choosing a street. Start with a neighborhood you like.
        </p>
      </header>
      {all
        .filter(({ parent }) => parent === 0)
        .map((borough) => (
          <section key={borough.cat_id} className={styles.borough}>
            <header>
              <h2>
                <a href={`/neighborhoods/${borough.cat_id}`}>{borough.cat_name}</a>
              </h2>
              <Html html={borough.text_1} />
            </header>
            <ul className={styles.places}>
              {smallestIn(borough, all, parents).map((place) => (
                <PlaceCard
                  key={place.cat_id}
                  place={place}
                  homes={homes.get(place.cat_id) ?? 0}
                  mediaUrl={media_url}
                />
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

export default orUnavailable(NeighborhoodsPage);

/** The neighborhoods of a borough that have no others in them, by name. */
function smallestIn(
  { cat_id }: Neighborhood,
  all: readonly Neighborhood[],
  parents: ReadonlySet<number>,
): Neighborhood[] {
  const ids = new Set(idsIn(cat_id, all));
  return all
    .filter((place) => ids.has(place.cat_id) && !parents.has(place.cat_id))
    .sort((a, b) => a.cat_name.localeCompare(b.cat_name));
}
