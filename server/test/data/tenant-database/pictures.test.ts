import { expect, it } from 'vitest';
import { areNoted, storeFetched } from '../../../src/data/tenant-database/picture-sources.js';
import { filesOfContent, storePictures } from '../../../src/data/tenant-database/pictures.js';
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

  it('leads to the files of one content, by name', async () => {
    await server.addTenant('twice');
    const tenant = await databaseOf(server.services, 'twice');
    const measured = { hash: 'same', width: 640, height: 480, thumbhash: 't' };
    const names = ['c.jpg', 'a.jpg', 'b.jpg'];
    await storePictures(
      tenant,
      names.map((filename) => ({ ...measured, filename })),
    );
    await storePictures(tenant, [{ ...measured, filename: '0.jpg', hash: 'other' }]);
    expect(await filesOfContent(tenant, 'same')).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  });

  it('of those that were fetched says of which URLs, one by one', async () => {
    await server.addTenant('fetched');
    const tenant = await databaseOf(server.services, 'fetched');
    const of = (name: string) => `https://pictures.example/${name}`;
    const measured = { hash: 'h', width: 640, height: 480, thumbhash: 't' };
    await storeFetched(
      tenant,
      ['a.jpg', 'b.jpg'].map((filename) => ({ ...measured, filename, url: of(filename) })),
    );
    const noted = (...names: string[]) =>
      tenant.write((transaction) => areNoted(transaction, names.map(of)));
    expect([await noted('a.jpg'), await noted('b.jpg', 'a.jpg', 'b.jpg')]).toEqual([true, true]);
    expect([await noted('c.jpg'), await noted('a.jpg', 'c.jpg')]).toEqual([false, false]);
  });
});
