import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { QueueFull } from '../../src/lib/queues.js';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { aPicture, CORNERS, cornersOf, drawing } from './making.js';
import { pathsOf, putFile, type VariantPhoto } from './variant-pictures.js';

forAnyDatabase('pictures in every size', (database) => {
  const server = serverFor(database);
  let key = '';
  const photos = async (id: number) =>
    (await server.get(key, `/properties/photos/${id}?variants=true`)) as VariantPhoto[];
  /** The photos once the first is measured: a call waits for a second, and not for a busy machine. */
  const measured = async (id: number) => {
    await expect.poll(async () => (await photos(id))[0]?.width, { timeout: 20_000 }).not.toBe(0);
    return photos(id);
  };
  const get = (url: string, headers = {}) =>
    server.app.inject({ url, headers: { 'x-forwarded-proto': 'https', ...headers } });
  const folder = () => join(server.services.mediaFolder, '.variants', 'acme');

  beforeAll(async () => {
    await server.addTenant('acme');
    await server.addTenant('other');
    key = await server.addKey('acme');
    putFile(server, 'acme', 'photos/front 1.jpg', await aPicture('jpeg', 1000, 600));
    putFile(server, 'acme', 'photos/small.png', await aPicture('png', 200, 100));
    putFile(server, 'acme', 'photos/broken.jpg', (await aPicture('jpeg')).subarray(0, 200));
    putFile(
      server,
      'acme',
      'photos/plan.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    );
    await server.put('acme', 'listings', [
      {
        main_id: 1,
        main_status: 'For Sale',
        photos: [
          { filename: 'photos/front 1.jpg', name: 'Front' },
          { filename: 'photos/small.png' },
          { filename: 'https://elsewhere.example/1.jpg' },
          { filename: 'photos/broken.jpg' },
          { filename: 'photos/plan.svg' },
          { filename: 'photos/none.jpg' },
          { filename: '../../acme.jpg' },
        ],
      },
    ]);
  });

  it('says nothing of them to a call that does not ask', async () => {
    expect(await server.get(key, '/properties/photos/1')).toMatchObject([
      { filename: 'https://portico.test/media/acme/photos/front%201.jpg', name: 'Front', sort: 0 },
      {},
      {},
      {},
      {},
      {},
      {},
    ]);
    expect(Object.keys((await photos(1))[0] ?? {})).toHaveLength(9);
    const [plain] = (await server.get(key, '/properties/photos/1')) as object[];
    expect(Object.keys(plain ?? {})).toEqual(['filename', 'name', 'sort']);
  });

  it('says size, files and a likeness of a picture, and nothing of what is none', async () => {
    await measured(1);
    await expect.poll(async () => (await photos(1))[1]?.width).toBe(200);
    const [front, small, ...others] = await photos(1);
    expect(front).toMatchObject({ width: 1000, height: 600 });
    expect(front?.thumbhash).toMatch(/^[A-Za-z0-9+/]{20,40}=*$/);
    expect(pathsOf(front?.srcset_avif ?? '').map(([, width]) => width)).toEqual([
      320, 640, 960, 1000,
    ]);
    expect(pathsOf(small?.srcset_jpeg ?? '').map(([, width]) => width)).toEqual([200]);
    expect(others).toHaveLength(5);
    for (const other of others) {
      expect(other).toMatchObject({ width: 0, height: 0, srcset_webp: '', thumbhash: '' });
    }
  });

  it('makes every one that it names, in its size and format, and keeps it', async () => {
    const [front] = await photos(1);
    for (const format of ['avif', 'webp', 'jpeg'] as const) {
      for (const [path, width] of pathsOf(front?.[`srcset_${format}`] ?? '')) {
        const answer = await get(path);
        expect([path, answer.statusCode]).toEqual([path, 200]);
        expect(answer.headers).toMatchObject({
          'content-type': `image/${format}`,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        });
        const made = await sharp(answer.rawPayload).metadata();
        const seen = made.format === 'heif' ? made.compression === 'av1' && 'avif' : made.format;
        expect([path, made.width, seen]).toEqual([path, width, format]);
        expect(await cornersOf(answer.rawPayload)).toEqual(CORNERS);
        expect((await get(path)).rawPayload.equals(answer.rawPayload)).toBe(true);
      }
    }
    expect(readdirSync(folder())).toHaveLength(12);
  });

  it('makes nothing that it does not name', async () => {
    const [front] = await photos(1);
    const [[path = ''] = []] = pathsOf(front?.srcset_webp ?? '');
    const before = readdirSync(folder()).length;
    for (const other of [
      path.replace('-320.', '-321.'),
      path.replace('-320.', '-1920.'),
      path.replace('.webp', '.png'),
      path.replace('/acme/', '/other/'),
      path.replace('/acme/', '/nobody/'),
      path.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
      path.replace('/acme/', '/..%2facme/'),
    ]) {
      expect([other, (await get(other)).statusCode]).toEqual([other, 404]);
    }
    expect(readdirSync(folder())).toHaveLength(before);
  });

  it('gives the first size of a listing to a search', async () => {
    const page = (await server.get(key, '/properties?status=1&addPhotos=variants')) as {
      LISTINGS: Record<string, string>[];
    };
    const [listing = {}] = page.LISTINGS;
    expect(listing.photos_width).toBe('1000|200|0|0|0|0|0');
    expect(listing.photos_srcset_webp?.split('|')[1]).toMatch(/-320\.webp 200w$/);
    expect(listing.photos?.split('|')).toHaveLength(7);
    const [detail = {}] = (await server.get(key, '/properties/1?addPhotos=variants')) as Record<
      string,
      string
    >[];
    expect(detail.photos_thumbhash).toBe(listing.photos_thumbhash);
    const [plain = {}] = (await server.get(key, '/properties/1?addPhotos=true')) as object[];
    expect(Object.keys(plain).filter((name) => name.startsWith('photos'))).toEqual(['photos']);
    const wrong = await get(`/properties?addPhotos=all&apiKey=${key}`);
    expect(wrong.body).toContain('addPhotos');
  });

  it('adds as many photos as a call asks for, and measures no more', async () => {
    await server.put('acme', 'listings', [
      {
        main_id: 20,
        main_status: 'For Sale',
        photos: ['photos/first.jpg', 'photos/second.jpg', 'photos/third.jpg'],
      },
    ]);
    for (const name of ['first', 'second', 'third'])
      putFile(server, 'acme', `photos/${name}.jpg`, await aPicture('jpeg', 500, 400));
    const found = async (query: string, path = '/properties'): Promise<Record<string, string>> => {
      const answer = await server.get(key, `${path}?${query}`);
      const { LISTINGS = answer } = answer as { LISTINGS?: Record<string, string>[] };
      return (LISTINGS as Record<string, string>[])[0] ?? {};
    };
    const card = 'id=20&status=1&addPhotos=variants&photosMax=1';
    await expect.poll(async () => (await found(card)).photos_width).toBe('500');
    expect((await found(card)).photos).toMatch(/\/first\.jpg$/);
    const two = await found('addPhotos=true&photosMax=2', '/properties/20');
    expect(two.photos?.split('|').map((url) => url.split('/').pop())).toEqual([
      'first.jpg',
      'second.jpg',
    ]);
    expect((await found('id=20&status=1&addPhotos=true')).photos?.split('|')).toHaveLength(3);
    // What was not asked for was not looked at.
    const entry = await server.services.directory.tenant('acme');
    if (entry === undefined) throw new Error('The client is not there.');
    const { db } = await server.services.tenants.database(entry);
    const rows = await db.selectFrom('picture').select('filename').execute();
    const names = rows.map(({ filename }) => filename).filter((name) => /first|second/.test(name));
    expect(names).toEqual(['photos/first.jpg']);
    for (const wrong of ['0', '1001', 'one'])
      expect((await get(`/properties?photosMax=${wrong}&apiKey=${key}`)).body).toContain(
        'photosMax',
      );
  });

  it('answers what has changed since, and nothing that has not', async () => {
    const url = `/properties/photos/1?variants=true&apiKey=${key}`;
    server.clock.advance(1100);
    const { etag } = (await get(url)).headers;
    server.clock.advance(1100);
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  });

  it('makes those of a picture that was turned as it is shown, and without what a camera noted', async () => {
    putFile(
      server,
      'acme',
      'turned.jpg',
      await drawing(600, 400)
        .withExif({ IFD0: { Copyright: 'SECRET OWNER' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    );
    await server.put('acme', 'listings', [
      { main_id: 2, main_status: 'For Sale', photos: ['turned.jpg'] },
    ]);
    const [turned] = await measured(2);
    expect(turned).toMatchObject({ width: 400, height: 600 });
    const [[path = ''] = []] = pathsOf(turned?.srcset_jpeg ?? '');
    const { rawPayload } = await get(path);
    expect(await cornersOf(rawPayload)).toEqual(['blue', 'red', 'yellow', 'lime']);
    expect(rawPayload.toString('latin1')).not.toContain('SECRET');
  });

  it('never makes one picture out of another that took its place', async () => {
    putFile(server, 'acme', 'door.jpg', await aPicture('jpeg', 700, 500));
    await server.put('acme', 'listings', [
      { main_id: 3, main_status: 'For Sale', photos: ['door.jpg'] },
    ]);
    const [before] = await measured(3);
    const [[path = ''] = []] = pathsOf(before?.srcset_jpeg ?? '');
    putFile(server, 'acme', 'door.jpg', await aPicture('jpeg', 800, 500));
    expect((await get(path)).statusCode).toBe(404);
    // An hour later the file is looked at again by the first call after a write.
    server.clock.advance(3_700_000);
    await server.put('acme', 'labels', [{ id: 1, name: 'New' }]);
    await expect.poll(async () => (await photos(3))[0]?.width).toBe(800);
  });

  it('makes each once, however many ask', async () => {
    putFile(server, 'acme', 'asked.jpg', await aPicture('jpeg', 1300, 900));
    await server.put('acme', 'listings', [
      { main_id: 4, main_status: 'For Sale', photos: ['asked.jpg'] },
    ]);
    const [asked] = await measured(4);
    const paths = pathsOf(asked?.srcset_webp ?? '').map(([path]) => path);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => get(paths[index % paths.length] ?? '')),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(paths.length);
  });

  it('leads to the original where one would wait behind too many', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `many/${index}.jpg`);
    for (const [index, name] of names.entries()) {
      // Wide, for all sizes, and low: a hundred of them are made before the test is over.
      putFile(server, 'acme', name, await aPicture('jpeg', 2000 + index, 300));
    }
    await server.put('acme', 'listings', [{ main_id: 5, main_status: 'For Sale', photos: names }]);
    await photos(5);
    await expect.poll(async () => (await photos(5)).every(({ width }) => width > 0)).toBe(true);
    const paths = (await photos(5)).flatMap(({ srcset_jpeg, srcset_webp, srcset_avif }) =>
      [srcset_jpeg, srcset_webp, srcset_avif].flatMap(pathsOf).map(([path]) => path),
    );
    expect(paths.length).toBe(180);
    await server.inThisProcess(async (app) => {
      const answers = await Promise.all(
        paths.map((url) => app.inject({ url, headers: { 'x-forwarded-proto': 'https' } })),
      );
      const led = answers.filter(({ statusCode }) => statusCode === 302);
      expect(answers.every(({ statusCode }) => [200, 302].includes(statusCode))).toBe(true);
      // Two are made and a hundred wait; those that come late find room again.
      expect(led.length).toBeGreaterThan(0);
      expect(led.length).toBeLessThanOrEqual(78);
      expect(led[0]?.headers).toMatchObject({
        location: expect.stringMatching(/^\/media\/acme\/many\/\d+\.jpg$/),
        'cache-control': 'no-store',
      });
      // Which original that is may wait behind too many names, too.
      const { variants } = server.services;
      const read = variants.read.bind(variants);
      variants.read = () => Promise.reject(new QueueFull());
      const [url = ''] = paths;
      const refused = await app.inject({ url, headers: { 'x-forwarded-proto': 'https' } });
      variants.read = read;
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([420, '5']);
    });
  });

  it('gives back room, what was not loaded for the longest time first', async () => {
    const { variantCache } = server.services;
    rmSync(folder(), { recursive: true });
    const [front] = await photos(1);
    const paths = pathsOf(front?.srcset_jpeg ?? '').map(([path]) => path);
    for (const path of paths) await get(path);
    const names = readdirSync(folder());
    const old = new Date(server.clock.now() - 7_200_000);
    for (const name of names) utimesSync(join(folder(), name), old, old);
    // One is loaded, which is noted.
    const [kept = ''] = paths;
    const { length } = (await get(kept)).rawPayload;
    await expect
      .poll(() => variantCache.makeRoom(length * 1.2).then(() => readdirSync(folder())))
      .toEqual([kept.split('/').at(-1)]);
    expect((await get(paths[1] ?? '')).statusCode).toBe(200);
  });

  it('makes so much for a cache that is full, and then leads to the original', async () => {
    const { services, clock } = server;
    const { variantCache } = services;
    putFile(server, 'acme', 'full/a b.jpg', await aPicture('jpeg', 900, 700));
    await server.put('acme', 'listings', [
      { main_id: 6, main_status: 'For Sale', photos: ['full/a b.jpg'] },
    ]);
    const [photo] = await measured(6);
    const [small = '', medium = '', large = ''] = pathsOf(photo?.srcset_jpeg ?? '').map(
      ([path]) => path,
    );
    await server.inThisProcess(async (app) => {
      const load = (url = '') => app.inject({ url, headers: { 'x-forwarded-proto': 'https' } });
      await variantCache.makeRoom(1);
      expect(variantCache.isFull).toBe(true);
      expect((await load(small)).statusCode).toBe(200);
      // The next one takes twenty minutes to be stored.
      const keep = variantCache.keep.bind(variantCache);
      variantCache.keep = async (...variant) => {
        clock.advance(1_200_000);
        await keep(...variant);
      };
      expect((await load(medium)).statusCode).toBe(200);
      variantCache.keep = keep;
      await variantCache.settled();
      await variantCache.makeRoom(1);
      const answer = await load(large);
      expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual(
        [302, '/media/acme/full/a%20b.jpg', 'no-store'],
      );
      expect((await load(answer.headers.location)).statusCode).toBe(200);
      // Nothing else leads there, and time gives back what was spent.
      expect((await load(large.replace(/[0-9a-f]{32}/, '0'.repeat(32)))).statusCode).toBe(404);
      clock.advance(300_000);
      expect((await load(large)).statusCode).toBe(200);
      await variantCache.makeRoom(1e9);
      expect(variantCache.isFull).toBe(false);
    });
  });

  it('has no file that a killed process left half', async () => {
    const name = `.${'0'.repeat(32)}-320.webp.0123456789ab`;
    writeFileSync(join(folder(), name), 'half');
    expect((await get(`/media/acme/p/${name}`)).statusCode).toBe(404);
    const old = new Date(server.clock.now() - 7_200_000);
    utimesSync(join(folder(), name), old, old);
    await server.services.variantCache.makeRoom();
    expect(readdirSync(folder())).not.toContain(name);
  });

  it('is not kept for a client that was removed while it was made', async () => {
    const { services } = server;
    await services.directory.removals.begin(await server.addTenant('removed'));
    const name = `${'0'.repeat(32)}-320.webp`;
    await services.variantCache.keep('removed', name, Buffer.from('a picture'));
    await services.variantCache.settled();
    expect(readdirSync(join(services.mediaFolder, '.variants', 'removed'))).toEqual([]);
    await services.directory.removals.end('removed');
  });

  it('counts for the room where its client has another name by now', async () => {
    const { variantCache, mediaFolder } = server.services;
    const left = join(mediaFolder, '.variants', 'renamed');
    mkdirSync(left);
    writeFileSync(join(left, `${'0'.repeat(32)}-320.webp`), 'a picture');
    utimesSync(join(left, `${'0'.repeat(32)}-320.webp`), 1, 1);
    await variantCache.makeRoom(100);
    expect(readdirSync(left)).toEqual([]);
  });

  it('goes with its client', async () => {
    await server.addTenant('leaving');
    putFile(server, 'leaving', 'a.jpg', await aPicture('jpeg', 400, 300));
    await server.put('leaving', 'listings', [
      { main_id: 1, main_status: 'For Sale', photos: ['a.jpg'] },
    ]);
    const theirs = await server.addKey('leaving');
    const first = async () => {
      const all = await server.get(theirs, '/properties/photos/1?variants=true');
      return (all as VariantPhoto[])[0];
    };
    await expect.poll(async () => (await first())?.width).toBe(400);
    const [[path = ''] = []] = pathsOf((await first())?.srcset_webp ?? '');
    expect((await get(path)).statusCode).toBe(200);
    const { removeFiles } = await import('../../src/commands/client/remove.js');
    expect(await removeFiles(server.services, 'leaving')).toBe(1);
    expect(readdirSync(join(server.services.mediaFolder, '.variants'))).not.toContain('leaving');
  });
});

describe('a process that makes pictures', () => {
  /** A measurement whose processes are each ended by a signal, as often as there are signals. */
  async function interrupted(...signals: NodeJS.Signals[]) {
    const { PictureProcesses } = await import('portico-media/picture-processes.js');
    const processes = new PictureProcesses();
    const bytes = await aPicture('jpeg', 3000, 2000);
    const result = processes.run({ kind: 'measure', bytes });
    result.catch(() => {});
    const ended = new Set<number>();
    for (const signal of signals) {
      const next = () => processes.pids.find((each) => !ended.has(each)) ?? 0;
      await expect.poll(next, { interval: 1 }).toBeGreaterThan(0);
      const pid = next();
      ended.add(pid);
      process.kill(pid, signal);
    }
    return { result, processes, bytes };
  }

  it('stands back from its start on', async () => {
    const { PictureProcesses } = await import('portico-media/picture-processes.js');
    const processes = new PictureProcesses();
    const measured = processes.run({ kind: 'measure', bytes: await aPicture('jpeg') });
    expect(getPriority(processes.pids[0])).toBeGreaterThanOrEqual(10);
    await measured;
    await processes.close();
  });

  it('ends with what breaks it, and another takes its place', async () => {
    const { result, processes, bytes } = await interrupted('SIGSEGV');
    await expect(result).rejects.toThrow('The image is damaged or incomplete.');
    expect(await processes.run({ kind: 'measure', bytes })).toMatchObject({ width: 3000 });
    await processes.close();
    expect(processes.pids).toEqual([]);
  });

  it('says nothing of a picture where it is ended from outside: another repeats the work, once', async () => {
    const once = await interrupted('SIGKILL');
    expect(await once.result).toMatchObject({ width: 3000 });
    await once.processes.close();
    const twice = await interrupted('SIGKILL', 'SIGTERM');
    await expect(twice.result).rejects.toThrow('was ended by SIGTERM');
    await twice.processes.close();
  });

  it('is ended when a picture takes too long', async () => {
    const { PictureProcesses } = await import('portico-media/picture-processes.js');
    const processes = new PictureProcesses(1);
    const bytes = await aPicture('jpeg', 3000, 2000);
    await expect(processes.run({ kind: 'keep', bytes })).rejects.toThrow('damaged');
    await processes.close();
  });
});
