import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { Crumbs } from '@/components/crumbs';
import { Empty } from '@/components/empty';
import { JsonLd } from '@/components/json-ld';
import { ListingCard } from '@/components/listing-card';
import { Picture } from '@/components/picture';
import { Quotes } from '@/components/quotes';
import { idOf } from '@/lib/ids';
import {
  type Agent,
  agentOf,
  fullName,
  homesOfAgent,
  paragraphsOf,
  wordsAbout,
} from '@/lib/people';
import { siteUrl } from '@/lib/settings';
import { siteName } from '@/lib/site';
import styles from '../agents.module.css';
import { AgentForm } from './agent-form';

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

const agentAt = cache(async (id: string): Promise<Agent> => {
  const number = idOf(id);
  return (number && (await agentOf(number))) || notFound();
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const agent = await agentAt((await params).id);
  const name = fullName(agent);
  const description = [agent.title, agent.specialty, agent.quote].filter(Boolean).join('. ');
  const path = `/agents/${agent.id}`;
  return {
    title: name,
    description,
    alternates: { canonical: path },
    openGraph: {
      ...{ title: name, description, url: path, type: 'profile' },
      ...(agent.image && { images: [{ url: agent.image, alt: name }] }),
    },
  };
}

export default async function AgentPage({ params }: Props) {
  const agent = await agentAt((await params).id);
  const name = fullName(agent);
  const [homes, words] = await Promise.all([
    // Neither is worth a page that is not there.
    homesOfAgent(agent.id).catch(() => []),
    wordsAbout(agent.id).catch(() => []),
  ]);
  return (
    <>
      <JsonLd data={structured(agent, await siteName())} />
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
          <section className={styles.contact} aria-labelledby="write">
            <h2 id="write">Write to {agent.firstname}</h2>
            {/* Made with the page: a form that is sent twice has the same number, and is one lead. */}
            <AgentForm agent={agent.id} attempt={crypto.randomUUID()} />
          </section>
        </div>
      </div>
      <section className="page section">
        <div className="section-head">
          <h2>Homes with {agent.firstname}</h2>
        </div>
        {homes.length === 0 ? (
          <Empty title="None on the market today">
            <p>Write to {agent.firstname}: some homes are sold before they are listed.</p>
          </Empty>
        ) : (
          <ul className="grid">
            {homes.map((home) => (
              <li key={home.main_id}>
                <ListingCard listing={home} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {words.length > 0 && (
        <section className="page section">
          <div className="section-head">
            <h2>What clients say</h2>
            <a href="/testimonials">About all agents</a>
          </div>
          <Quotes words={words} />
        </section>
      )}
    </>
  );
}

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
    <dl className={`numbers ${styles.facts}`}>
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
            <a href={`tel:+1${value.replace(/\D/g, '')}`}>{value}</a>
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
