import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../src/lib/clock.js';
import { DirectoryChanges, FreshCache } from '../../../src/store/directory/fresh-cache.js';
import { NOON } from '../../rig/server.js';

const away = () => Promise.reject(new Error('away'));
/** What a look finds is there in a later turn. */
const laterTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('an entry of the directory that is cached', () => {
  /** A cache of three entries, over a directory whose looks and reads can fail by themselves. */
  const setUp = () => {
    const clock = new ManualClock(NOON);
    const state = {
      ...{ changes: 1, value: 'first' as string | undefined },
      ...{ looks: 0, reads: 0, noLooks: false, noReads: false },
    };
    const changes = new DirectoryChanges(() => {
      state.looks += 1;
      return state.noLooks ? away() : Promise.resolve(state.changes);
    }, clock);
    const cache = new FreshCache<string>(changes, clock, 3);
    const get = (name = 'acme') =>
      cache.get(name, async () => {
        state.reads += 1;
        return state.noReads ? away() : state.value;
      });
    return { clock, state, changes, cache, get };
  };

  it('is checked after a quarter of a second, and used for half of one without waiting', async () => {
    const { clock, state, changes, cache, get } = setUp();
    await changes.look();
    await get();
    await laterTurn();
    const { looks } = state;
    state.noLooks = true;
    clock.advance(249);
    expect([cache.recent('acme'), state.looks]).toEqual(['first', looks]);
    clock.advance(1);
    expect([cache.recent('acme'), state.looks]).toEqual(['first', looks + 1]);
    clock.advance(249);
    expect(cache.recent('acme')).toBe('first');
    clock.advance(1);
    expect(cache.recent('acme')).toBeUndefined();
  });

  it('is good from the moment when it was read, where the looks after that fail', async () => {
    const { clock, state, changes, cache, get } = setUp();
    await changes.look();
    clock.advance(61_000);
    state.noLooks = true;
    expect(await get()).toBe('first');
    expect(cache.recent('acme')).toBe('first');
    state.noReads = true;
    expect(await get()).toBe('first');
  });

  it('is used no longer once the directory has said that it is gone', async () => {
    const { clock, state, changes, cache, get } = setUp();
    await changes.look();
    await get();
    state.changes += 1;
    state.value = undefined;
    clock.advance(1000);
    expect(await get()).toBeUndefined();
    expect(cache.before('acme')).toBeUndefined();
    state.noLooks = true;
    state.noReads = true;
    await expect(get()).rejects.toThrow('away');
  });

  it('gives no way to names that are not there', async () => {
    const { state, changes, cache, get } = setUp();
    await changes.look();
    for (const name of ['one', 'two', 'three']) await get(name);
    state.value = undefined;
    for (let guess = 0; guess < 5; guess += 1) expect(await get(`guess ${guess}`)).toBeUndefined();
    for (const name of ['one', 'two', 'three']) expect(cache.recent(name)).toBe('first');
  });

  it('gives way after those that were read before it', async () => {
    const { clock, state, changes, cache, get } = setUp();
    await changes.look();
    for (const name of ['one', 'two', 'three']) await get(name);
    state.changes += 1;
    clock.advance(1000);
    await get('one');
    await get('four');
    const names = ['one', 'two', 'three', 'four'];
    const kept = names.filter((name) => cache.before(name) !== undefined);
    expect(kept).toEqual(['one', 'three', 'four']);
  });
});

describe('a look at the changes of the directory', () => {
  it('is waited for a second, and for 50 ms while the last one failed or was late', async () => {
    const clock = new ManualClock(NOON);
    let look = async (): Promise<number> => 1;
    const changes = new DirectoryChanges(() => look(), clock);
    expect(changes.timeoutMs).toBe(1000);
    // However long the process has run.
    clock.advance(36_000_000);
    const taking = (ms: number) => async () => {
      clock.advance(ms);
      return 1;
    };
    look = taking(999);
    await changes.look();
    expect(changes.timeoutMs).toBe(1000);
    look = taking(1000);
    await changes.look();
    expect(changes.timeoutMs).toBe(50);
    look = taking(0);
    await changes.look();
    expect(changes.timeoutMs).toBe(1000);
    look = away;
    await expect(changes.look()).rejects.toThrow('away');
    expect(changes.timeoutMs).toBe(50);
  });
});
