import type { Metadata } from 'next';
import styles from '@/app/blog/blog.module.css';
import { Html } from '@/components/html';
import { Picture } from '@/components/picture';
import { articles } from '@/lib/articles';
import { orUnavailable } from '@/lib/or-unavailable';

export const metadata: Metadata = {
  title: 'Press',
  description: 'What others have written about us.',
  alternates: { canonical: '/press' },
};

async function PressPage() {
  const all = await articles();
  return (
    <div className="page section">
      <header className={styles.head}>
        <h1>Press</h1>
        <p className="lead">What others have written about us.</p>
      </header>
      <ul className={styles.clippings}>
        {all.map(({ id, title, sub_title, publicationname, author, body, url, picture, date }) => (
          <li key={id} className={styles.clipping}>
            <Picture src={picture} alt="" sizes="(max-width: 46rem) 100vw, 12rem" />
            <div>
              <p className="note">
                <strong>{publicationname}</strong>
                {date && ` · ${date}`}
              </p>
              <h2>{title}</h2>
              {sub_title !== '' && <p className="lead">{sub_title}</p>}
              <Html html={body} />
              {author !== '' && <p className="note">By {author}</p>}
              {url !== '' && (
                <a href={url} rel="noopener nofollow">
                  Read it<span className="quiet">: {title}</span>
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

export default orUnavailable(PressPage);
