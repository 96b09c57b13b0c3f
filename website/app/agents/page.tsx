import type { Metadata } from 'next';
import { PersonCard } from '@/components/person-card';
import { Picture } from '@/components/picture';
import { count } from '@/lib/format';
import { orUnavailable } from '@/lib/or-unavailable';
import { agents, teams } from '@/lib/people';
import styles from './agents.module.css';

export const metadata: Metadata = {
  title: 'Agents',
  description: 'Our agents and teams: the homes they represent, and how to reach them.',
  alternates: { canonical: '/agents' },
};

async function AgentsPage() {
  const [people, groups] = await Promise.all([agents(), teams()]);
  // Who answers the phones is a colleague, and no agent.
  const shown = people.filter(({ isagent }) => isagent === 1);
  return (
    <>
      <section className="page section">
        <header className={styles.head}>
          <h1>Meet our agents</h1>
          <p className="lead">{count(shown.length, 'agent')}, and who works with whom.</p>
        </header>
        <h2 className="quiet">All agents</h2>
        <ul className={styles.people}>
          {shown.map((agent, index) => (
            <li key={agent.id}>
              <PersonCard agent={agent} first={index < 4} />
            </li>
          ))}
        </ul>
      </section>
      {groups.length > 0 && (
        <section className="page section" id="teams">
          <div className="section-head">
            <h2>Teams</h2>
          </div>
          <ul className={styles.teams}>
            {groups.map(({ id, name, groupimage, agents: members }) => (
              <li key={id} className={styles.team}>
                <Picture
                  src={groupimage}
                  alt=""
                  ratio="3/2"
                  sizes="(max-width: 40rem) 100vw, 26rem"
                />
                <h3>
                  <a href={`/teams/${id}`}>{name}</a>
                </h3>
                <p className="note">{members.map(({ firstname }) => firstname).join(', ')}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

export default orUnavailable(AgentsPage);
