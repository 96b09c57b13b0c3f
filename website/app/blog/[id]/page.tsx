import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { Crumbs } from '@/components/crumbs';
import { Html } from '@/components/html';
import { JsonLd } from '@/components/json-ld';
import { Picture } from '@/components/picture';
import { dayText, type Post, postOf } from '@/lib/articles';
import { textOfHtml } from '@/lib/html';
import { idOf } from '@/lib/ids';
import { siteUrl } from '@/lib/settings';
import styles from '../blog.module.css';

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

const postAt = cache(async (id: string): Promise<Post> => {
  const number = idOf(id);
  return (number && (await postOf(number))) || notFound();
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, title, body, picture, date, author } = await postAt((await params).id);
  const description = textOfHtml(body);
  const path = `/blog/${id}`;
  return {
    title,
    description,
    alternates: { canonical: path },
    openGraph: {
      ...{ title, description, url: path, type: 'article', authors: [author] },
      ...(date && { publishedTime: date.toISOString() }),
      ...(picture && { images: [{ url: picture, alt: '' }] }),
    },
  };
}

export default async function PostPage({ params }: Props) {
  const post = await postAt((await params).id);
  const { id, title, author, body, picture, caption, date } = post;
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
          <p className="note">{[author, dayText(date)].filter(Boolean).join(' · ')}</p>
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
