import { beforeAll, beforeEach, expect, it } from 'vitest';
import { resendLead } from '../../../src/resources/leads/lead.email.js';
import { leadWithComments, newestLeads } from '../../../src/resources/leads/lead.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { type Fields, Website } from '../members/website.js';
import { aLead, fillOffice, forget } from './leads.js';

forEachDatabase('the email about a stored lead, sent again', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');

  beforeAll(async () => {
    await server.addTenant('onekey', { kind: 'mls' });
    await server.addTenant('rebny', { kind: 'rls' });
    await site.open({ title: 'Acme Realty', mls_feed: 'onekey', rls_feed: 'rebny' });
    await fillOffice(server);
  });
  beforeEach(() => forget(site));

  /** Sends a lead, and then its email again. */
  async function resent(fields: Fields, to?: string) {
    await site.post('/alerts', aLead(fields));
    const before = await site.letters();
    const tenant = await server.services.tenants.tenant('acme');
    const base = await site.database();
    const [{ id = 0 } = {}] = await newestLeads(base, { limit: 1 });
    const found = await leadWithComments(base, id);
    if (tenant === undefined || found === undefined) throw new Error('There is no lead.');
    const recipients = await resendLead(tenant, server.services.tools, found.lead, to);
    return { before, recipients, again: (await site.letters()).slice(before.length) };
  }

  it.each([
    ['without a listing', { agentEmail: 'ann@acme.example' }],
    ['about a listing', { listingID: 7 }],
  ])('is the same as the first one, %s', async (_, fields) => {
    const { before, recipients, again } = await resent(fields);
    expect(recipients.map(({ email }) => email)).toEqual(['Ann@Acme.example']);
    expect(again).toEqual(before);
    expect(again).toHaveLength(1);
    expect(again[0]?.subject.includes('West 72nd')).toBe('listingID' in fields);
  });

  it('goes to one address where one is named', async () => {
    const { before, again } = await resent({ listingID: 7 }, 'bo@acme.example');
    expect(again).toEqual([{ ...before[0], to: 'bo@acme.example' }]);
  });

  it('goes to nobody where it names nobody', async () => {
    const { before, recipients, again } = await resent({});
    expect([before, recipients, again]).toEqual([[], [], []]);
  });
});
