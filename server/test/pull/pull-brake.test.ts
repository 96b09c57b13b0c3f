import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RemovalRefused } from 'portico-importer/errors.js';
import { expect, it } from 'vitest';
import { pullState } from '../../src/store/tenant/pulls.js';
import { forEachDatabase } from '../rig/databases.js';
import type { Counterpart } from './counterpart.js';
import { feedOfPulls, filters, keyOf, prices, pullFolder, put, ten } from './feed-of-pulls.js';
import { pricesOf, pullOnce, pullText, SMALL_MAP } from './pulling.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

forEachDatabase('the brake of a pull', (database) => {
  const rig = feedOfPulls(database);
  const { server, source } = rig;
  const shown = async () => Object.keys(await pricesOf(rig.pulling.database)).length;
  const expire = (counterpart: Counterpart, first: number, last: number) => {
    for (let at = first; at <= last; at += 1)
      put(counterpart, at, at, { StandardStatus: 'Expired' });
  };

  /** A source of many listings, which are here. */
  async function market(listings: number): Promise<Counterpart> {
    const counterpart = await source('reso');
    for (let at = 11; at <= listings; at += 1) put(counterpart, at, 1000 + at);
    rig.pulling = {
      ...rig.pulling,
      folder: pullFolder(pullText(counterpart.url, 'reso', '', 100)),
    };
    server.clock.advance(5 * MINUTE_MS);
    await pullOnce(rig.pulling);
    server.clock.advance(10 * MINUTE_MS);
    return counterpart;
  }

  it('holds the page that would remove too much, in this run and all later ones, until it is forced', async () => {
    const counterpart = await source('reso');
    await pullOnce(rig.pulling);
    server.clock.advance(10 * MINUTE_MS);
    expire(counterpart, 3, 9);
    put(counterpart, 10, 5);
    const { watermark } = await pullState(rig.pulling.database, 'actris', 'Property');
    for (const wait of [0, 60, 25 * 60, 24 * 60]) {
      server.clock.advance(wait * MINUTE_MS);
      const held = await pullOnce(rig.pulling).catch((error: unknown) => error);
      expect(held).toBeInstanceOf(RemovalRefused);
      const { message, summary } = held as RemovalRefused;
      expect(message).toBe(
        'A page of Property was not taken: with it, 6 of 10 listings would be gone since all keys were compared, more than half. If that is right, pull again with --sweep --force. Else mend only, skip or remove in the file of the pull.',
      );
      expect(summary.refused?.listings).toMatchObject({ count: 6, of: 10 });
      // The page ahead of it had removed three.
      expect(await pricesOf(rig.pulling.database)).toEqual(
        prices(...ten.filter(([at]) => at < 3 || at > 5)),
      );
    }
    expect((await pullState(rig.pulling.database, 'actris', 'Property')).watermark).toBe(watermark);
    await pullOnce(rig.pulling, { force: 'all', sweep: true });
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten.slice(0, 2), [10, 5]));
    // What was forced is what later removals are compared with.
    expire(counterpart, 1, 1);
    await pullOnce(rig.pulling);
    expect(await shown()).toBe(2);
  });

  it('holds what an error in the file would remove', async () => {
    const counterpart = await market(60);
    const map = (kind: string) =>
      writeFileSync(
        join(rig.pulling.folder, 'small.yaml'),
        `${SMALL_MAP}only: { Kind: ${kind} }\n`,
      );
    map('[Hoem]');
    await expect(pullOnce(rig.pulling)).rejects.toThrow('60 of 60 listings would be gone');
    expect(await shown()).toBe(60);
    map('[null, Home]');
    put(counterpart, 1, 7);
    await pullOnce(rig.pulling);
    expect((await pricesOf(rig.pulling.database))[keyOf(1)]).toBe(7);
    expect(await shown()).toBe(60);
  });

  it('counts what several runs remove together', async () => {
    const counterpart = await market(250);
    for (const [first, last] of [
      [1, 15],
      [16, 25],
    ] as const) {
      expire(counterpart, first, last);
      await pullOnce(rig.pulling);
      server.clock.advance(10 * MINUTE_MS);
    }
    expire(counterpart, 26, 27);
    await expect(pullOnce(rig.pulling)).rejects.toThrow(
      '27 of 250 listings would be gone since all keys were compared, more than a tenth.',
    );
    expect(await shown()).toBe(225);
  });

  it('holds up no market that closes 3 % of its listings each day', async () => {
    const counterpart = await market(200);
    let [oldest, newest] = [1, 200];
    for (let days = 0; days < 12; days += 1) {
      for (let times = 0; times < 2; times += 1) {
        expire(counterpart, oldest, oldest + 2);
        for (let at = 1; at <= 3; at += 1) put(counterpart, newest + at, at);
        [oldest, newest] = [oldest + 3, newest + 3];
        server.clock.advance(DAY_MS / 2);
        await pullOnce(rig.pulling);
      }
    }
    expect(await shown()).toBe(200);
  });

  it.each(['reso', 'mlsgrid'] as const)(
    'of %s fetches what a comparison of keys has removed and the source names again',
    async (kind) => {
      const counterpart = await source(kind);
      await pullOnce(rig.pulling);
      const table = counterpart.table('Property');
      const hidden = [2, 5, 7].map((at) => [keyOf(at), table.get(keyOf(at)) ?? {}] as const);
      for (const [key] of hidden) table.delete(key);
      server.clock.advance(25 * 60 * MINUTE_MS);
      expect((await pullOnce(rig.pulling)).removed).toEqual({ listings: 3 });
      for (const [key, row] of hidden) table.set(key, row);
      table.set(keyOf(7), { ...hidden[2]?.[1], StandardStatus: 'Expired' });
      server.clock.advance(60 * MINUTE_MS);
      await pullOnce(rig.pulling);
      expect(await shown()).toBe(7);
      counterpart.calls.length = 0;
      server.clock.advance(24 * 60 * MINUTE_MS);
      await pullOnce(rig.pulling);
      const left = prices(...ten.filter(([at]) => at !== 7));
      expect(await pricesOf(rig.pulling.database)).toEqual(left);
      const asking = () => filters(counterpart).filter((filter) => filter.includes(keyOf(2)));
      expect(asking()).toHaveLength(1);
      // Once, and not each day.
      server.clock.advance(25 * 60 * MINUTE_MS);
      await pullOnce(rig.pulling);
      expect(asking()).toHaveLength(1);
    },
  );
});
