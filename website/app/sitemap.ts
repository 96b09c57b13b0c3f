import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { parseDate } from 'portico-sdk';
import { posts } from '@/lib/articles';
import { agents, teams } from '@/lib/people';
import { portico } from '@/lib/portico';
import { remember } from '@/lib/remember';
import { siteUrl } from '@/lib/settings';
import { neighborhoods, site } from '@/lib/site';

/** A sitemap holds at most 50,000 addresses. A brokerage with more homes splits it by `generateSitemaps`. */
const MOST = 49_000;

/** All homes on the market. Search engines ask often and all at once, so it is remembered for an hour. */
const homes = remember(3600, async () => {
  const { time_zone } = await site();
  const found: { id: number; changed: Date | undefined }[] = [];
  const pages = portico().listings.search({
    ...{ status: [1, 2], sort: 'date', perPage: 200, fields: ['main_id', 'date_update'] },
  });
  for await (const { main_id, date_update } of pages) {
    found.push({ id: main_id, changed: parseDate(date_update, time_zone) });
    if (found.length === MOST) break;
  }
  return found;
});

const PAGES = [
  ...['/', '/search?status=1', '/search?status=2', '/neighborhoods', '/buildings', '/agents'],
  ...['/testimonials', '/blog', '/press'],
];

/** The pages of people, places and posts. Buildings are found from their homes. */
async function records(): Promise<string[]> {
  const [people, groups, places, written] = await Promise.all([
    agents(),
    teams(),
    neighborhoods(),
    posts(),
  ]);
  return [
    ...people.map(({ id }) => `/agents/${id}`),
    ...groups.map(({ id }) => `/teams/${id}`),
    ...places.map(({ cat_id }) => `/neighborhoods/${cat_id}`),
    ...written.map(({ id }) => `/blog/${id}`),
  ];
}

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  const url = (path: string): string => new URL(path, siteUrl()).href;
  return [
    ...[...PAGES, ...(await records())].map((path) => ({ url: url(path) })),
    ...(await homes()).map(({ id, changed }) => ({
      url: url(`/listings/${id}`),
      ...(changed && { lastModified: changed }),
    })),
  ];
}
