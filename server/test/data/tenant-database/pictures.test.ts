import { expect, it } from 'vitest';
import { storePictures } from '../../../src/data/tenant-database/pictures.js';
import { revisionOf } from '../../../src/data/tenant-database/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { databaseOf } from '../../rig/offline.js';
import { serverFor } from '../../rig/server.js';

forEachDatabase('What is measured of pictures', (database) => {
  const server = serverFor(database);

  it('is stored, also of one alone, and moves the revision where there is any', async () => {
    await server.addTenant('acme');
    const tenant = await databaseOf(server.services, 'acme');
    const before = await revisionOf(tenant);
    await storePictures(tenant, []);
    expect(await revisionOf(tenant)).toEqual(before);
    const row = { filename: 'a.jpg', hash: 'h', width: 640, height: 480, thumbhash: 't' };
    await storePictures(tenant, [row]);
    expect((await revisionOf(tenant)).number).toBeGreaterThan(before.number);
    expect(await tenant.db.selectFrom('picture').selectAll().execute()).toMatchObject([row]);
  });
});
