import { beforeAll, expect, it } from 'vitest';
import {
  agentNames,
  emailsAbout,
  leadWithComments,
  newestLeads,
} from '../../../src/api/leads/lead.queries.js';
import { resendLead } from '../../../src/api/leads/lead.resend.js';
import { forEachDatabase } from '../../rig/databases.js';
import { anAgent } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { Website } from '../members/website.js';
import { aLead, STORED } from './leads.js';

forEachDatabase('stored leads', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');

  beforeAll(async () => {
    await site.open();
    const email = 'ann@acme.example';
    await server.put('acme', 'agents', [anAgent({ email }), anAgent({ id: 2, firstname: 'Sid' })]);
  });

  it('have the names of their agents, by the ids of these', async () => {
    const leads = [1, 0, 2, 1, 999].map((agent_id) => ({ agent_id }));
    const names = [...(await agentNames(await site.database(), leads))].sort();
    expect(names).toEqual([
      [1, 'Ann Able'],
      [2, 'Sid Able'],
    ]);
  });

  it('list the emails about them, the oldest first', async () => {
    expect(await site.post('/alerts', aLead({ agentEmail: 'ann@acme.example' }))).toEqual(STORED);
    const base = await site.database();
    const [{ id = 0 } = {}] = await newestLeads(base, { limit: 1 });
    const tenant = await server.services.tenants.tenant('acme');
    const found = await leadWithComments(base, id);
    if (tenant === undefined || found === undefined) throw new Error('There is no lead.');
    for (const to of ['bo@acme.example', 'cy@acme.example']) {
      await resendLead(tenant, server.services.tools, found.lead, to);
    }
    // A row that was changed stands behind the others on PostgreSQL, unless they are put in order.
    await base.db
      .updateTable('letter')
      .set({ attempts: 1 })
      .where('to_address', '=', 'ann@acme.example')
      .execute();
    expect((await emailsAbout(base, id)).map(({ to_address }) => to_address)).toEqual([
      'ann@acme.example',
      'bo@acme.example',
      'cy@acme.example',
    ]);
  });
});
