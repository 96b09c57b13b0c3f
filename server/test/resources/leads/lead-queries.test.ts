import { beforeAll, expect, it } from 'vitest';
import { resendLead } from '../../../src/resources/leads/lead.email.js';
import {
  agentNames,
  emailsAbout,
  leadWithComments,
  newestLeads,
} from '../../../src/resources/leads/lead.js';
import { forEachDatabase } from '../../rig/databases.js';
import { anAgent } from '../../rig/makers.js';
import { databaseOf } from '../../rig/offline.js';
import { NOON, serverFor } from '../../rig/server.js';
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
    await server.put('acme', 'agents', [anAgent({ id: 3, lastname: '' })]);
    const leads = [1, 0, 2, 1, 3, 999].map((agent_id) => ({ agent_id }));
    const names = [...(await agentNames(await site.database(), leads))].sort();
    expect(names).toEqual([
      [1, 'Ann Able'],
      [2, 'Sid Able'],
      [3, 'Ann'],
    ]);
    expect(await agentNames(await site.database(), [{ agent_id: 0 }])).toEqual(new Map());
  });

  it('are listed with the newest first, all or those of an address or since a moment', async () => {
    const at = (second: number) => new Date(NOON + second * 1000).toISOString();
    await server.addTenant('lists');
    await server.put('lists', 'leads', [
      { id: 12, email: 'Nora@Example.com', received: at(5) },
      { id: 11, email: 'bo@example.com', received: at(5) },
      { id: 13, email: 'nora@example.com', received: at(4) },
      { id: 10, email: 'nora@example.com', received: at(6) },
    ]);
    const lists = await databaseOf(server.services, 'lists');
    // A row that was changed stands behind the others on PostgreSQL, unless they are put in order.
    await lists.db.updateTable('alert').set({ phone: '1' }).where('id', '=', 10).execute();
    const ids = async (of: Omit<Parameters<typeof newestLeads>[1], 'limit'>, limit = 9) =>
      (await newestLeads(lists, { ...of, limit })).map(({ id }) => id);
    expect(await ids({})).toEqual([10, 12, 11, 13]);
    expect(await ids({}, 2)).toEqual([10, 12]);
    expect(await ids({ email: 'NORA@example.com' })).toEqual([10, 12, 13]);
    expect(await ids({ since: NOON + 5000 })).toEqual([10, 12, 11]);
    expect(await ids({ email: 'bo@example.com', since: NOON + 5001 })).toEqual([]);
    const comments = ['one', 'two'].map((comment) => ({ comment }));
    await server.put('lists', 'leads', [
      { id: 10, comments },
      { id: 11, comments },
    ]);
    await lists.db
      .updateTable('alert_comment')
      .set({ created_at: 1 })
      .where('text', '=', 'one')
      .execute();
    const found = await leadWithComments(lists, 10);
    expect(found?.comments.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(await leadWithComments(lists, 14)).toBeUndefined();
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
