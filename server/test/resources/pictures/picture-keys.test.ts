import { join } from 'node:path';
import { runImport } from 'portico-importer/import.js';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { folderOf, ndjson } from '../../../../importer/test/support.js';
import { importResources } from '../../../src/changes/transfers.js';
import { withFetchedPictures } from '../../../src/resources/pictures/fetching-resource.js';
import { PictureFetcher } from '../../../src/resources/pictures/picture-fetcher.js';
import { keepFields } from '../../../src/store/tenant/kept-fields.js';
import { storeFetched } from '../../../src/store/tenant/pictures.js';
import { revisionOf } from '../../../src/store/tenant/write.js';
import { drawing } from '../../media/making.js';
import { type PictureHost, startPictureHost, THIS_MACHINE } from '../../media/picture-host.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';

const held: { host?: PictureHost } = {};
const host = () => held.host as PictureHost;
/** What the host answers to everything, in place of a picture. */
let answer: { status: number; headers?: Record<string, string> } | undefined;
/** The paths that the host does not have. */
let refused: RegExp | undefined;
const agents = new Set<string | undefined>();

/** Whatever the token says, a name has its picture: 201 pixels wide for `1`, and so on. */
beforeAll(async () => {
  held.host = await startPictureHost(async (request, response) => {
    agents.add(request.headers['user-agent']);
    if (answer !== undefined) {
      const { status, headers = {} } = answer;
      if (headers['retry-after'] === '0') answer = undefined;
      response.writeHead(status, headers).end();
      return;
    }
    const [path = '', query = ''] = (request.url ?? '').split('?');
    if (refused?.test(path) === true) {
      response.writeHead(404).end();
      return;
    }
    const number = Number(/id=(\d+)/.exec(query)?.[1] ?? /(\d+)(?:\.jpg)?$/.exec(path)?.[1]);
    response.end(
      await drawing(200 + number, 100)
        .jpeg()
        .toBuffer(),
    );
  });
});
afterAll(() => host().close());
beforeEach(() => {
  answer = undefined;
  refused = undefined;
});

const away = () => {
  answer = { status: 429, headers: { 'retry-after': '3600' } };
};

forAnyDatabase('pictures that a source names again', (database) => {
  const server = serverFor(database);
  let key = '';
  let id = 0;
  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
  });
  beforeEach(() => {
    id += 1;
  });

  const target = async () => {
    const entry = await server.services.directory.tenant('acme');
    if (entry === undefined) throw new Error('There is no acme.');
    return server.services.tenants.database(entry);
  };
  const take = async (
    records: Readonly<Record<string, string>>,
    {
      mapping = '',
      userAgent,
      batchSize = 100,
    }: { mapping?: string; userAgent?: string; batchSize?: number } = {},
  ) => {
    const { services } = server;
    const acme = await target();
    const fetcher = new PictureFetcher({
      database: acme,
      variants: services.variants,
      store: services.fetched,
      options: {
        ...{ allowed: THIS_MACHINE, perSecond: 1000 },
        ...(userAgent === undefined ? {} : { userAgent }),
      },
    });
    const resources = [...importResources(fetcher.database, 'UTC', services.clock)];
    const folder = folderOf({ ...records, 'map.yaml': mapping });
    const summary = await runImport({
      sources: Object.keys(records).map((name) => join(folder, name)),
      ...(mapping === '' ? {} : { mapping: join(folder, 'map.yaml') }),
      resources: new Map(
        resources.map(([name, resource]) => [name, withFetchedPictures(resource, fetcher)]),
      ),
      batchSize,
      rejects: join(folder, 'rejects.ndjson'),
    });
    return { ...fetcher.counts, summary, revision: (await revisionOf(acme)).number };
  };
  type Photo = string | { filename: string; key?: string };
  const home = (...photos: Photo[]) => ({
    'listings.ndjson': ndjson({ main_id: id, main_status: 'For Sale', photos }),
  });
  /** The widths of the pictures tell them apart. */
  const files = async (path = `/properties/photos/${id}`) =>
    ((await server.get(key, path)) as { filename: string }[]).map(({ filename }) =>
      filename.split('/').at(-1),
    );
  const url = (path: string) => host().url(path);
  const signed = (token: number, ...names: number[]) =>
    names.map((name) => url(`/${id}/${name}.jpg?token=${token}`));
  const inPath = (token: number, ...names: number[]) =>
    names.map((name) => url(`/token=${token}/${id}/${name}.jpg`));
  const keyed = (token: number, ...names: number[]) =>
    names.map((name) => ({ filename: url(`/token=${token}/${id}/${name}.jpg`), key: `K${name}` }));

  it('are known by their key, whatever their URL, also where a mapping names it', async () => {
    const mapping = `
      resource: listings
      fields:
        main_id: id
        main_status: { const: For Sale }
        photos: { each: Media, fields: { filename: MediaURL, key: MediaKey, sort: Order } }`;
    const record = (token: number) => ({
      'home.json': JSON.stringify([
        {
          id,
          Media: [1, 2].map((name) => ({
            ...{ MediaURL: url(`/token=${token}/${id}/${name}.jpg`), MediaKey: name, Order: name },
          })),
        },
      ]),
    });
    const first = await take(record(1), { mapping });
    expect(first).toMatchObject({ fetched: 2, known: 0, failed: 0 });
    const asked = host().asked.length;
    away();
    const second = await take(record(2), { mapping });
    expect(second).toMatchObject({ fetched: 0, known: 2, failed: 0, revision: first.revision });
    expect(host().asked).toHaveLength(asked);
    expect(await files()).toHaveLength(2);
  });

  it('are fetched for a listing of which staff keep fields', async () => {
    await take(home(...keyed(1, 1)));
    await keepFields(await target(), 'listings', new Map([[id, ['main_status']]]));
    expect(await take(home(...keyed(2, 1, 2)))).toMatchObject({ fetched: 1, known: 1, failed: 0 });
    expect(await files()).toHaveLength(2);
  });

  it('are known by their URL without a signature', async () => {
    const first = await take(home(...signed(1, 1, 2, 3)));
    away();
    const second = await take(home(...signed(2, 1, 2, 3)));
    expect(second).toMatchObject({ fetched: 0, known: 3, failed: 0, revision: first.revision });
  });

  it('stay two where their URLs differ in the query only', async () => {
    const both = (token: string) => [
      url(`/${id}/photo?id=1${token}`),
      url(`/${id}/photo?id=2${token}`),
      url(`/${id}/photo.jpg?sig=id=3${token}`),
      url(`/${id}/photo.jpg?sig=id=4${token}`),
    ];
    expect(await take(home(...both('')))).toMatchObject({ fetched: 4 });
    const before = await files();
    expect(new Set(before).size).toBe(4);
    expect(await take(home(...both('')))).toMatchObject({ fetched: 0, known: 4 });
    // Those that only the whole URL tells apart are fetched again, and stay the same.
    expect(await take(home(...both('&token=2')))).toMatchObject({ fetched: 2, known: 2 });
    expect(await files()).toEqual(before);
    // A picture at another address of the same program, or in another version, is another one.
    for (const name of ['photo', 'photo.jpg']) {
      id += 1;
      await take(home(url(`/${id}/${name}?id=5`)));
      expect(await take(home(url(`/${id}/${name}?id=6`)))).toMatchObject({ fetched: 1, known: 0 });
    }
  });

  it('stay two in a file of photos, too, in whatever batches they come', async () => {
    const photo = (number: number) => ({
      ...{ listing_id: id, filename: url(`/${id}/photo.jpg?id=${number}`) },
    });
    const numbers = Array.from({ length: 6 }, (_, index) => index + 1);
    await take({ ...home(), 'photos.ndjson': ndjson(photo(1)) });
    const records = { 'photos.ndjson': ndjson(...numbers.map(photo)) };
    expect(await take(records, { batchSize: 1 })).toMatchObject({ fetched: 5, known: 1 });
    expect(new Set(await files()).size).toBe(6);
  });

  it('are not taken off where the host refuses, whatever their URLs', async () => {
    const first = await take(home(...inPath(1, 1, 2, 3)));
    const before = await files();
    away();
    const second = await take(home(...inPath(2, 1, 2, 3)));
    expect(second).toMatchObject({ fetched: 0, known: 0, failed: 3, revision: first.revision });
    expect(second.reasons?.map(({ reason, count }) => [reason, count])).toEqual(
      expect.arrayContaining([['The host answered 429.', expect.any(Number)]]),
    );
    expect(await files()).toEqual(before);
    answer = { status: 404 };
    await take(home(...inPath(3, 1, 2, 3)));
    expect(await files()).toEqual(before);
    answer = undefined;
    await take(home(...inPath(4, 3, 1)));
    expect(await files()).toEqual([before[2], before[0]]);
  });

  it('are taken off where the source no longer names them, though others cannot be fetched', async () => {
    await take(home(...keyed(1, 1, 2, 3)));
    const [one, two] = await files();
    away();
    await take(home(...keyed(2, 4, 1, 2)));
    expect(await files()).toEqual([one, two]);
    await take(home(...keyed(3, 1, 5)));
    expect(await files()).toEqual([one]);
  });

  it('are not taken off where paths and order change, and some cannot be fetched', async () => {
    await take(home(...inPath(1, 1, 2, 3)));
    const [one, two, three] = await files();
    refused = /(?:1|2)\.jpg$/;
    await take(home(...inPath(2, 3, 1, 2)));
    expect(await files()).toEqual([three, two, one]);
    // A new one in front takes no place away while each of the others may be one that is here.
    await take(home(...inPath(3, 3, 4, 1, 2)));
    const [first, , ...others] = await files();
    expect([first, ...others.sort()]).toEqual([three, ...[one, two].sort()]);
    refused = undefined;
    await take(home(...inPath(4, 1, 2)));
    expect(await files()).toEqual([one, two]);
  });

  it('are not mixed up with those of another record that has the same keys', async () => {
    await take(home(...keyed(1, 1)));
    const [mine] = await files();
    id += 1;
    expect(await take(home({ filename: url(`/${id}/2.jpg`), key: 'K1' }))).toMatchObject({
      fetched: 1,
    });
    expect(await files()).not.toEqual([mine]);
  });

  it('are known that were fetched before there were keys', async () => {
    const acme = await target();
    await take(home(...keyed(1, 1, 2, 3)));
    const before = await files();
    // As an earlier version noted them: by their whole URL.
    await acme.write((transaction) => transaction.deleteFrom('picture_source').execute());
    await storeFetched(
      acme,
      before.map((name, at) => ({
        url: url(`/old/${id}/${at + 1}.jpg${at === 0 ? '' : '?token=1'}`),
        filename: `p/${name}`,
        ...{ hash: (name ?? '').slice(0, 32), width: 1, height: 1, thumbhash: '' },
      })),
    );
    away();
    const now = (token: number) => [
      url(`/old/${id}/1.jpg`),
      url(`/old/${id}/2.jpg?token=${token}`),
      { filename: url(`/old/${id}/3.jpg?token=${token}`), key: 'K3' },
    ];
    expect(await take(home(...now(2)))).toMatchObject({ fetched: 0, known: 3, failed: 0 });
    expect(await files()).toEqual(before);
    // With another key, the picture at the same URL is another one.
    answer = undefined;
    const changed = { filename: url(`/old/${id}/3.jpg?token=3`), key: 'K3 of today' };
    expect(await take(home(changed))).toMatchObject({ fetched: 1, known: 0 });
  });

  it('stay with agents and buildings, too', async () => {
    const records = (token: number) => ({
      'buildings.ndjson': ndjson({ id }),
      'building-photos.ndjson': ndjson({
        ...{ building_id: id, filename: url(`/token=${token}/${id}/1.jpg`), key: 'K1' },
      }),
      'agents.ndjson': ndjson({ id, image: url(`/token=${token}/${id}/2.jpg`) }),
    });
    await take(records(1));
    const portrait = () => server.get(key, `/agents/${id}`).then(JSON.stringify);
    const before = await portrait();
    expect(before).toMatch(/p\/[0-9a-f]{32}\.jpg/);
    away();
    expect(await take(records(2))).toMatchObject({ known: 1, failed: 1 });
    expect(await portrait()).toBe(before);
  });

  it('are fetched in the order in which visitors see them, under the name that the operator says', async () => {
    const [first, second] = [id, id + 1];
    id += 1;
    const asked = host().asked.length;
    const photos = (of: number) => [1, 2].map((name) => url(`/${of}/${name}.jpg`));
    const records = [first, second].map((main_id) => ({
      ...{ main_id, main_status: 'For Sale', photos: photos(main_id) },
    }));
    agents.clear();
    await take({ 'listings.ndjson': ndjson(...records) }, { userAgent: 'Acme/1.0' });
    const places = host()
      .asked.slice(asked)
      .map((path) => path.split('/').at(-1));
    expect(places.slice(0, 2).sort()).toEqual(['1.jpg', '1.jpg']);
    expect([...agents]).toEqual(['Acme/1.0']);
  });

  it('are asked for again where the host says when', async () => {
    answer = { status: 503, headers: { 'retry-after': '0' } };
    expect(await take(home(...inPath(1, 1)))).toMatchObject({ fetched: 1, failed: 0 });
  });
});
