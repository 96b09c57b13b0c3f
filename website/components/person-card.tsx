import Link from 'next/link';
import { fullName, type Person } from '@/lib/people';
import styles from './person-card.module.css';
import { Picture } from './picture';

/** One agent among others. All of it is the link. */
export function PersonCard({
  agent,
  first = false,
}: {
  readonly agent: Person;
  readonly first?: boolean;
}) {
  const { id, image, title, specialty } = agent;
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        <Picture
          src={image}
          alt=""
          ratio="4/5"
          first={first}
          sizes="(max-width: 40rem) 50vw, 18rem"
        />
      </div>
      <h3>
        <Link href={`/agents/${id}`} prefetch={false}>
          {fullName(agent)}
        </Link>
      </h3>
      <p className="note">{title}</p>
      {specialty !== '' && <p className="note">{specialty}</p>}
    </article>
  );
}
