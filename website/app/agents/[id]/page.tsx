import { Crumbs } from '@/components/crumbs';
import { Empty } from '@/components/empty';
import { JsonLd } from '@/components/json-ld';
import { LeadForm } from '@/components/lead-form';
import { ListingGrid } from '@/components/listing-grid';
import { Picture } from '@/components/picture';
import { Quotes } from '@/components/quotes';
import { telOf } from '@/lib/format';
import { orUnavailable } from '@/lib/or-unavailable';
import {
  type Agent,
  agentOf,
  callName,
  fullName,
  homesOfAgent,
  paragraphsOf,
  wordsAbout,
} from '@/lib/people';
import { headOf, type RecordPageProps, recordPage } from '@/lib/record-page';
import { siteUrl } from '@/lib/settings';
import { brokerage } from '@/lib/site';
import styles from '../agents.module.css';
import { writeToAgent } from './actions';

const agentAt = recordPage(agentOf);

export async function generateMetadata({ params }: RecordPageProps) {
  const agent = await agentAt(params);
  const { id, title, specialty, quote, image } = agent;
  const name = fullName(agent);
  return headOf({
    ...{ title: name, path: `/agents/${id}`, picture: image, alt: name, type: 'profile' },
    description: [title, specialty, quote].filter(Boolean).join('. '),
  });
}

async function AgentPage({ params }: RecordPageProps) {
  const agent = await agentAt(params);
  const name = fullName(agent);
  const [homes, words] = await Promise.all([
    // Neither is worth a page that is not there.
    homesOfAgent(agent.id).catch(() => []),
    wordsAbout(agent.id).catch(() => []),
  ]);
  return (
    <>
      <JsonLd data={structured(agent, (await brokerage()).name)} />
      <div className="page">
        <Crumbs
          steps={[
            ['Home', '/'],
            ['Agents', '/agents'],
            [name, `/agents/${agent.id}`],
          ]}
        />
        <div className={styles.profile}>
          <div className={styles.portrait}>
            <Picture
              src={agent.image}
              alt={name}
              ratio="4/5"
              first
              sizes="(max-width: 46rem) 100vw, 18rem"
            />
          </div>
          <div className={styles.text}>
            <header>
              <h1>{name}</h1>
              <p className="lead">{agent.title}</p>
            </header>
            {agent.quote !== '' && <p className={styles.quote}>{agent.quote}</p>}
            <div className="prose">
              {paragraphsOf(agent.bio).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            <Facts agent={agent} />
          </div>
          <section className="panel" id="contact" aria-labelledby="write">
            <h2 id="write">Write to {callName(agent)}</h2>
            <LeadForm
              action={writeToAgent}
              about={agent.id}
              attempt={crypto.randomUUID()}
              label="What are you looking for?"
            />
          </section>
        </div>
      </div>
      <section className="page section">
        <div className="section-head">
          <h2>Homes with {callName(agent)}</h2>
        </div>
        {homes.length === 0 ? (
          <Empty title="None on the market today">
            <p>Write to {callName(agent)}: some homes are sold before they are listed.</p>
          </Empty>
        ) : (
          <ListingGrid listings={homes} />
        )}
      </section>
      {words.length > 0 && (
        <section className="page section">
          <div className="section-head">
            <h2>What clients say</h2>
            <a href="/testimonials">All testimonials</a>
          </div>
          <Quotes words={words} />
        </section>
      )}
    </>
  );
}

export default orUnavailable(AgentPage);

function Facts({ agent }: { readonly agent: Agent }) {
  const { phone, mobile, lang, specialty } = agent;
  const facts = [
    ['Specialty', specialty],
    ['Speaks', lang],
  ].filter(([, value]) => value);
  const numbers = [
    ['Office', phone],
    ['Mobile', mobile],
  ].filter(([, value]) => value);
  return (
    <dl className={`numbers facts ${styles.facts}`}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {numbers.map(([term, value = '']) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <a href={telOf(value)}>{value}</a>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function structured(agent: Agent, brokerage: string): object {
  const { id, image, phone, title } = agent;
  return {
    ...{ '@context': 'https://schema.org', '@type': 'RealEstateAgent' },
    ...{ name: fullName(agent), url: new URL(`/agents/${id}`, siteUrl()).href, description: title },
    ...(image && { image }),
    ...(phone && { telephone: phone }),
    parentOrganization: { '@type': 'RealEstateAgent', name: brokerage, url: siteUrl().href },
  };
}
