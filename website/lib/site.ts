import 'server-only';
import type { Schema } from 'portico-sdk';
import { portico } from './portico';
import { remember } from './remember';

/** Name, time zone and addresses of pictures of the brokerage. */
export const site = remember(300, () => portico().site.get());

/** All neighborhoods with their places in the tree of boroughs and areas. */
export const neighborhoods = remember(300, () => portico().neighborhoods.list());

/** The name of the brokerage, and what its operator has set by `portico client set --site`; what is not set is left out of pages. */
export type Brokerage = { readonly name: string } & Schema<'SiteSettings'>;

/** A page that says that something is wrong needs it, too, so this never fails. */
export async function brokerage(): Promise<Brokerage> {
  const { name, site: set } = await site().catch(() => ({ name: 'Homes', site: undefined }));
  return { ...set, name };
}

/** ` in Chicago`, or nothing where no city is set. */
export const inCity = ({ city }: Brokerage): string => (city ? ` in ${city}` : '');
