import { AgentCard } from '@/components/agent-card';
import { Gallery } from '@/components/gallery/gallery';
import { Heart } from '@/components/heart';
import { LeadForm } from '@/components/lead-form';
import { ListingGrid } from '@/components/listing-grid';
import { PlaceMap } from '@/components/map/place-map';
import { facts, isRental, priceText } from '@/lib/format';
import {
  amenitiesOf,
  factsOf,
  listingOf,
  openHousesOf,
  picturesOf,
  placeOf,
  similarTo,
  summaryOf,
} from '@/lib/listing';
import { orUnavailable } from '@/lib/or-unavailable';
import { headOf, type RecordPageProps, recordPage } from '@/lib/record-page';
import { site } from '@/lib/site';
import { standingOf } from '@/lib/standing';
import { sendLead } from './actions';
import { CountView } from './count-view';
import styles from './listing.module.css';
import { OpenHouses } from './open-houses';
import { StructuredData } from './structured-data';

const listing = recordPage(listingOf);

export async function generateMetadata({ params }: RecordPageProps) {
  const home = await listing(params);
  const { main_id, main_address, main_image } = home;
  const { label, state } = standingOf(home);
  return {
    ...headOf({
      title: state === 'gone' ? `${main_address} (${label.toLowerCase()})` : main_address,
      ...{ description: summaryOf(home), path: `/listings/${main_id}`, picture: main_image },
    }),
    twitter: { card: 'summary_large_image' },
  };
}

/** What the page says to those who would ask for the home, and to those who come too late for it. */
const ASK = {
  title: 'Ask about this home',
  label: 'Your question',
  text: 'When can I see it?',
};
const ASK_FOR_ANOTHER = {
  title: 'Find one like it',
  label: 'What are you looking for?',
  text: 'I am looking for a home like this one.',
};

async function ListingPage({ params }: RecordPageProps) {
  const home = await listing(params);
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
  const { label, state, note } = standingOf(home);
  const ask = state === 'gone' ? ASK_FOR_ANOTHER : ASK;
  return (
    <>
      <CountView listing={id} />
      <StructuredData listing={home} openHouses={openHouses} />
      <Gallery pictures={pictures} name={home.main_address} />
      <div className={`page ${styles.columns}`}>
        <article className={styles.text}>
          <header className={styles.head}>
            <p className={state === 'gone' ? 'tag gone' : 'tag accent'}>{label}</p>
            <h1>{home.main_address}</h1>
            {note && <p className="message plain">{note}</p>}
            <p className={`numbers ${styles.price}`}>
              {state === 'gone' && <span className={styles.was}>Last listed at </span>}
              {priceText(home)}
            </p>
            <p className="lead numbers">{facts(home).join(' · ')}</p>
            <div className={styles.actions}>
              <a className={`button ${styles.ask}`} href="#contact">
                {ask.title}
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
            <dl className={`numbers facts ${styles.facts}`}>
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
          <section className="panel" id="contact" aria-labelledby="contact-title">
            <h2 id="contact-title">{ask.title}</h2>
            <AgentCard
              name={home.agents_agent_name}
              phone={home.agents_agent_phone}
              image={home.agents_agent_image}
              href={`/agents/${home.agents_agent_id}`}
            />
            <LeadForm
              {...{ action: sendLead, about: id, label: ask.label, text: ask.text }}
              attempt={crypto.randomUUID()}
            />
          </section>
        </aside>
      </div>
      {similar.length > 0 && (
        <section className="page section">
          <div className="section-head">
            <h2>Homes like this</h2>
            <a href={`/search?status=${isRental(home) ? 2 : 1}`}>All homes</a>
          </div>
          <ListingGrid listings={similar} />
        </section>
      )}
    </>
  );
}

export default orUnavailable(ListingPage);

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
