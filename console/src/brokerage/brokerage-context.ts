import { createContext, useContext } from 'react';
import { isWeb } from '../outside-link';
import type { Brokerage } from '../session';

const Context = createContext<Brokerage | undefined>(undefined);
export const BrokerageContext = Context.Provider;

/** The brokerage whose data is shown. */
export function useBrokerage(): Brokerage {
  const brokerage = useContext(Context);
  if (brokerage === undefined) throw new Error('No brokerage is open here.');
  return brokerage;
}

/** Where a picture of a record is, if it is on this server. */
export function pictureOf(client: string, filename: string): string | undefined {
  if (filename === '' || /^[a-z]+:/i.test(filename)) return undefined;
  const parts = filename.split('/').map(encodeURIComponent);
  return `/media/${encodeURIComponent(client)}/${parts.join('/')}`;
}

/** The address of the website, as far as that of its listings says it. */
export function websiteOf(brokerage: Brokerage): string | undefined {
  const page = pageOf(brokerage, 0);
  return page && new URL(page).origin;
}

/** The address of the page of a listing on the website, or undefined where it is none of the web. */
export function pageOf({ listingPage }: Brokerage, id: number): string | undefined {
  const url = listingPage.replaceAll('{id}', String(id)).replaceAll('{source}-', '');
  return isWeb(url) && URL.canParse(url) ? url : undefined;
}
