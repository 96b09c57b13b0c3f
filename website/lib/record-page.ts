import 'server-only';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { idOf } from './ids';
import { orUnavailable } from './or-unavailable';

/** What a page with a number in its address is given. */
export interface RecordPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

/**
 * Reads the record of such a page; where there is none, the page is not there. The head and the page both want it: within one answer
 * it is asked for once.
 */
export function recordPage<Data>(
  load: (id: number) => Promise<Data | undefined>,
): (params: RecordPageProps['params']) => Promise<Data> {
  return namedPage(async (text) => {
    const id = idOf(text);
    return id === undefined ? undefined : load(id);
  });
}

/** As `recordPage`, of records whose pages have more than a number in their address. */
export function namedPage<Data>(
  load: (name: string) => Promise<Data | undefined>,
): (params: RecordPageProps['params']) => Promise<Data> {
  const read = cache(
    orUnavailable(async (name: string): Promise<Data> => (await load(name)) ?? notFound()),
  );
  return async (params) => read((await params).id);
}

/** The head of a page: what search engines show of it, and cards of shared links. */
export function headOf(page: {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly picture: string | undefined;
  /** What the picture shows; empty where the title says so. */
  readonly alt?: string;
  readonly type?: 'website' | 'profile';
}): Metadata {
  const { title, description, path, picture, alt = '', type = 'website' } = page;
  return {
    title,
    description,
    alternates: { canonical: path },
    openGraph: {
      ...{ title, description, url: path, type },
      ...(picture && { images: [{ url: picture, alt }] }),
    },
  };
}
