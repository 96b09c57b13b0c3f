import { Crumbs } from '@/components/crumbs';
import { Html } from '@/components/html';
import { ListingGrid } from '@/components/listing-grid';
import { HomesMap } from '@/components/map/homes-map';
import { Picture } from '@/components/picture';
import { count } from '@/lib/format';
import { textOfHtml } from '@/lib/html';
import {
  homesByPlace,
  homesIn,
  idsIn,
  type Neighborhood,
  surroundingsOf,
} from '@/lib/neighborhoods';
import { orUnavailable } from '@/lib/or-unavailable';
import { headOf, type RecordPageProps, recordPage } from '@/lib/record-page';
import { neighborhoods, site } from '@/lib/site';
import styles from '../neighborhoods.module.css';
import { PlaceCard } from '../place-card';

const placeAt = recordPage(surroundingsOf);

export async function generateMetadata({ params }: RecordPageProps) {
  const { here, picture } = await placeAt(params);
  return headOf({
    ...{ title: `Homes in ${here.cat_name}`, description: textOfHtml(here.text_1) },
    ...{ path: `/neighborhoods/${here.cat_id}`, picture },
  });
}

async function NeighborhoodPage({ params }: RecordPageProps) {
  const { here, around, within, ids, picture } = await placeAt(params);
  const { homes, total, clusters } = await homesIn(...ids);
  const name = here.cat_name;
  const cat = ids.join(',');
  return (
    <div className="page">
      <Crumbs
        steps={[
          ['Home', '/'],
          ['Neighborhoods', '/neighborhoods'],
          ...[...around, here].map(stepTo),
        ]}
      />
      <section className={styles.opening}>
        <div className={styles.words}>
          <h1>{name}</h1>
          <Html html={here.text_1} />
          <p className={styles.ways}>
            <a className="button" href={`/search?status=1&cat=${cat}`}>
              Buy here
            </a>
            <a className="button plain" href={`/search?status=2&cat=${cat}`}>
              Rent here
            </a>
          </p>
        </div>
        <Picture src={picture} alt={here.imgname} first sizes="(max-width: 52rem) 100vw, 40rem" />
      </section>
      {within.length > 0 && <Within places={within} name={name} />}
      {homes.length > 0 && (
        <section className="section">
          <div className="section-head">
            <h2>Homes in {name}</h2>
            <p className="note numbers">
              {total > homes.length
                ? `The newest ${homes.length} of ${total}`
                : `${count(total, 'listing')} on the market`}
            </p>
          </div>
          <ListingGrid listings={homes} />
        </section>
      )}
      {clusters.length > 0 && (
        <section className="section">
          <div className="section-head">
            <h2>Where they are</h2>
            <a href={`/search?status=1&view=map&cat=${cat}`}>Open the map</a>
          </div>
          <div className={styles.map}>
            <HomesMap clusters={clusters} name={name} />
          </div>
        </section>
      )}
    </div>
  );
}

export default orUnavailable(NeighborhoodPage);

const stepTo = ({ cat_id, cat_name }: Neighborhood): [string, string] => [
  cat_name,
  `/neighborhoods/${cat_id}`,
];

async function Within({
  places,
  name,
}: {
  readonly places: readonly Neighborhood[];
  readonly name: string;
}) {
  const [all, homes, { media_url }] = await Promise.all([neighborhoods(), homesByPlace(), site()]);
  const homesBelow = (id: number): number =>
    idsIn(id, all).reduce((sum, below) => sum + (homes.get(below) ?? 0), 0);
  return (
    <section className="section">
      <div className="section-head">
        <h2>In {name}</h2>
      </div>
      <ul className={styles.places}>
        {places.map((place) => (
          <PlaceCard
            key={place.cat_id}
            place={place}
            homes={homesBelow(place.cat_id)}
            mediaUrl={media_url}
          />
        ))}
      </ul>
    </section>
  );
}
