import 'server-only';
import type { ListingSearch, Schema } from 'portico-sdk';
import { portico } from './portico';
import { remember } from './remember';

/** Name, time zone and addresses of pictures of the brokerage, and the sources of its homes. */
export const site = remember(300, () => portico().site.get({ addSources: true }));

/** What a search asks so that it also finds the homes of an MLS that the brokerage reads. */
export async function withMls(): Promise<Pick<ListingSearch, 'isMLS'>> {
  return (await site()).feeds.isMLS === 1 ? { isMLS: 'include' } : {};
}

/** A source of homes, such as an MLS, with what its licence has a website show. */
export type Source = Schema<'SiteSource'>;

/** The MLS that the brokerage reads. */
export const mlsOf = (sources: readonly Source[] = []): Source | undefined =>
  sources.find(({ feed }) => feed === 'isMLS');

/** All neighborhoods with their places in the tree of boroughs and areas. */
export const neighborhoods = remember(300, () => portico().neighborhoods.list());

/** The name of the brokerage, and what its operator has set by `portico client set --site`; what is not set is left out of pages. */
export type Brokerage = {
  readonly name: string;
  readonly time_zone: string;
  readonly sources: readonly Source[];
} & Schema<'SiteSettings'>;

/** A page that says that something is wrong needs it, too, so this never fails. */
export async function brokerage(): Promise<Brokerage> {
  const none = { name: 'Homes', time_zone: 'UTC', site: undefined, sources: [] };
  const { name, time_zone, site: set, sources = [] } = await site().catch(() => none);
  // The only source that the pages show homes of.
  return { ...set, name, time_zone, sources: sources.filter(({ feed }) => feed === 'isMLS') };
}

/** ` in Chicago`, or nothing where no city is set. */
export const inCity = ({ city }: Brokerage): string => (city ? ` in ${city}` : '');
