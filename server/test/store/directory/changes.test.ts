import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEntry } from '../../../src/commands/client/entry.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { openServices, type Services } from '../../../src/services.js';
import { DirectoryChanges, FreshCache } from '../../../src/store/directory/fresh-cache.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, testConfig } from '../../rig/server.js';

forEachDatabase('the changes of a directory', (database) => {
  const held: { services?: Services } = {};
  const directory = () => (held.services as Services).directory;

  beforeAll(async () => {
    const log = pino({ level: 'silent' });
    held.services = await openServices(testConfig(database), new ManualClock(NOON), log);
  });
  afterAll(() => held.services?.close());

  it('are counted with every change of a client or a key, whoever makes it', async () => {
    const counted = async (work: () => Promise<unknown>) => {
      const before = await directory().changes();
      await work();
      return (await directory().changes()) - before;
    };
    const key = { tenant: 'acme', hash: 'h', prefix: 'p', scopes: [], addresses: [] };
    expect(await counted(() => directory().addTenant(newEntry('acme', 'client', 0)))).toBe(1);
    expect(await counted(() => directory().setTenant('acme', { title: 'Acme' }))).toBe(1);
    const added = { ...key, privateAccess: false, sealedSecret: null, createdAt: 0 };
    expect(await counted(() => directory().keys.add(added))).toBe(1);
    expect(await counted(() => directory().keys.revoke(1))).toBe(1);
    // By hand, as an operator might.
    const { db } = directory().tables;
    expect(await counted(() => db.deleteFrom('api_key').execute())).toBe(1);
    expect(await counted(() => db.deleteFrom('client').execute())).toBe(1);
  });

  it('are counted where settings of a key change, and not where a key is used', async () => {
    const key = { tenant: 'acme', hash: 'h', prefix: 'p', scopes: [], addresses: [] };
    const added = { ...key, privateAccess: false, sealedSecret: null, createdAt: 0 };
    const { id } = await directory().keys.add(added);
    const before = await directory().changes();
    await directory().keys.set(id, { perSecond: 50 });
    expect(await directory().changes()).toBe(before + 1);
    await directory().keyUses.store(new Map([[id, NOON]]));
    expect(await directory().changes()).toBe(before + 1);
    await directory().tables.db.deleteFrom('api_key').execute();
  });

  it('are not counted where a signed call spends its stamp', async () => {
    const before = await directory().changes();
    const { db } = directory().tables;
    await db.insertInto('spent_stamp').values({ stamp: 1, issued_client_id: 1 }).execute();
    expect(await directory().changes()).toBe(before);
  });
});

describe('an entry of the directory', () => {
  const setUp = () => {
    const clock = new ManualClock(NOON);
    const state = { changes: 1, value: 'first', looks: 0, reads: 0, away: false, hangs: false };
    const answer = <Answer>(found: Answer): Promise<Answer> => {
      if (state.hangs) return new Promise(() => {});
      return state.away ? Promise.reject(new Error('away')) : Promise.resolve(found);
    };
    const changes = new DirectoryChanges(() => {
      state.looks += 1;
      return answer(state.changes);
    }, clock);
    const cache = new FreshCache<string>(changes, clock, 3);
    const get = (name = 'acme') =>
      cache.get(name, () => {
        state.reads += 1;
        return answer(state.value);
      });
    return { clock, state, changes, cache, get };
  };

  it('is waited for as long as ever a while after a look that was in time', async () => {
    const { changes } = setUp();
    await changes.look();
    // Past the timeout of the look.
    await sleep(1_100);
    expect(changes.timeoutMs).toBe(1_000);
  });

  it('is known for a while where the directory is away, however long the server has run', async () => {
    const { clock, state, changes, get } = setUp();
    clock.advance(36_000_000);
    await changes.look();
    await get();
    state.away = true;
    clock.advance(30_000);
    expect(await get()).toBe('first');
    clock.advance(31_000);
    await expect(get()).rejects.toThrow('away');
  });

  it('is read again only after a change, and one look renews all', async () => {
    const { clock, state, changes, get } = setUp();
    await changes.look();
    for (const name of ['one', 'two', 'three']) await get(name);
    const { looks } = state;
    for (let second = 0; second < 10; second += 1) {
      clock.advance(1000);
      for (const name of ['one', 'two', 'three']) expect(await get(name)).toBe('first');
    }
    expect(state.reads).toBe(3);
    expect(state.looks).toBe(looks + 10);
    state.changes += 1;
    state.value = 'second';
    clock.advance(1000);
    for (const name of ['one', 'two', 'three']) expect(await get(name)).toBe('second');
    expect(state.reads).toBe(6);
  });

  it('is never shown half a second after a change, however often it is asked for', async () => {
    const { clock, state, changes, cache, get } = setUp();
    await changes.look();
    await get();
    for (let round = 0; round < 20; round += 1) {
      state.changes += 1;
      state.value = `value ${round}`;
      for (let ms = 0; ms < 500; ms += 50) {
        clock.advance(50);
        await get();
        // What a look finds is there in a later turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(cache.recent('acme') ?? (await get())).toBe(state.value);
    }
  });

  it('that was read before a change was seen is not taken for the newer one', async () => {
    const { clock, state, changes, cache } = setUp();
    await changes.look();
    await cache.get('acme', async () => {
      // Between the read of the row and its arrival.
      const read = state.value;
      state.changes += 1;
      state.value = 'second';
      await changes.look();
      return read;
    });
    clock.advance(1000);
    expect(await cache.get('acme', async () => state.value)).toBe('second');
  });

  it('is used for a minute while the directory is away, and no longer', async () => {
    const { clock, state, changes, get } = setUp();
    await changes.look();
    await get();
    state.away = true;
    clock.advance(59_000);
    expect(await get()).toBe('first');
    // Nobody has ever read this one.
    await expect(get('other')).rejects.toThrow('away');
    clock.advance(1_000);
    await expect(get()).rejects.toThrow('away');
    state.away = false;
    state.changes += 1;
    state.value = 'second';
    expect(await get()).toBe('second');
  });

  it('is used while the directory hangs, and waits for it only once', async () => {
    const { clock, state, changes, get } = setUp();
    await changes.look();
    await get();
    expect(changes.timeoutMs).toBe(1000);
    state.hangs = true;
    clock.advance(1000);
    expect(await get()).toBe('first');
    expect(changes.timeoutMs).toBeLessThan(100);
    const { looks } = state;
    for (let call = 0; call < 10; call += 1) expect(await get()).toBe('first');
    // All of them wait for the same look.
    expect(state.looks).toBe(looks);
  });

  it('gives way to others when there are too many', async () => {
    const { state, changes, get } = setUp();
    await changes.look();
    for (const name of ['one', 'two', 'three', 'four']) await get(name);
    await get('four');
    expect(state.reads).toBe(4);
    await get('one');
    expect(state.reads).toBe(5);
  });
});
