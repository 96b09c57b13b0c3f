import { writeFileSync } from 'node:fs';
import type http from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tokenName } from '../../src/store/directory/pull-paces.js';
import { revisionOf } from '../../src/store/tenant/write.js';
import { drawing } from '../media/making.js';
import { startPictureHost } from '../media/picture-host.js';
import { forEachDatabase } from '../rig/databases.js';
import type { Counterpart, SourceRow } from './counterpart.js';
import { feedOfPulls, keyOf, pullFolder, put } from './feed-of-pulls.js';
import { pullOnce, pullText, SMALL_MAP, TOKEN } from './pulling.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Listings and pictures of each: more than are fetched at a time. */
const LISTINGS = 30;
const PICTURES = 10;
const ALL = LISTINGS * PICTURES;

const MAP = `${SMALL_MAP}  photos:
    each: Media
    fields: { filename: MediaURL, key: MediaKey, version: MediaModificationTimestamp, sort: Order }
`;

/** Pictures that differ, by what their keys end in. */
const DRAWN = Promise.all(
  Array.from({ length: 10 }, (_, at) =>
    drawing(20 + at, 10)
      .jpeg()
      .toBuffer(),
  ),
);

/** A host of pictures as that of MLS Grid: signed addresses, good for one download within an hour, for those who name the token. */
class PlayedMedia {
  /** What was answered, by the key of the picture. */
  readonly answers: (readonly [key: string, status: number])[] = [];
  status: () => number | undefined = () => undefined;
  /** The pictures that it has changed. */
  readonly changed = new Set<string>();
  readonly #signed = new Map<string, number>();

  constructor(readonly counterpart: Counterpart) {
    counterpart.present = (row) => ({ ...row, Media: this.#signedMedia(row.Media) });
    counterpart.media = (request, response) => void this.#answer(request, response);
  }

  had(): string[] {
    return this.answers.flatMap(([key, status]) => (status === 200 ? [key] : []));
  }

  #signedMedia(media: unknown): unknown {
    return (media as readonly SourceRow[] | undefined)?.map((each) => {
      const path = `token=${this.#signed.size}/${each.MediaKey}`;
      this.#signed.set(path, this.counterpart.now() + HOUR_MS);
      return { ...each, MediaURL: `${this.counterpart.url}media/${path}` };
    });
  }

  async #answer({ url = '', headers }: http.IncomingMessage, response: http.ServerResponse) {
    const path = url.replace('/odata/media/', '');
    const key = path.split('/').at(-1) ?? '';
    const isGood = (this.#signed.get(path) ?? 0) > this.counterpart.now();
    const isKnown = headers['user-agent'] === TOKEN;
    const status = this.status() ?? (isKnown && isGood ? 200 : isKnown ? 429 : 403);
    this.answers.push([key, status]);
    if (status === 200) this.#signed.delete(path);
    const drawn = Number(key.slice(-1)) + (this.changed.has(key) ? 1 : 0);
    response.writeHead(status).end(status === 200 ? (await DRAWN)[drawn] : '');
  }
}

const media = (at: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({ MediaKey: `m${at}-${place}`, Order: place }));

forEachDatabase('a pull fetches pictures', (database) => {
  const rig = feedOfPulls(database);
  const { server } = rig;

  async function source(listings: number, pictures: number) {
    const counterpart = await rig.source('mlsgrid');
    counterpart.table('Property').clear();
    const text = pullText(counterpart.url, 'mlsgrid', '', 1000);
    const expanding = text.replace('map: small.yaml', 'map: small.yaml, expand: Media');
    rig.pulling = { ...rig.pulling, folder: pullFolder(expanding, MAP) };
    for (let at = 1; at <= listings; at += 1) {
      const StandardStatus = at % 2 === 0 ? 'Pending' : 'Active';
      put(counterpart, at, at, { StandardStatus, Media: media(at, pictures) });
    }
    server.clock.advance(5 * MINUTE_MS);
    return new PlayedMedia(counterpart);
  }
  const shown = () =>
    rig.pulling.database.db.selectFrom('photo').selectAll().orderBy('listing_id').execute();
  const waiting = () => rig.pulling.database.db.selectFrom('pull_picture').selectAll().execute();
  /** Runs again and again, and counts what listings show behind each run. */
  async function runUntilAllAreHere(): Promise<number[]> {
    const counts: number[] = [];
    for (let runs = 0; runs < 20; runs += 1) {
      await pullOnce(rig.pulling);
      counts.push((await shown()).length);
      if ((await waiting()).length === 0) return counts;
      server.clock.advance(HOUR_MS);
    }
    throw new Error('Pictures still wait.');
  }

  it('each once, though addresses are signed again each time and the host is busy for ten minutes; and takes none off', async () => {
    const host = await source(LISTINGS, PICTURES);
    const busyUntil = server.clock.now() + 10 * MINUTE_MS;
    host.status = () => (server.clock.now() < busyUntil ? 429 : undefined);
    const first = await pullOnce(rig.pulling);
    expect(first).toMatchObject({ listings: { written: LISTINGS }, pictures: { gaveUp: true } });
    expect(host.had()).toEqual([]);
    expect(host.answers).toHaveLength(4);
    server.clock.advance(HOUR_MS);
    await runUntilAllAreHere();
    const had = host.had();
    expect([had.length, new Set(had).size]).toEqual([ALL, ALL]);
    expect(await shown()).toHaveLength(ALL);
    // What visitors see first.
    expect(had.slice(0, LISTINGS / 2).every((key) => /^m\d*[13579]-0$/.test(key))).toBe(true);

    const before = await revisionOf(rig.pulling.database);
    server.clock.advance(HOUR_MS);
    host.status = () => 429;
    for (const [key, row] of host.counterpart.table('Property')) {
      host.counterpart.put('Property', key, row);
    }
    expect((await pullOnce(rig.pulling)).listings).toMatchObject({
      read: LISTINGS,
      unchanged: LISTINGS,
    });
    expect((await revisionOf(rig.pulling.database)).number).toBe(before.number);
    expect(host.had()).toHaveLength(ALL);
    put(host.counterpart, 1, 1, { Media: [...media(1, PICTURES + 1).slice(1)] });
    server.clock.advance(MINUTE_MS);
    await pullOnce(rig.pulling);
    expect(await shown()).toHaveLength(ALL - 1);
    host.status = () => undefined;
    server.clock.advance(HOUR_MS);
    await runUntilAllAreHere();
    expect(host.had().slice(ALL)).toEqual([`m1-${PICTURES}`]);
    expect(await shown()).toHaveLength(ALL);
  });

  it('goes on where a run was ended, and fetches none twice', async () => {
    const host = await source(4, 5);
    const controller = new AbortController();
    host.status = () => {
      if (host.answers.length === 7) controller.abort();
      return undefined;
    };
    const stopped = await pullOnce(rig.pulling, { signal: controller.signal });
    expect(host.had().length).toBeLessThan(20);
    // Its records are as new as when they were read, whatever becomes of pictures.
    expect(stopped.interrupted).toBeUndefined();
    const { db } = rig.pulling.database;
    const { succeeded_at } = await db
      .selectFrom('pull_source')
      .select('succeeded_at')
      .executeTakeFirstOrThrow();
    expect(succeeded_at).toBeGreaterThan(server.clock.now() - 10 * MINUTE_MS);
    expect(succeeded_at).toBeLessThan(server.clock.now());
    expect((await revisionOf(rig.pulling.database)).refreshed_at).toBe(succeeded_at);
    await runUntilAllAreHere();
    expect(new Set(host.had()).size).toBe(20);
    expect(host.had().length).toBeLessThanOrEqual(21);
    expect(await shown()).toHaveLength(20);
  });

  it('again where its source has changed it, and shows what it was until then', async () => {
    const host = await source(1, 2);
    await runUntilAllAreHere();
    const before = (await shown()).map(({ filename }) => filename);
    host.changed.add('m1-1');
    host.status = () => 503;
    server.clock.advance(HOUR_MS);
    const at = new Date(server.clock.now()).toISOString();
    const [first = {}, second = {}] = media(1, 2);
    const Media = [first, { ...second, MediaModificationTimestamp: at }];
    put(host.counterpart, 1, 1, { Media });
    await pullOnce(rig.pulling);
    expect((await shown()).map(({ filename }) => filename)).toEqual(before);
    host.status = () => undefined;
    server.clock.advance(HOUR_MS);
    await runUntilAllAreHere();
    expect(host.had()).toEqual(['m1-0', 'm1-1', 'm1-1']);
    const after = (await shown()).map(({ filename }) => filename);
    expect([after[0], after.length]).toEqual([before[0], 2]);
    expect(before).not.toContain(after[1]);
  });

  it('leaves a tenth of what the vendor allows to records, and waits for more', async () => {
    const host = await source(3, 2);
    // Four fifths of 7,200 an hour, and nine tenths of that.
    const used = { token: tokenName(TOKEN), requests: 5184, bytes: 0 };
    const minute = Math.floor(server.clock.now() / MINUTE_MS);
    await server.services.directory.tables.db
      .insertInto('pull_minute')
      .values({ ...used, minute })
      .execute();
    const summary = await pullOnce(rig.pulling);
    expect(summary).toMatchObject({ listings: { written: 3 } });
    expect(summary.pictures).toBeUndefined();
    expect(host.answers).toEqual([]);
    server.clock.advance(2 * HOUR_MS);
    await runUntilAllAreHere();
    expect(host.had()).toHaveLength(6);
  });

  it('tries others where some are gone, and leaves a host that has none', async () => {
    const host = await source(6, 5);
    const gone = /^m[12]-/;
    host.status = () => undefined;
    const { media: answer } = host.counterpart;
    host.counterpart.media = (request, response) => {
      if (gone.test(request.url?.split('/').at(-1) ?? '')) response.writeHead(404).end();
      else answer(request, response);
    };
    const some = await pullOnce(rig.pulling);
    expect(some.pictures).toMatchObject({
      ...{ fetched: 20, failed: 10 },
      reasons: [{ reason: 'The host answered 404.', count: 10 }],
    });
    expect(await waiting()).toHaveLength(10);
    expect((await pullOnce(rig.pulling)).pictures).toBeUndefined();
    host.counterpart.table('Property').delete(keyOf(1));
    server.clock.advance(25 * HOUR_MS);
    const { calls } = host.counterpart;
    calls.length = 0;
    await pullOnce(rig.pulling, { force: 'all' });
    expect(await waiting()).toHaveLength(5);
    // No record is read again for pictures of one that has gone.
    const filters = calls
      .map(({ query }) => query.$filter ?? '')
      .filter((one) => one.includes(' in '));
    expect(filters).toEqual([expect.not.stringContaining(keyOf(1))]);
  });

  it('counts answers that are no pictures, and leaves a host that gives nothing else', async () => {
    const host = await source(6, 5);
    host.counterpart.media = (_, response) => void response.end('<h1>Sign in</h1>');
    const { pictures } = await pullOnce(rig.pulling);
    expect(pictures).toMatchObject({ fetched: 0, failed: 10, gaveUp: true });
    expect(pictures?.reasons).toMatchObject([{ count: 10, first: expect.stringMatching(/^m/) }]);
    expect(await waiting()).toHaveLength(30);
  });

  it('with the token for the host of the vendor only, also behind a redirect', async () => {
    const host = await source(2, 1);
    const agents: unknown[] = [];
    const other = await startPictureHost((request, response) => {
      agents.push(request.headers['user-agent']);
      response.end();
    });
    try {
      host.counterpart.media = (_, response) =>
        void response.writeHead(302, { location: other.url('/1.jpg') }).end();
      const redirected = await pullOnce(rig.pulling);
      expect(redirected.pictures).toMatchObject({
        reasons: [{ reason: 'The address is not public.', count: 2 }],
      });
      expect(agents).toEqual([]);
      expect(JSON.stringify(redirected)).not.toContain('token');
    } finally {
      await other.close();
    }
  });

  it('of any dialect where the file says so', async () => {
    const counterpart = await rig.source('reso');
    counterpart.table('Property').clear();
    const text = pullText(counterpart.url, 'reso', 'pictures: fetch');
    writeFileSync(join(rig.pulling.folder, 'pull.yaml'), text);
    writeFileSync(join(rig.pulling.folder, 'small.yaml'), MAP);
    const MediaURL = `${counterpart.url}media/m1-1`;
    const keyed = { MediaURL, MediaKey: 'm1-1', Order: 1 };
    // One that its source names again and again, and one that has no key, and another signature each time.
    const bare = { MediaURL: `${counterpart.url}media/2?token=0`, Order: 2 };
    const Media = [...Array.from({ length: 12 }, () => keyed), bare];
    put(counterpart, 1, 1, { Media });
    let answers = 0;
    counterpart.present = (row) => {
      answers += 1;
      return JSON.parse(JSON.stringify(row).replace('token=0', `token=${answers}`));
    };
    const agents: unknown[] = [];
    counterpart.media = async ({ headers, url = '' }, response) => {
      agents.push(headers['user-agent']);
      response.end((await DRAWN)[url.includes('token') ? 2 : 1]);
    };
    await pullOnce(rig.pulling);
    put(counterpart, 1, 2, { Media });
    server.clock.advance(HOUR_MS);
    await pullOnce(rig.pulling);
    expect(agents).toEqual(['Portico', 'Portico']);
    const files = new Set((await shown()).map(({ filename }) => filename));
    expect([...files]).toEqual(Array(2).fill(expect.stringMatching(/^p\/.*\.jpg$/)));
    expect(await waiting()).toEqual([]);
  });
});
