import { expect, it } from 'vitest';
import { newLead } from '../../../src/resources/leads/lead.js';
import { storeLead } from '../../../src/resources/leads/lead.write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';

forEachDatabase('a lead that is being stored', (database) => {
  const server = serverFor(database);

  it('is noted ahead, so that another process sends its emails where this one dies', async () => {
    await server.addTenant('acme');
    const { directory, tenants, tools } = server.services;
    await directory.emailNotes.settle('acme', undefined, 0);
    const noted = async () => (await directory.emailNotes.noted()).map(({ entry }) => entry.name);
    expect(await noted()).toEqual([]);
    const tenant = await tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no client acme.');
    const person = { first_name: 'Nora', last_name: 'Quinn', email: 'nora@example.com' };
    const columns = { kind: 'alert', ...person, alert_type: 'For Rent' } as const;
    const lead = newLead(columns, { agent: undefined, listing: undefined }, server.clock.now());
    const storing = storeLead(tenant, tools, lead, () => {
      throw new Error('This process dies.');
    });
    await expect(storing).rejects.toThrow('This process dies.');
    expect(await noted()).toEqual(['acme']);
  });
});
