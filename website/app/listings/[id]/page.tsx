import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { AgentCard } from '@/components/agent-card';
import { Gallery } from '@/components/gallery/gallery';
import { Heart } from '@/components/heart';
import { ListingCard } from '@/components/listing-card';
import { PlaceMap } from '@/components/map/place-map';
import { facts, isRental, priceText } from '@/lib/format';
import { idOf } from '@/lib/ids';
import {
  amenitiesOf,
  factsOf,
  type Listing,
  listingOf,
  openHousesOf,
  picturesOf,
  placeOf,
  similarTo,
  summaryOf,
} from '@/lib/listing';
import { site } from '@/lib/site';
import { LeadForm } from './lead-form';
import styles from './listing.module.css';
import { OpenHouses } from './open-houses';
import { StructuredData } from './structured-data';

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

/** The listing of the address. The head and the page both want it: within one answer it is asked for once. */
const listing = cache(async (id: string): Promise<Listing> => {
  const number = idOf(id);
  return (number && (await listingOf(number))) || notFound();
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const home = await listing((await params).id);
  const path = `/listings/${home.main_id}`;
  const description = summaryOf(home);
  return {
    title: home.main_address,
    description,
    alternates: { canonical: path },
    openGraph: {
      ...{ title: home.main_address, description, url: path, type: 'website' },
      ...(home.main_image && { images: [{ url: home.main_image, alt: '' }] }),
    },
    twitter: { card: 'summary_large_image' },
  };
}

export default async function ListingPage({ params }: Props) {
  const home = await listing((await params).id);
  const id = home.main_id;
  const [amenities, similar, { time_zone }] = await Promise.all([
    // Neither is worth a page that is not there.
    amenitiesOf(id).catch(() => []),
    similarTo(id).catch(() => []),
    site(),
  ]);
  const pictures = picturesOf(home);
  const openHouses = openHousesOf(home, time_zone);
  const place = placeOf(home);
  return (
    <>
      <StructuredData listing={home} openHouses={openHouses} />
      <Gallery pictures={pictures} name={home.main_address} />
      <div className={`page ${styles.columns}`}>
        <article className={styles.text}>
          <header className={styles.head}>
            <p className="tag accent">{home.main_status}</p>
            <h1>{home.main_address}</h1>
            <p className={`numbers ${styles.price}`}>{priceText(home)}</p>
            <p className="lead numbers">{facts(home).join(' · ')}</p>
            <div className={styles.actions}>
              <a className={`button ${styles.ask}`} href="#contact">
                Ask about this home
              </a>
              <Heart listing={id} name={home.main_address} wide />
            </div>
          </header>
          <Description text={home.main_description} />
          {amenities.length > 0 && (
            <section>
              <h2>What it has</h2>
              <ul className={styles.amenities}>
                {amenities.map((amenity) => (
                  <li key={amenity}>{amenity}</li>
                ))}
              </ul>
            </section>
          )}
          <section>
            <h2>In numbers</h2>
            <dl className={`numbers ${styles.facts}`}>
              {factsOf(home).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
          {place && (
            <section>
              <h2>Where it is</h2>
              <p className="note">
                {home.main_neighborhood}
                {home.main_hide_address === 1 && ', roughly: the address is shown by the agent'}
              </p>
              <div className={styles.place}>
                <PlaceMap place={place} name={home.main_neighborhood} />
              </div>
            </section>
          )}
        </article>
        <aside className={styles.aside}>
          <OpenHouses openHouses={openHouses} timeZone={time_zone} />
          <section className={styles.contact} id="contact" aria-labelledby="contact-title">
            <h2 id="contact-title">Ask about this home</h2>
            <AgentCard
              name={home.agents_agent_name}
              phone={home.agents_agent_phone}
              image={home.agents_agent_image}
              href={`/agents/${home.agents_agent_id}`}
            />
            {/* The number is made with the page: a form that is sent twice has the same, and one lead is stored. */}
            <LeadForm listing={id} attempt={crypto.randomUUID()} />
          </section>
        </aside>
      </div>
      {similar.length > 0 && (
        <section className="page section">
          <div className="section-head">
            <h2>Homes like this</h2>
            <a href={`/search?status=${isRental(home) ? 2 : 1}`}>All homes</a>
          </div>
          <ul className="grid">
            {similar.map((other) => (
              <li key={other.main_id}>
                <ListingCard listing={other} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Description({ text }: { readonly text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <div className="prose">
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
