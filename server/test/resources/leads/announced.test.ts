import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { resendLead } from '../../../src/resources/leads/lead.email.js';
import { newestLeads } from '../../../src/resources/leads/lead.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { aLead } from './leads.js';
import { Marketplace } from './partners.js';

/*
 * An email that is announced before its transaction is sent by another process where this one dies, and one that the
 * sender is woken for leaves at once and not with the next sweep.
 */
forEachDatabase('the email that a lead causes', (database) => {
  const server = serverFor(database);
  const market = new Marketplace(server);

  beforeAll(async () => {
    await market.open();
    await market.site.post('/alerts', aLead({ agentEmail: 'ann@acme.example' }));
  });
  afterEach(() => vi.restoreAllMocks());

  /** Sends the email about the stored lead again, as `portico lead resend` does. */
  async function resend(): Promise<void> {
    const tenant = await server.services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no client acme.');
    const [lead] = await newestLeads(tenant.database, { limit: 1 });
    if (lead === undefined) throw new Error('There is no lead.');
    await resendLead(tenant, server.services.tools, lead);
  }

  it.each([
    ['of a website', () => market.site.post('/alerts', aLead({ agentEmail: 'ann@acme.example' }))],
    ['of a marketplace', () => market.sendLead()],
    ['that is refused', () => market.sendLead({ listing_id: '404' })],
    ['with a wrong login', () => market.sendBare('{}')],
    ['that is sent again', resend],
  ])('%s is announced, stored, and left to the sender at once', async (_, cause) => {
    const { outbox } = server.services.tools;
    const seen: string[] = [];
    for (const step of ['announce', 'queue', 'wake'] as const) {
      const own = outbox[step] as (...args: unknown[]) => unknown;
      vi.spyOn(outbox, step as 'wake').mockImplementation(((...args: unknown[]) => {
        if (seen.at(-1) !== step) seen.push(step);
        return own.apply(outbox, args);
      }) as never);
    }
    await server.inThisProcess(async () => cause());
    expect(seen).toEqual(['announce', 'queue', 'wake']);
  });
});
