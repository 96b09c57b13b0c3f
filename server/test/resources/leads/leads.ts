import type { StoredLead } from '../../../src/resources/leads/lead.js';
import { aListing, anAgent } from '../../rig/makers.js';
import type { TestServer } from '../../rig/server.js';
import type { Fields, Website } from '../members/website.js';

/** A lead that tells what it must and nothing else. */
export function aLead(told: Fields = {}): Fields {
  return { firstname: 'Nora', lastname: 'Quinn', email: 'nora@example.com', ...told };
}

/** What every lead is answered that was stored, folded ones too. */
export const STORED = { STATUS: 'Success', STATUS_CODE: '101', MESSAGE: '' };

/** A stored lead in which nothing was told. */
export const BARE: Omit<StoredLead, 'id' | 'created_at'> = {
  kind: 'alert',
  first_name: 'Nora',
  last_name: 'Quinn',
  email: 'nora@example.com',
  email_key: 'nora@example.com',
  phone: '',
  comment: '',
  alert_type: 'For Rent',
  price_from: 0,
  price_to: 0,
  min_beds: 0,
  min_bath: 0,
  min_size: 0,
  area: '',
  unit: '',
  source: '',
  back_link: '',
  agent_id: 0,
  listing_id: 0,
  listing_space: 0,
  client_id: 0,
  client_reference: '',
  tour_kind: '',
  tour_times: '',
  state: 'new',
  notes: '',
};

/**
 * Fills a tenant `acme`, its MLS feed `onekey` and its RLS feed `rebny`: the listing 7 is in all
 * three, another each time. Agents: 1 Ann, active; 2 Sid, silent; 3 Sue, suspended; 4 without mail.
 */
export async function fillOffice(server: TestServer): Promise<void> {
  await server.put('acme', 'agents', [
    anAgent({ id: 1, email: 'Ann@Acme.example' }),
    anAgent({ id: 2, firstname: 'Sid', email: 'sid@acme.example', status: 'Silent' }),
    anAgent({ id: 3, firstname: 'Sue', email: 'sue@acme.example', status: 'Suspend' }),
    anAgent({ id: 4, firstname: 'Moe', email: '' }),
  ]);
  await server.put('acme', 'listings', [
    aListing({
      main_id: 7,
      agents_agent_id: 1,
      financials_price: 3335,
      essentials_beds: 2,
      essentials_bath: 1.5,
      essentials_size: 850,
    }),
    aListing({ main_id: 8, main_status: 'Sold', financials_price: 1_250_000 }),
    aListing({ main_id: 9, main_status: 'Rented', agents_agent_id: 3 }),
    aListing({ main_id: 10, main_status: 'For Sale', agents_agent_id: 4 }),
  ]);
  const feeds = { onekey: 'Astoria', rebny: 'Chelsea' };
  for (const [feed, neighborhood] of Object.entries(feeds)) {
    const price = feed === 'onekey' ? 640_000 : 5000;
    await server.put(feed, 'agents', [anAgent({ id: 1, email: `other@${feed}.example` })]);
    await server.put(feed, 'listings', [
      aListing({
        main_id: 7,
        main_status: feed === 'onekey' ? 'For Sale' : 'For Rent',
        main_neighborhood: neighborhood,
        agents_agent_id: 1,
        financials_price: price,
        essentials_beds: 4,
        essentials_bath: 3,
        essentials_size: 1600,
      }),
      aListing({ main_id: feed === 'onekey' ? 71 : 72, main_neighborhood: neighborhood }),
    ]);
  }
}

/** The stored leads without their numbers, oldest first. */
export async function stored(site: Website): Promise<Omit<StoredLead, 'id'>[]> {
  const { db } = await site.database();
  const rows = await db.selectFrom('alert').selectAll().orderBy('id').execute();
  return rows.map(({ id: _, ...row }) => row);
}

/** Forgets leads, their comments and all emails. */
export async function forget(site: Website): Promise<void> {
  const { db } = await site.database();
  for (const table of ['alert', 'alert_comment', 'letter'] as const) {
    await db.deleteFrom(table).execute();
  }
}
