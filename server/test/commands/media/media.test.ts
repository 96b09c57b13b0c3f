import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { fetchedFiles, storeFetched } from '../../../src/store/tenant/pictures.js';
import { forEachDatabase } from '../../rig/databases.js';
import { databaseOf, offline } from '../../rig/offline.js';
import { type Place, portico, porticoJson } from '../portico.js';

const DAY_MS = 86_400_000;
const picture = (digit: string) => `${digit.repeat(32)}.png`;
const [shown, linked, unused, fresh] = [picture('a'), picture('b'), picture('c'), picture('d')];

forEachDatabase('portico media sweep', ({ dataFolder: folder, databaseUrl }) => {
  const place: Place = {
    folder,
    environment: { PORTICO_DATA: folder, PORTICO_DATABASE_URL: databaseUrl },
  };
  const blog = join(folder, 'media', 'acme', 'blog');
  const notes = join(folder, 'unused-pictures.json');
  const sweep = async (...args: string[]) =>
    (await porticoJson(place, 'media', 'sweep', ...args)).json.clients;
  /** As if the sweeps until now had been so many days ago. */
  const daysLater = (days: number) => {
    const found = JSON.parse(readFileSync(notes, 'utf8')) as Record<string, Record<string, number>>;
    for (const names of Object.values(found)) {
      for (const name of Object.keys(names)) names[name] = (names[name] ?? 0) - days * DAY_MS;
    }
    writeFileSync(notes, JSON.stringify(found));
  };

  beforeAll(async () => {
    await portico(place, 'client', 'add', 'acme');
    mkdirSync(blog, { recursive: true });
    for (const name of [shown, linked, unused, fresh, 'by-hand.png']) {
      writeFileSync(join(blog, name), 'a picture');
      const old = (Date.now() - (name === fresh ? 0 : 400 * DAY_MS)) / 1000;
      utimesSync(join(blog, name), old, old);
    }
    writeFileSync(join(folder, 'media', 'acme', unused), 'put there by hand');
    const posts = [
      { id: 1, title: 'One', image: shown },
      { id: 2, title: 'Two', body: `<img src="/media/acme/blog/${linked}">` },
    ];
    const lines = posts.map((post) => JSON.stringify(post)).join('\n');
    writeFileSync(join(folder, 'blogs.ndjson'), `${lines}\n`);
    expect((await portico(place, 'import', 'acme', 'blogs.ndjson')).code).toBe(0);
  });

  it('notes what nothing shows, and deletes it once the time of grace is over', async () => {
    const waiting = { acme: { shown: 2, waiting: 2, removed: [] } };
    expect(await sweep('--dry-run')).toEqual(waiting);
    expect(existsSync(notes)).toBe(false);
    expect(await sweep()).toEqual(waiting);
    daysLater(29);
    expect(await sweep('acme')).toEqual(waiting);
    daysLater(2);
    const due = { acme: { shown: 2, waiting: 1, removed: [unused] } };
    expect(await sweep('--dry-run')).toEqual(due);
    expect(readdirSync(blog)).toContain(unused);
    expect(await sweep()).toEqual(due);
    expect(readdirSync(blog).sort()).toEqual([shown, linked, fresh, 'by-hand.png'].sort());
    expect(existsSync(join(folder, 'media', 'acme', unused))).toBe(true);
  });

  it('begins the time of grace when a record is removed, and ends it when one comes back', async () => {
    expect((await portico(place, 'remove', 'acme', 'blogs', '1', '2')).code).toBe(0);
    const waiting = { acme: { shown: 0, waiting: 3, removed: [] } };
    expect(await sweep()).toEqual(waiting);
    expect((await portico(place, 'import', 'acme', 'blogs.ndjson')).code).toBe(0);
    daysLater(31);
    expect(await sweep('--grace', '7')).toEqual({ acme: { shown: 2, waiting: 1, removed: [] } });
    expect((await portico(place, 'remove', 'acme', 'blogs', '1', '2')).code).toBe(0);
    expect(await sweep('--grace', '7')).toEqual(waiting);
  });

  it('deletes other sizes of pictures of a client that is gone, once its folder is', async () => {
    const sizes = (name: string) => join(folder, 'media', '.variants', name);
    for (const name of ['acme', 'renamed']) mkdirSync(sizes(name), { recursive: true });
    mkdirSync(join(folder, 'media', 'renamed'));
    const swept = async () => (await porticoJson(place, 'media', 'sweep')).json.variantsOf;
    expect(await swept()).toBeUndefined();
    rmSync(join(folder, 'media', 'renamed'), { recursive: true });
    expect((await porticoJson(place, 'media', 'sweep', 'acme')).json.variantsOf).toBeUndefined();
    expect(await swept()).toEqual(['renamed']);
    expect(readdirSync(join(folder, 'media', '.variants'))).toEqual(['acme']);
  });

  it('deletes the fetched pictures of feeds, too, and what an import has noted of them', async () => {
    expect((await portico(place, 'feed', 'add', 'onekey', '--kind', 'mls')).code).toBe(0);
    const fetched = join(folder, 'media', 'onekey', 'p');
    mkdirSync(fetched, { recursive: true });
    const old = (Date.now() - 400 * DAY_MS) / 1000;
    for (const name of [shown, unused, fresh]) {
      writeFileSync(join(fetched, name), 'a picture');
      utimesSync(join(fetched, name), old, old);
    }
    const listing = { main_id: 1, main_status: 'For Sale', photos: [`p/${shown}`] };
    writeFileSync(join(folder, 'listings.ndjson'), `${JSON.stringify(listing)}\n`);
    expect((await portico(place, 'import', 'onekey', 'listings.ndjson')).code).toBe(0);
    const sources = () =>
      offline({ dataFolder: folder, databaseUrl }, async (services) => {
        const database = await databaseOf(services, 'onekey');
        return (await fetchedFiles(database)).toSorted();
      });
    await offline({ dataFolder: folder, databaseUrl }, async (services) => {
      const database = await databaseOf(services, 'onekey');
      // The third was put there by an operator.
      const rows = [shown, unused].map((name) => ({
        ...{
          url: `https://vendor.example/${name}`,
          filename: `p/${name}`,
          hash: name.slice(0, 32),
        },
        ...{ width: 1, height: 1, thumbhash: '' },
      }));
      await storeFetched(database, rows);
    });
    expect(await sweep('onekey')).toEqual({ onekey: { shown: 1, waiting: 1, removed: [] } });
    daysLater(31);
    expect(await sweep('onekey')).toEqual({
      onekey: { shown: 1, waiting: 0, removed: [unused] },
    });
    expect(readdirSync(fetched).sort()).toEqual([shown, fresh].sort());
    expect(await sources()).toEqual([`p/${shown}`]);
  });
});
