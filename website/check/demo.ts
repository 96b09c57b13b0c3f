import type { Portico } from 'portico-sdk';
import type { DemoServer } from '../scripts/portico-server';

/** What no page of the site leads to: a home that is sold or rented. */
export async function homeWith({ website }: DemoServer, status: number): Promise<string> {
  const { SITE_API_URL, SITE_API_KEY = '' } = website;
  const query = { status: String(status), fields: 'main_id', apiKey: SITE_API_KEY };
  const answer = await fetch(new URL(`/properties?${new URLSearchParams(query)}`, SITE_API_URL));
  const { LISTINGS } = (await answer.json()) as { LISTINGS: { main_id: number }[] };
  return `/listings/${LISTINGS[0]?.main_id}`;
}

/** Calls Portico with the key of the site, and not through it. */
export async function officeOf({ website }: DemoServer): Promise<Portico> {
  // Built with the site, so it may not be there yet when this file is loaded.
  const { Portico } = await import('portico-sdk');
  const { SITE_API_URL = '', SITE_API_KEY = '', SITE_KEY_ID, SITE_SECRET = '' } = website;
  return new Portico({
    ...{ baseURL: SITE_API_URL, apiKey: SITE_API_KEY },
    ...{ keyID: Number(SITE_KEY_ID), secret: SITE_SECRET },
  });
}
