import type { Metadata } from 'next';
import { Empty } from '@/components/empty';
import { Picture } from '@/components/picture';
import { posts } from '@/lib/articles';
import { textOfHtml } from '@/lib/html';
import { orUnavailable } from '@/lib/or-unavailable';
import styles from './blog.module.css';

export const metadata: Metadata = {
  title: 'Journal',
  description: 'Our agents write about homes, co-op boards, prices and streets.',
  alternates: { canonical: '/blog' },
};

async function BlogPage() {
  const all = await posts();
  return (
    <div className="page section">
      <header className={styles.head}>
        <h1>Journal</h1>
        <p className="lead">Our agents write about homes, co-op boards, prices and streets.</p>
      </header>
      {all.length === 0 ? (
        <Empty title="No articles yet">
          <a className="button" href="/search">
            Search homes
          </a>
        </Empty>
      ) : (
        <ul className={styles.posts}>
          {all.map(({ id, title, author, body, picture, day }, index) => (
            <li key={id} className={styles.post}>
              <Picture
                src={picture}
                alt=""
                first={index === 0}
                sizes="(max-width: 52rem) 100vw, 46rem"
              />
              <p className="note">{day}</p>
              <h2>
                <a href={`/blog/${id}`}>{title}</a>
              </h2>
              <p>
                {textOfHtml(body, 150)} <span className="note">{author}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export default orUnavailable(BlogPage);
