import { headers } from 'next/headers';
import { AgentCard } from '@/components/agent-card';
import { Attribution } from '@/components/attribution';
import { Gallery } from '@/components/gallery/gallery';
import { Heart } from '@/components/heart';
import { LeadForm } from '@/components/lead-form';
import { ListingGrid } from '@/components/listing-grid';
import { PlaceMap } from '@/components/map/place-map';
import { facts, isRental, priceText, telOf } from '@/lib/format';
import { homeName, homePath, isOfMls } from '@/lib/ids';
import {
  amenitiesOf,
  captionsOf,
  factsOf,
  freshnessOf,
  isHidden,
  type Listing,
  listingIn,
  openHousesOf,
  picturesOf,
  placeOf,
  similarTo,
  summaryOf,
  toursOf,
} from '@/lib/listing';
import { orUnavailable } from '@/lib/or-unavailable';
import { headOf, type RecordPageProps } from '@/lib/record-page';
import type { PageParameters } from '@/lib/search';
import { siteUrl } from '@/lib/settings';
import { brokerage, mlsOf, neighborhoods, site } from '@/lib/site';
import { standingOf } from '@/lib/standing';
import { tourSpan } from '@/lib/tour';
import { known } from '@/lib/words';
import { sendLead } from './actions';
import { CountView } from './count-view';
import styles from './listing.module.css';
import { MonthlyCost } from './monthly-cost';
import { OpenHouses } from './open-houses';
import { StructuredData } from './structured-data';

export async function generateMetadata({ params }: RecordPageProps) {
  const home = await listingIn(params);
  const { main_address, main_image } = home;
  const { label, state } = standingOf(home);
  return {
    ...headOf({
      title: state === 'gone' ? `${main_address} (${label.toLowerCase()})` : main_address,
      ...{ description: summaryOf(home), path: homePath(home), picture: main_image },
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

interface Props extends RecordPageProps {
  readonly searchParams: Promise<PageParameters>;
}

async function ListingPage({ params, searchParams }: Props) {
  const home = await listingIn(params);
  const parameters = await searchParams;
  const { main_id: id } = home;
  const name = homeName(home);
  const ofMls = isOfMls(home);
  const [amenities, similar, captions, places, { time_zone, sources }, back] = await Promise.all([
    // None of them is worth a page that is not there.
    amenitiesOf(name).catch(() => []),
    similarTo(name).catch(() => []),
    captionsOf(name).catch(() => new Map<string, string>()),
    neighborhoods().catch(() => []),
    site(),
    searchBefore(`/search?status=${isRental(home) ? 2 : 1}`),
  ]);
  const pictures = picturesOf(home, captions);
  const tours = toursOf(home);
  const rows = factsOf(home, time_zone);
  const neighborhood = known(home.main_neighborhood);
  const area = places.find(({ cat_name }) => cat_name === neighborhood)?.cat_id;
  // The numbers of buildings of an MLS are its own, and the website has no pages of them.
  const building = isHidden(home) || ofMls ? 0 : home.essentials_building;
  const phone = (!ofMls && known(home.agents_agent_phone)) || (await brokerage()).phone;
  const source = ofMls ? mlsOf(sources) : undefined;
  const openHouses = openHousesOf(home, time_zone);
  const place = placeOf(home);
  const { label, state, note } = standingOf(home);
  const ask = state === 'gone' ? ASK_FOR_ANOTHER : ASK;
  return (
    <>
      {!ofMls && <CountView listing={id} />}
      <StructuredData listing={home} openHouses={openHouses} />
      <p className={`page ${styles.back}`}>
        <a href={back.href}>{back.name}</a>
      </p>
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
              {!ofMls && (
                <>
                  <Heart listing={id} name={home.main_address} wide />
                  <a className="button plain" href={`/compare?add=${id}`} rel="nofollow">
                    Compare
                  </a>
                </>
              )}
              <a className="button plain" href={mailOf(home)}>
                Send by email
              </a>
              {tours.map((tour, index) => (
                <a key={tour} className="button plain" href={tour} rel="noopener nofollow">
                  {index === 0 ? 'Virtual tour' : `Virtual tour ${index + 1}`}
                </a>
              ))}
            </div>
            <p className="note numbers">{freshnessOf(home, time_zone)}</p>
          </header>
          <Description text={home.main_description} />
          {amenities.length > 0 && (
            <section>
              <h2>Amenities</h2>
              <ul className={styles.amenities}>
                {amenities.map((amenity) => (
                  <li key={amenity}>{amenity}</li>
                ))}
              </ul>
            </section>
          )}
          {rows.length > 0 && (
            <section>
              <h2>Details</h2>
              <dl className={`numbers facts ${styles.facts}`}>
                {rows.map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
              {(home.price_before ?? 0) > 0 && (
                <p>
                  <a href={`${homePath(home)}/history`}>Price history</a>
                </p>
              )}
            </section>
          )}
          <MonthlyCost listing={home} parameters={parameters} />
          {(place || area || building > 0) && (
            <section>
              <h2>Where it is</h2>
              {isHidden(home) && place && (
                <p className="note">The map shows the area. The agent can give you the address.</p>
              )}
              {place && (
                <div className={styles.place}>
                  <PlaceMap place={place} name={neighborhood || 'the area'} />
                </div>
              )}
              <p className={styles.actions}>
                {building > 0 && (
                  <a className="button plain" href={`/buildings/${building}`}>
                    The building
                  </a>
                )}
                {area && (
                  <a className="button plain" href={`/neighborhoods/${area}`}>
                    {neighborhood}
                  </a>
                )}
              </p>
            </section>
          )}
          {source && <Attribution listing={home} source={source} timeZone={time_zone} />}
        </article>
        <aside className={styles.aside}>
          <OpenHouses openHouses={openHouses} timeZone={time_zone} />
          <section
            className={`panel ${styles.contact}`}
            id="contact"
            aria-labelledby="contact-title"
          >
            <h2 id="contact-title">{ask.title}</h2>
            {!ofMls && (
              <AgentCard
                name={home.agents_agent_name}
                phone={home.agents_agent_phone}
                image={home.agents_agent_image}
                href={`/agents/${home.agents_agent_id}`}
              />
            )}
            <LeadForm
              {...{ action: sendLead, about: name, label: ask.label, text: ask.text }}
              attempt={crypto.randomUUID()}
              {...(state !== 'gone' && { tours: tourSpan(time_zone) })}
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
      <div className={styles.bar}>
        {phone && (
          <a className="button plain" href={telOf(phone)}>
            Call
          </a>
        )}
        <a className="button" href="#contact">
          {ask.title}
        </a>
      </div>
    </>
  );
}

export default orUnavailable(ListingPage);

/** The search that a visitor comes from, by the browser's word; else one with all homes like it. */
async function searchBefore(all: string): Promise<{ href: string; name: string }> {
  const referer = (await headers()).get('referer') ?? '';
  const { origin, pathname, search } = URL.canParse(referer) ? new URL(referer) : siteUrl();
  return origin === siteUrl().origin && pathname === '/search'
    ? { href: `${pathname}${search}`, name: '← Back to the search' }
    : { href: all, name: '← All homes' };
}

/** A new email with the address of the page, in the visitor's own program: the site sends none and learns of none. */
function mailOf(home: Listing): string {
  const text = new URL(homePath(home), siteUrl()).href;
  return `mailto:?subject=${encodeURIComponent(home.main_address)}&body=${encodeURIComponent(text)}`;
}

function Description({ text }: { readonly text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  if (paragraphs.length === 0) return null;
  return (
    <div className="prose">
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
