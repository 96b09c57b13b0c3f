import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runImport } from 'portico-importer/import.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOf, ndjson } from '../../../../importer/test/support.js';
import { importResources } from '../../../src/changes/transfers.js';
import { fetchPicture } from '../../../src/resources/pictures/fetch-picture.js';
import { withFetchedPictures } from '../../../src/resources/pictures/fetching-resource.js';
import { PictureFetcher } from '../../../src/resources/pictures/picture-fetcher.js';
import { revisionOf } from '../../../src/store/tenant/write.js';
import { hostileFiles, PAYLOADS } from '../../media/hostile.js';
import { aPicture, drawing } from '../../media/making.js';
import { type PictureHost, startPictureHost, THIS_MACHINE } from '../../media/picture-host.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { repeats } from '../../rig/part.js';
import { serverFor } from '../../rig/server.js';

const files = new Map<string, Buffer>();
const held: { host?: PictureHost } = {};
const host = () => held.host as PictureHost;

beforeAll(async () => {
  held.host = await startPictureHost((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const bytes = files.get(path);
    if (path === '/moved') response.writeHead(302, { location: '/1.jpg' }).end();
    else if (path === '/inward') {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    } else if (path === '/circle') response.writeHead(302, { location: '/circle' }).end();
    else if (path === '/large') response.end(Buffer.alloc(21 * 1024 * 1024));
    else if (path === '/slow') response.writeHead(200);
    else if (bytes === undefined) response.writeHead(404).end();
    else response.end(bytes);
  });
  files.set('/1.jpg', await aPicture('jpeg', 800, 600));
  files.set('/same.jpg', await aPicture('jpeg', 800, 600));
  files.set('/floorplan.png', await aPicture('png', 500, 400));
  files.set('/page.jpg', Buffer.from('<html>'));
  files.set('/agent.webp', await aPicture('webp', 300, 300));
});
afterAll(() => host().close());

describe('a picture at a URL', () => {
  const options = { allowed: THIS_MACHINE };

  it('is taken from a public address alone, also behind a redirect', async () => {
    expect((await fetchPicture(host().url('/moved'), options)).length).toBe(
      files.get('/1.jpg')?.length,
    );
    const refused = 'The address is not public.';
    await expect(fetchPicture(host().url('/1.jpg'))).rejects.toThrow(refused);
    await expect(fetchPicture(host().url('/inward'), options)).rejects.toThrow(refused);
    for (const url of [
      'http://localhost/1.jpg',
      'http://[::1]/1.jpg',
      'http://10.0.0.1/1.jpg',
      'http://0x7f.1/1.jpg',
      'http://2130706433/1.jpg',
      'https://[::ffff:192.168.0.1]/1.jpg',
      'http://169.254.169.254/1.jpg',
      'http://168.63.129.16/1.jpg',
      'http://[::ffff:168.63.129.16]/1.jpg',
    ]) {
      await expect(fetchPicture(url), url).rejects.toThrow(refused);
    }
  });

  it.each([
    ['file:///etc/passwd', 'It is not a URL of http or https.'],
    ['https://user:secret@pictures.example/1.jpg', 'The URL holds a user name or password.'],
    ['http://127.0.0.1:25/1.jpg', 'The port is not 80, not 443 and below 1024.'],
  ])('is not taken from %s', async (url, words) => {
    await expect(fetchPicture(url, options)).rejects.toThrow(words);
  });

  it('is bounded in bytes, time and redirects', async () => {
    await expect(fetchPicture(host().url('/large'), options)).rejects.toThrow('larger than 20 MB');
    await expect(fetchPicture(host().url('/circle'), options)).rejects.toThrow('redirects');
    const hasty = { ...options, timeoutMs: 200 };
    await expect(fetchPicture(host().url('/slow'), hasty)).rejects.toThrow('It took longer than');
    await expect(fetchPicture(host().url('/none'), options)).rejects.toThrow('answered 404');
  });
});

forAnyDatabase('an import that fetches pictures', (database) => {
  const server = serverFor(database);
  let key = '';
  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
  });

  const take = async (records: Readonly<Record<string, string>>, signal?: AbortSignal) => {
    const { services } = server;
    const entry = await services.directory.tenant('acme');
    if (entry === undefined) throw new Error('There is no acme.');
    const target = await services.tenants.database(entry);
    const fetcher = new PictureFetcher({
      database: target,
      variants: services.variants,
      store: services.fetched,
      options: {
        ...{ allowed: THIS_MACHINE, perSecond: 1000 },
        ...(signal === undefined ? {} : { signal }),
      },
    });
    const resources = [...importResources(fetcher.database, entry.time_zone, services.clock)];
    const folder = folderOf(records);
    const summary = await runImport({
      sources: [folder],
      resources: new Map(
        resources.map(([name, resource]) => [name, withFetchedPictures(resource, fetcher)]),
      ),
      rejects: join(folder, 'rejects.ndjson'),
    });
    return { summary, counts: fetcher.counts, revision: (await revisionOf(target)).number };
  };
  const stored = () => {
    const folder = join(server.services.mediaFolder, 'acme', 'p');
    return existsSync(folder) ? readdirSync(folder).sort() : [];
  };
  const home = () => ({
    'listings.ndjson': ndjson({
      main_id: 1,
      main_status: 'For Sale',
      photos: [
        { filename: host().url('/1.jpg?token=secret'), name: 'Front' },
        { filename: host().url('/same.jpg') },
        { filename: host().url('/floorplan.png') },
        { filename: host().url('/none.jpg?token=secret') },
        { filename: host().url('/page.jpg') },
        { filename: 'own/2.jpg' },
      ],
    }),
    'agents.ndjson': ndjson({ id: 1, image: host().url('/agent.webp') }),
  });

  it('keeps each once, by its content, and shows no URL of theirs', async () => {
    const { counts, summary } = await take(home());
    expect(summary).toMatchObject({
      listings: { written: 1, rejected: 0 },
      agents: { written: 1 },
    });
    expect(counts).toMatchObject({ fetched: 4, known: 0, failed: 2 });
    expect(counts.reasons).toEqual(
      expect.arrayContaining([
        { reason: 'The host answered 404.', count: 1, first: host().url('/none.jpg') },
        {
          reason: 'The image is not a JPG, PNG, GIF or WEBP picture.',
          count: 1,
          first: host().url('/page.jpg'),
        },
      ]),
    );
    expect(stored()).toHaveLength(3);
    const photos = (await server.get(key, '/properties/photos/1?variants=true')) as {
      filename: string;
      name: string;
      width: number;
    }[];
    expect(photos.map(({ name, width }) => [name, width])).toEqual([
      ['Front', 800],
      ['', 800],
      ['Floor plan', 500],
      ['', 0],
    ]);
    expect(photos[0]?.filename).toMatch(
      /^https:\/\/portico\.test\/media\/acme\/p\/[0-9a-f]{32}\.jpg$/,
    );
    const served = await server.app.inject({
      url: new URL(photos[0]?.filename ?? '').pathname,
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect([served.statusCode, served.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    const [listing] = (await server.get(key, '/properties/1')) as Record<string, string>[];
    expect(listing?.main_image).toBe(photos[0]?.filename);
    expect(listing?.floorplan_image).toBe(photos[2]?.filename);
    const agents = JSON.stringify(await server.get(key, '/agents/1'));
    expect(agents).toMatch(/media\/acme\/p\/[0-9a-f]{32}\.webp/);
    expect(JSON.stringify(photos) + agents).not.toContain('127.0.0.1');
  });

  it('fetches nothing that it has, and stores nothing again', async () => {
    const first = await take(home());
    const asked = host().asked.length;
    const { counts, revision } = await take(home());
    expect(counts).toMatchObject({ fetched: 0, known: 4 });
    expect(
      host()
        .asked.slice(asked)
        .filter((path) => !/none|page/.test(path)),
    ).toEqual([]);
    expect(revision).toBe(first.revision);
  });

  it('rejects the records of a file of photos whose picture cannot be had', async () => {
    const { summary } = await take({
      'photos.ndjson': ndjson(
        { listing_id: 1, filename: host().url('/agent.webp'), name: 'Hall' },
        { listing_id: 1, filename: host().url('/gone.jpg') },
      ),
    });
    expect(summary.photos).toMatchObject({ read: 2, written: 1, rejected: 1 });
    expect(summary.reasons?.photos?.[0]).toMatchObject({
      field: 'filename',
      reason: expect.stringContaining('The host answered 404.'),
    });
  });

  it('takes URLs of the same content for one photo, in each import', async () => {
    const places = Array.from({ length: 12 }, (_, sort) => ({
      ...{ filename: host().url(`/1.jpg?place=${sort}`), name: `Photo ${sort}`, sort },
    }));
    const records = {
      'buildings.ndjson': ndjson({ id: 1 }),
      'listings.ndjson': ndjson({ main_id: 5, main_status: 'For Sale' }),
      'photos.ndjson': ndjson(...places.map((photo) => ({ listing_id: 5, ...photo }))),
      'building-photos.ndjson': ndjson(...places.map((photo) => ({ building_id: 1, ...photo }))),
    };
    const { summary, revision } = await take(records);
    expect(summary).toMatchObject({
      photos: { written: 12, rejected: 0 },
      'building-photos': { written: 12, rejected: 0 },
    });
    expect((await take(records)).revision).toBe(revision);
    expect(await server.get(key, '/properties/photos/5')).toMatchObject([{ name: 'Photo 0' }]);
  });

  it('prints no password of a URL', async () => {
    const url = 'https://user:secret@pictures.example/1@2x.jpg?token=secret';
    const { counts } = await take({
      'agents.ndjson': ndjson({ id: 2, image: url }),
    });
    expect(counts.reasons).toEqual([
      {
        reason: 'The URL holds a user name or password.',
        count: 1,
        first: 'https://pictures.example/1@2x.jpg',
      },
    ]);
  });

  it('can be interrupted: what it has fetched it has', async () => {
    const paths = Array.from({ length: 30 }, (_, index) => `/many-${index}.jpg`);
    for (const [index, path] of paths.entries()) {
      files.set(
        path,
        await drawing(200 + index, 100)
          .jpeg()
          .toBuffer(),
      );
    }
    const records = {
      'listings.ndjson': ndjson({
        main_id: 2,
        main_status: 'For Sale',
        photos: paths.map((path) => host().url(path)),
      }),
    };
    const stop = new AbortController();
    const before = stored().length;
    const watch = setInterval(() => {
      if (stored().length > before + 5) stop.abort();
    }, 5);
    await expect(take(records, stop.signal)).rejects.toThrow('run it again');
    clearInterval(watch);
    const { counts } = await take(records);
    expect(counts.known).toBeGreaterThan(5);
    expect(counts.known + counts.fetched).toBe(30);
    expect(((await server.get(key, '/properties/photos/2')) as object[]).length).toBe(30);
  });

  it('stores pictures and nothing else of three hundred hostile files', async () => {
    // All of them come by another way in test/media/hostile.test.ts.
    const hostile = (await hostileFiles()).filter((_, index) => index % repeats(3, 1) === 0);
    hostile.forEach(({ bytes }, index) => void files.set(`/hostile-${index}`, bytes));
    const before = new Set(stored());
    const { counts } = await take({
      'listings.ndjson': ndjson({
        main_id: 3,
        main_status: 'For Sale',
        photos: hostile.map((_, index) => host().url(`/hostile-${index}`)),
      }),
    });
    expect(counts.fetched + counts.failed).toBe(hostile.length);
    expect(counts.failed).toBeGreaterThanOrEqual(
      hostile.filter(({ fate }) => fate === 'refused').length,
    );
    expect(counts.fetched).toBeGreaterThan(40 / repeats(3, 1));
    for (const name of stored().filter((each) => !before.has(each))) {
      const path = join(server.services.mediaFolder, 'acme', 'p', name);
      const { width, height, exif, xmp, icc } = await sharp(path, { animated: true }).metadata();
      expect([name, width * height <= 40_000_000, exif, xmp, icc]).toEqual([
        name,
        true,
        undefined,
        undefined,
        undefined,
      ]);
      const text = (await import('node:fs')).readFileSync(path).toString('latin1');
      for (const payload of PAYLOADS) expect([name, text.includes(payload)]).toEqual([name, false]);
    }
    // Each can be had in another size.
    const photos = (await server.get(key, '/properties/photos/3?variants=true')) as {
      srcset_webp: string;
    }[];
    expect(photos.length).toBe(counts.fetched);
    for (const { srcset_webp } of photos) {
      const [url = ''] = srcset_webp.split(' ');
      const answer = await server.app.inject({
        url: new URL(url).pathname,
        headers: { 'x-forwarded-proto': 'https' },
      });
      expect([url, answer.statusCode]).toEqual([url, 200]);
    }
  }, 240_000);
});
