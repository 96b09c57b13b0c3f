import { expect, it } from 'vitest';
import { importStates } from '../../../src/commands/status/installation.js';
import { importLines } from '../../../src/commands/status/status.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';

forEachDatabase('the imports of all clients', (installation) => {
  const server = serverFor(installation);

  it('are named that were not read in time', async () => {
    for (const name of ['acme', 'bravo']) await server.addTenant(name);
    const entries = await server.services.directory.tenants();
    const late = await importStates(server.services, entries, 0);
    expect(late).toEqual({ found: new Map(), unread: ['acme', 'bravo'] });
    expect(importLines(late)).toEqual([['imports', 'not read of acme, bravo']]);
    const inTime = await importStates(server.services, entries, 10_000);
    expect([inTime.unread, importLines(inTime)]).toEqual([[], []]);
  });
});
