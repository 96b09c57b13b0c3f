import { Crumbs } from '@/components/crumbs';
import { Html } from '@/components/html';
import { JsonLd } from '@/components/json-ld';
import { Picture } from '@/components/picture';
import { postOf } from '@/lib/articles';
import { textOfHtml } from '@/lib/html';
import { orUnavailable } from '@/lib/or-unavailable';
import { headOf, type RecordPageProps, recordPage } from '@/lib/record-page';
import { siteUrl } from '@/lib/settings';
import styles from '../blog.module.css';

const postAt = recordPage(postOf);

export async function generateMetadata({ params }: RecordPageProps) {
  const { id, title, body, picture, date, author } = await postAt(params);
  const head = headOf({ title, description: textOfHtml(body), path: `/blog/${id}`, picture });
  const publishedTime = date?.toISOString();
  return {
    ...head,
    openGraph: {
      ...head.openGraph,
      ...{ type: 'article', authors: [author], ...(publishedTime && { publishedTime }) },
    },
  };
}

async function PostPage({ params }: RecordPageProps) {
  const post = await postAt(params);
  const { id, title, author, body, picture, caption, date, day } = post;
  return (
    <div className="page">
      <JsonLd
        data={{
          ...{ '@context': 'https://schema.org', '@type': 'Article', headline: title },
          url: new URL(`/blog/${id}`, siteUrl()).href,
          author: { '@type': 'Person', name: author },
          ...(date && { datePublished: date.toISOString() }),
          ...(picture && { image: picture }),
        }}
      />
      <Crumbs
        steps={[
          ['Home', '/'],
          ['Journal', '/blog'],
          [title, `/blog/${id}`],
        ]}
      />
      <article className={styles.article}>
        <header>
          <h1>{title}</h1>
          <p className="note">{[author, day].filter(Boolean).join(' · ')}</p>
        </header>
        {picture !== '' && (
          <figure>
            <Picture
              src={picture}
              alt={caption === '' ? title : ''}
              first
              sizes="(max-width: 46rem) 100vw, 46rem"
            />
            {caption !== '' && <figcaption className="note">{caption}</figcaption>}
          </figure>
        )}
        <Html html={body} />
      </article>
    </div>
  );
}

export default orUnavailable(PostPage);
