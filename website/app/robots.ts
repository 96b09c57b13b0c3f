import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { siteUrl } from '@/lib/settings';

/** Filters make any number of addresses with the same homes, so searches beyond the first stay out. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection();
  return {
    rules: {
      userAgent: '*',
      allow: '/',
      disallow: ['/search?*&', '/account', '/compare', '/recent'],
    },
    sitemap: new URL('/sitemap.xml', siteUrl()).href,
  };
}
