import { Crumbs } from '@/components/crumbs';
import { Empty } from '@/components/empty';
import { Gallery } from '@/components/gallery/gallery';
import { JsonLd } from '@/components/json-ld';
import { ListingGrid } from '@/components/listing-grid';
import {
  amenitiesIn,
  type Building,
  buildingOf,
  factsOfBuilding,
  homesInBuilding,
  nameOf,
  photosOfBuilding,
  streetOf,
} from '@/lib/buildings';
import { count } from '@/lib/format';
import { orUnavailable } from '@/lib/or-unavailable';
import { paragraphsOf } from '@/lib/people';
import { headOf, type RecordPageProps, recordPage } from '@/lib/record-page';
import { siteUrl } from '@/lib/settings';
import styles from '../buildings.module.css';

const buildingAt = recordPage(buildingOf);

export async function generateMetadata({ params }: RecordPageProps) {
  const building = await buildingAt(params);
  const [photo] = await photosOfBuilding(building.id).catch(() => []);
  const title = `${nameOf(building)}, ${building.city}`;
  const [description = title] = paragraphsOf(building.public_note);
  return headOf({ title, description, path: `/buildings/${building.id}`, picture: photo?.src });
}

async function BuildingPage({ params }: RecordPageProps) {
  const building = await buildingAt(params);
  const { id, public_note: note, built } = building;
  const [photos, homes] = await Promise.all([
    photosOfBuilding(id).catch(() => []),
    homesInBuilding(id),
  ]);
  const name = nameOf(building);
  const amenities = amenitiesIn(building);
  const pictures = photos.map(({ src, name: shows }) => ({
    src,
    alt: shows || `${name}, outside`,
  }));
  return (
    <>
      <JsonLd data={structured(building, pictures)} />
      <div className="page">
        <Crumbs
          steps={[
            ['Home', '/'],
            ['Buildings', '/buildings'],
            [name, `/buildings/${id}`],
          ]}
        />
      </div>
      {pictures.length > 0 && <Gallery pictures={pictures} name={name} />}
      <div className="page section">
        <div className={styles.columns}>
          <div className={styles.text}>
            <header className={styles.head}>
              <h1>{name}</h1>
              <p className="lead numbers">
                {[
                  building.name && streetOf(building),
                  `${building.city}, ${building.state} ${building.zip}`,
                  built > 0 && `built ${built}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </header>
            <div className="prose">
              {paragraphsOf(note).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            {amenities.length > 0 && (
              <section>
                <h2>Amenities</h2>
                <ul className={styles.amenities}>
                  {amenities.map((amenity) => (
                    <li key={amenity} className="tag">
                      {amenity}
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </div>
          <dl className="numbers facts">
            {factsOfBuilding(building).map(([term, value]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <section className="page section">
        <div className="section-head">
          <h2>Homes here</h2>
          <p className="note numbers">{count(homes.length, 'home')} on the market</p>
        </div>
        {homes.length === 0 ? (
          <Empty title="None today">
            <p>Nothing is available here now. New homes come on the market from time to time.</p>
            <a className="button" href="/search">
              Search all homes
            </a>
          </Empty>
        ) : (
          <ListingGrid listings={homes} />
        )}
      </section>
    </>
  );
}

export default orUnavailable(BuildingPage);

function structured(building: Building, pictures: readonly { readonly src: string }[]): object {
  const { id, city, state, zip, built, units } = building;
  return {
    ...{ '@context': 'https://schema.org', '@type': 'ApartmentComplex' },
    ...{ name: nameOf(building), url: new URL(`/buildings/${id}`, siteUrl()).href },
    image: pictures.map(({ src }) => src),
    ...(built > 0 && { yearBuilt: built }),
    ...(units > 0 && { numberOfAccommodationUnits: units }),
    address: {
      ...{ '@type': 'PostalAddress', streetAddress: streetOf(building), addressLocality: city },
      ...{ addressRegion: state, postalCode: zip, addressCountry: 'US' },
    },
  };
}
