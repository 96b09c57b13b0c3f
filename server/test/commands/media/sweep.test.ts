import { readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from 'portico-media/picture-store.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importResources } from '../../../src/changes/transfers.js';
import { sweepPictures } from '../../../src/commands/media/sweep.js';
import { withFetchedPictures } from '../../../src/resources/pictures/fetching-resource.js';
import { PictureFetcher } from '../../../src/resources/pictures/picture-fetcher.js';
import type { Services } from '../../../src/services.js';
import { fetchedFiles } from '../../../src/store/tenant/pictures.js';
import { aPicture } from '../../media/making.js';
import { type PictureHost, startPictureHost, THIS_MACHINE } from '../../media/picture-host.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, serverFor } from '../../rig/server.js';

const DAY_MS = 86_400_000;
const held: { host?: PictureHost; bytes?: Buffer } = {};
const url = () => (held.host as PictureHost).url('/1.jpg');

beforeAll(async () => {
  held.bytes = await aPicture('jpeg', 300, 200);
  held.host = await startPictureHost((_request, response) => void response.end(held.bytes));
});
afterAll(() => held.host?.close());

forEachDatabase('a sweep of pictures while records are written', (database) => {
  const server = serverFor(database);
  const entry = async (name: string) => {
    const found = await server.services.directory.tenant(name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  };
  const folder = (tenant: string) => join(server.services.mediaFolder, tenant, 'p');
  const files = (tenant: string) => readdirSync(folder(tenant));

  /** All pictures as if nothing had shown them for months. */
  async function sweepAll(tenant: string, services: Services = server.services) {
    const old = (NOON - 90 * DAY_MS) / 1000;
    for (const name of files(tenant)) utimesSync(join(folder(tenant), name), old, old);
    const before = Object.fromEntries(files(tenant).map((name) => [name, NOON - 90 * DAY_MS]));
    const options = { graceMs: 30 * DAY_MS, dryRun: false };
    return sweepPictures(services, await entry(tenant), before, options);
  }

  /** Imports a listing with the picture of the host; `ahead` runs just ahead of each write of records. */
  async function importListing(tenant: string, ahead: () => Promise<unknown> = async () => {}) {
    const { services } = server;
    const fetcher = new PictureFetcher({
      database: await services.tenants.database(await entry(tenant)),
      variants: services.variants,
      store: services.fetched,
      options: { allowed: THIS_MACHINE },
    });
    const listings = importResources(fetcher.database, 'UTC', services.clock).get('listings');
    if (listings === undefined) throw new Error('there is no import of listings');
    const interrupted = {
      ...listings,
      write: async (rows: readonly unknown[]) => {
        await ahead();
        return listings.write(rows);
      },
    };
    const fetching = withFetchedPictures(interrupted, fetcher);
    const row = listings.parse({ main_id: 1, main_status: 'For Sale', photos: [url()] });
    await fetching.write([row]);
    return fetcher.counts;
  }

  const photos = async (tenant: string) => {
    const key = await server.addKey(tenant);
    const found = (await server.get(key, '/properties/photos/1')) as { filename: string }[];
    return found.map(({ filename }) => filename.split('/').at(-1));
  };

  it('takes a picture ahead of the record that is about to name it: it is fetched again', async () => {
    await server.addTenant('acme');
    await importListing('acme');
    const [name] = files('acme');
    await server.put('acme', 'listings', [{ main_id: 1, main_status: 'For Sale', photos: [] }]);
    let writes = 0;
    const counts = await importListing('acme', async () => {
      writes += 1;
      if (writes > 1) return;
      expect(await sweepAll('acme')).toMatchObject({ removed: [name] });
      expect(files('acme')).toEqual([]);
    });
    expect([writes, counts]).toEqual([2, { fetched: 1, known: 1, failed: 0 }]);
    expect(files('acme')).toEqual([name]);
    expect(await photos('acme')).toEqual([name]);
    expect(await sweepAll('acme')).toMatchObject({ shown: 1, removed: [] });
  });

  it('leaves a picture that a record has named since all records were read', async () => {
    await server.addTenant('brown');
    await importListing('brown');
    const [name] = files('brown');
    await server.put('brown', 'listings', [{ main_id: 1, main_status: 'For Sale', photos: [] }]);
    let looks = 0;
    const { tenants } = server.services;
    const watched = {
      database: (...args: Parameters<typeof tenants.database>) => tenants.database(...args),
      openAt: async (...args: Parameters<typeof tenants.openAt>) => {
        const opened = await tenants.openAt(...args);
        return {
          ...opened,
          close: async () => {
            await opened.close();
            looks += 1;
            if (looks > 1) return;
            const listing = { main_id: 1, main_status: 'For Sale', photos: [`p/${name}`] };
            await server.put('brown', 'listings', [listing]);
          },
        };
      },
    } as typeof tenants;
    const swept = await sweepAll('brown', { ...server.services, tenants: watched });
    expect([looks, swept]).toMatchObject([2, { shown: 1, waiting: 0, removed: [] }]);
    expect(files('brown')).toEqual([name]);
  });

  it('deletes what a killed import has stored and not noted, and nothing that an operator has put there', async () => {
    await server.addTenant('cut');
    const bytes = await aPicture('jpeg', 400, 200);
    const orphan = `${contentHash(bytes)}.jpg`;
    const byHand = `${'a'.repeat(32)}.jpg`;
    for (const name of [orphan, byHand]) await server.services.fetched.put('cut', name, bytes);
    expect(await sweepAll('cut')).toMatchObject({ shown: 0, waiting: 0, removed: [orphan] });
    expect(files('cut')).toEqual([byHand]);
  });

  it('and an import fetches a picture again whose file somebody has deleted', async () => {
    await server.addTenant('gone');
    expect(await importListing('gone')).toMatchObject({ fetched: 1, known: 0 });
    expect(await importListing('gone')).toMatchObject({ fetched: 0, known: 1 });
    const [name = ''] = files('gone');
    rmSync(join(folder('gone'), name));
    expect(await importListing('gone')).toMatchObject({ fetched: 1, known: 0 });
    expect(files('gone')).toEqual([name]);
    const { tenants } = server.services;
    expect(await fetchedFiles(await tenants.database(await entry('gone')))).toEqual([`p/${name}`]);
  });
});
