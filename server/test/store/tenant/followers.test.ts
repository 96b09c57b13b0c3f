import { expect, it } from 'vitest';
import { isFollowed } from '../../../src/store/tenant/followers.js';
import { forEachDatabase } from '../../rig/databases.js';
import { databaseOf } from '../../rig/offline.js';
import { serverFor } from '../../rig/server.js';

forEachDatabase('The changes of a database', (database) => {
  const server = serverFor(database);

  it('are followed where one active receiver wants them', async () => {
    await server.addTenant('acme');
    const { db } = await databaseOf(server.services, 'acme');
    const receiver = (id: string, settings: object) => ({
      ...{ public_id: id, url: 'https://crm.example/hook', types: '', include: '', contact: '' },
      ...{ sealed_secret: '', old_sealed_secret: '', old_until: 0, reason: '', created_at: 0 },
      ...{ failing_since: 0, not_before: 0, leased_until: 0, state: 'active', follows: 1 },
      ...settings,
    });
    const others = [receiver('paused', { state: 'paused' }), receiver('leads', { follows: 0 })];
    await db.insertInto('webhook_endpoint').values(others).execute();
    expect(await isFollowed(db)).toBe(false);
    await db.insertInto('webhook_endpoint').values(receiver('one', {})).execute();
    expect(await isFollowed(db)).toBe(true);
  });
});
