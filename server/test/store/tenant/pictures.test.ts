import { expect, it } from 'vitest';
import {
  areNoted,
  fetchedFiles,
  filesOfContent,
  forgetPictures,
  LONGEST_FILENAME,
  picturesFrom,
  picturesNamed,
  removeUnnamedPictures,
  storeFetched,
  storePictures,
} from '../../../src/store/tenant/pictures.js';
import { revisionOf } from '../../../src/store/tenant/write.js';
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
    // A variant is tried with no more than five of them.
    await storePictures(
      tenant,
      ['d.jpg', 'e.jpg', 'f.jpg'].map((filename) => ({ ...measured, filename })),
    );
    expect(await filesOfContent(tenant, 'same')).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.jpg`),
    );
  });

  it('is known by the name of the file, and forgotten with it', async () => {
    await server.addTenant('known');
    const tenant = await databaseOf(server.services, 'known');
    const measured = { hash: 'h', width: 640, height: 480, thumbhash: 't' };
    const rows = ['a.jpg', 'b.jpg', 'c.jpg'].map((filename) => ({ ...measured, filename }));
    await storePictures(tenant, rows);
    const again = { filename: 'b.jpg', hash: 'other', width: 1, height: 2, thumbhash: 'u' };
    await storePictures(tenant, [again]);
    const named = async () =>
      [...(await picturesNamed(tenant, ['b.jpg', 'c.jpg', 'd.jpg']))].sort();
    expect(await named()).toEqual([
      ['b.jpg', again],
      ['c.jpg', rows[2]],
    ]);
    const { number } = await revisionOf(tenant);
    await forgetPictures(tenant, []);
    expect((await revisionOf(tenant)).number).toBe(number);
    await forgetPictures(tenant, ['b.jpg', 'd.jpg']);
    expect((await revisionOf(tenant)).number).toBeGreaterThan(number);
    expect(await named()).toEqual([['c.jpg', rows[2]]]);
    expect((await picturesNamed(tenant, ['a.jpg'])).size).toBe(1);
    // The name of a file is a key.
    expect(LONGEST_FILENAME).toBe(500);
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

  it('of those that were fetched leads from a URL to the file, for those that are known', async () => {
    await server.addTenant('sources');
    const tenant = await databaseOf(server.services, 'sources');
    const of = (name: string) => `https://pictures.example/${name}`;
    const measured = { hash: 'h', width: 640, height: 480, thumbhash: 't' };
    const before = await revisionOf(tenant);
    await storeFetched(tenant, []);
    expect(await revisionOf(tenant)).toEqual(before);
    await storeFetched(tenant, [
      { ...measured, filename: 'a.jpg', url: of('1') },
      { ...measured, filename: 'a.jpg', url: of('2') },
      { ...measured, filename: 'b.jpg', url: of('3') },
    ]);
    expect([...(await picturesFrom(tenant, [of('2'), of('3'), of('4')]))].sort()).toEqual([
      [of('2'), 'a.jpg'],
      [of('3'), 'b.jpg'],
    ]);
    await storeFetched(tenant, [{ ...measured, filename: 'c.jpg', url: of('1') }]);
    expect(await picturesFrom(tenant, [of('1')])).toEqual(new Map([[of('1'), 'c.jpg']]));
    expect([...(await fetchedFiles(tenant))].sort()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  });

  it('goes with pictures that no record names, as long as no record has changed', async () => {
    await server.addTenant('sweeps');
    const tenant = await databaseOf(server.services, 'sweeps');
    const measured = { hash: 'h', width: 640, height: 480, thumbhash: 't' };
    await storeFetched(
      tenant,
      ['a.jpg', 'b.jpg'].map((filename) => ({
        ...measured,
        filename,
        url: `https://x/${filename}`,
      })),
    );
    const { number } = await revisionOf(tenant);
    const removed: string[] = [];
    const remove = (revision: number) =>
      removeUnnamedPictures(tenant, revision, ['a.jpg'], async () => {
        removed.push('a.jpg');
      });
    const left = async () => [
      [...(await fetchedFiles(tenant))].sort(),
      [...(await picturesNamed(tenant, ['a.jpg', 'b.jpg'])).keys()].sort(),
    ];
    const both = ['a.jpg', 'b.jpg'];
    expect([await remove(number - 1), removed, await left()]).toEqual([false, [], [both, both]]);
    expect(await remove(number)).toBe(true);
    expect([removed, await left()]).toEqual([['a.jpg'], [['b.jpg'], ['b.jpg']]]);
    expect((await revisionOf(tenant)).number).toBe(number);
  });
});
