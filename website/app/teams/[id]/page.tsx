import styles from '@/app/agents/agents.module.css';
import { Crumbs } from '@/components/crumbs';
import { JsonLd } from '@/components/json-ld';
import { LeadForm } from '@/components/lead-form';
import { PersonCard } from '@/components/person-card';
import { Picture } from '@/components/picture';
import { Quotes } from '@/components/quotes';
import { telOf } from '@/lib/format';
import { orUnavailable } from '@/lib/or-unavailable';
import { paragraphsOf, teams, wordsAboutTeam } from '@/lib/people';
import { headOf, type RecordPageProps, recordPage } from '@/lib/record-page';
import { siteUrl } from '@/lib/settings';
import { writeToTeam } from './actions';

const teamAt = recordPage(async (id) => (await teams()).find((team) => team.id === id));

export async function generateMetadata({ params }: RecordPageProps) {
  const { id, name, bio, groupimage } = await teamAt(params);
  const [description = name] = paragraphsOf(bio);
  return headOf({
    ...{ title: name, description, path: `/teams/${id}`, picture: groupimage },
    ...{ alt: name, type: 'profile' },
  });
}

async function TeamPage({ params }: RecordPageProps) {
  const team = await teamAt(params);
  const { id, name, bio, groupimage, phone1, agents: members } = team;
  const words = await wordsAboutTeam(id).catch(() => []);
  return (
    <>
      <JsonLd
        data={{
          ...{ '@context': 'https://schema.org', '@type': 'RealEstateAgent', name },
          url: new URL(`/teams/${id}`, siteUrl()).href,
          ...(groupimage && { image: groupimage }),
          ...(phone1 && { telephone: phone1 }),
        }}
      />
      <div className="page">
        <Crumbs
          steps={[
            ['Home', '/'],
            ['Agents', '/agents'],
            [name, `/teams/${id}`],
          ]}
        />
        <div className={styles.banner}>
          {groupimage !== '' && (
            <Picture
              src={groupimage}
              alt={name}
              ratio="3/2"
              first
              sizes="(max-width: 46rem) 100vw, 40rem"
            />
          )}
          <div className={styles.text}>
            <h1>{name}</h1>
            <div className="prose">
              {paragraphsOf(bio).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            {phone1 !== '' && (
              <p>
                <a className="button numbers" href={telOf(phone1)}>
                  Call {phone1}
                </a>
              </p>
            )}
          </div>
        </div>
      </div>
      <section className={`page section ${styles.contact}`}>
        <div className="panel" id="contact">
          <h2>Write to {name}</h2>
          <LeadForm
            action={writeToTeam}
            about={id}
            attempt={crypto.randomUUID()}
            label="What are you looking for?"
          />
        </div>
      </section>
      <section className="page section">
        <div className="section-head">
          <h2>Team members</h2>
        </div>
        <ul className={styles.people}>
          {members.map((agent) => (
            <li key={agent.id}>
              <PersonCard agent={agent} />
            </li>
          ))}
        </ul>
      </section>
      {words.length > 0 && (
        <section className="page section">
          <div className="section-head">
            <h2>What clients say</h2>
          </div>
          <Quotes words={words} />
        </section>
      )}
    </>
  );
}

export default orUnavailable(TeamPage);
