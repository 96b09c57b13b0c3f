import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { newEntry } from '../../../src/commands/client/entry.js';
import { hashKey } from '../../../src/http/gate/key-check.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { openServices } from '../../../src/services.js';
import { Directory } from '../../../src/store/directory/directory.js';
import { KeyUseCollector, type LastUses } from '../../../src/store/directory/key-uses.js';
import { PostgresServers } from '../../../src/store/engines/postgres/postgres-servers.js';
import { ManualTimer } from '../../outbox/email/manual-timer.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, serverFor, testConfig } from '../../rig/server.js';

const MINUTE = 60_000;

forEachDatabase('the details of keys', (database) => {
  const server = serverFor(database);

  it('change, and reach a running server within a second', async () => {
    const { services, clock } = server;
    await server.addTenant('acme');
    const apiKey = await server.addKey('acme');
    const { id } = (await services.directory.keys.byHash(hashKey(apiKey))) ?? { id: 0 };
    let policy: string | undefined;
    const call = async () => {
      clock.advance(1_000);
      const { statusCode, headers } = await server.app.inject({
        url: `/labels?apiKey=${apiKey}`,
        headers: { 'x-forwarded-proto': 'https' },
      });
      policy = headers['ratelimit-policy']?.toString();
      return [statusCode, policy?.split(';')[1]];
    };
    await server.inThisProcess(async () => {
      expect(await call()).toEqual([200, 'q=10']);
      await services.directory.keys.set(id, { perSecond: 50 });
      expect(await call()).toEqual([200, 'q=50']);
      await services.directory.keys.set(id, { inFlight: 7 });
      expect(await call()).toEqual([200, 'q=50']);
      expect(policy).toContain('"simultaneous";q=7');
      await services.directory.keys.set(id, { scopes: ['marketplace'] });
      expect(await call()).toEqual([403, undefined]);
      await services.directory.keys.set(id, { scopes: ['website'], addresses: ['203.0.113.7'] });
      expect(await call()).toEqual([405, undefined]);
      await services.directory.keys.set(id, { addresses: [], expiresAt: clock.now() + 2_000 });
      expect(await call()).toEqual([200, 'q=50']);
      expect(await call()).toEqual([403, undefined]);
      await services.directory.keys.set(id, { expiresAt: null, perSecond: null });
      expect(await call()).toEqual([200, 'q=10']);
    });
  });

  it('say when a key was last used, by the latest of what processes noted', async () => {
    const { directory } = server.services;
    await server.addTenant('uses');
    await server.addKey('uses');
    await server.addKey('uses');
    const [one, other] = (await directory.keys.of('uses')).map(({ id }) => id) as [number, number];
    expect(await directory.keyUses.ofClient('uses')).toEqual(new Map());
    await directory.keyUses.store(new Map([[one, NOON]]));
    await directory.keyUses.store(
      new Map([
        [other, NOON - MINUTE],
        [one, NOON - MINUTE],
      ]),
    );
    expect(await directory.keyUses.ofClient('uses')).toEqual(
      new Map([
        [one, NOON],
        [other, NOON - MINUTE],
      ]),
    );
    await directory.keyUses.store(new Map([[one, NOON + 1]]));
    expect((await directory.keyUses.ofClient('uses')).get(one)).toBe(NOON + 1);
    // More than one statement holds.
    const many = new Map(Array.from({ length: 1_201 }, (_, at) => [10_000 + at, NOON]));
    await directory.keyUses.store(many);
    const stored = await directory.tables.db
      .selectFrom('key_use')
      .select('key_id')
      .where('key_id', '>=', 10_000)
      .execute();
    expect(stored).toHaveLength(1_201);
  });

  it('store no use, and as many as a statement holds', async () => {
    const { keyUses, tables } = server.services.directory;
    await keyUses.store(new Map());
    await keyUses.store(new Map(Array.from({ length: 500 }, (_, at) => [20_000 + at, NOON])));
    const rows = await tables.db
      .selectFrom('key_use')
      .select('key_id')
      .where('key_id', '>=', 20_000)
      .execute();
    expect(rows).toHaveLength(500);
  });

  it('are written in the order of the keys, so that two processes never wait for each other', async () => {
    const { keyUses, tables } = server.services.directory;
    await tables.db.deleteFrom('key_use').execute();
    await keyUses.store(new Map([31_002, 31_000, 31_003, 31_001].map((key) => [key, NOON])));
    // Without an order PostgreSQL reads rows as they were written.
    const rows = await tables.db
      .selectFrom('key_use')
      .select('key_id')
      .where('key_id', '>', 0)
      .execute();
    expect(rows.map(({ key_id }) => key_id)).toEqual([31_000, 31_001, 31_002, 31_003]);
  });

  it('are noted by calls, and written when the server ends at the latest', async () => {
    const apiKey = await server.addKey('acme');
    const { services } = server;
    await server.inThisProcess((app) =>
      app.inject({
        url: `/labels?apiKey=${apiKey}`,
        headers: { 'x-forwarded-proto': 'https' },
      }),
    );
    await services.keyUses.close();
    const { id } = (await services.directory.keys.byHash(hashKey(apiKey))) ?? { id: 0 };
    expect((await services.directory.keyUses.ofClient('acme')).get(id)).toBe(server.clock.now());
  });
});

forEachDatabase('a directory from before the details of keys', (database) => {
  const { dataFolder: folder, databaseUrl } = database;

  it('keeps its keys, which are as they were', async () => {
    const servers = new PostgresServers(2, () => {});
    const store =
      databaseUrl === undefined ? { folder } : { server: await servers.at(databaseUrl) };
    const older = await Directory.open(store, '007-queued-email');
    const columns = {
      ...{ client: 'acme', hash: hashKey('k'), prefix: 'pk_', scopes: 'website', addresses: '' },
      ...{ active: 1, private_access: 0, issued_client_id: null, sealed_secret: null },
      created_at: NOON,
    };
    try {
      // By itself: making a tenant knows tables of today.
      await older.tables.db
        .insertInto('client')
        .values(newEntry('acme', 'client', NOON))
        .execute();
      await older.tables.db
        .insertInto('api_key')
        .values(columns as never)
        .execute();
    } finally {
      await older.close();
      await servers.close();
    }
    const services = await openServices(
      testConfig(database),
      new ManualClock(NOON),
      pino({ level: 'silent' }),
    );
    try {
      const [key] = await services.directory.keys.of('acme');
      expect(key).toEqual({
        ...{ ...columns, id: 1, name: '', expires_at: null, per_second: null, in_flight: null },
      });
      // As the program before this step adds one.
      const { db } = services.directory.tables;
      const another = { ...columns, hash: hashKey('l') };
      await db
        .insertInto('api_key')
        .values(another as never)
        .execute();
      expect((await services.directory.keys.of('acme'))[1]).toMatchObject({ name: '' });
    } finally {
      await services.close();
    }
  });
});

describe('the uses of keys', () => {
  it('are written one after the other at the end of a process', async () => {
    const clock = new ManualClock(0);
    const timer = new ManualTimer(clock);
    const begun: number[][] = [];
    let finish = (): void => {};
    const store = async (uses: LastUses) => {
      begun.push([...uses.keys()]);
      if (begun.length > 1) return;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    };
    const collector = new KeyUseCollector(store, clock, timer);
    collector.note(1);
    timer.next();
    collector.note(2);
    const closed = collector.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([[1]]);
    finish();
    await closed;
    expect(begun).toEqual([[1], [2]]);
  });

  const setUp = () => {
    const clock = new ManualClock(NOON);
    const timer = new ManualTimer(clock);
    const written: LastUses[] = [];
    const state = { away: false };
    const collector = new KeyUseCollector(
      async (uses) => {
        if (state.away) throw new Error('away');
        written.push(new Map(uses));
      },
      clock,
      timer,
    );
    return { clock, timer, written, state, collector };
  };

  it('are written together, once a minute, and not while nobody calls', async () => {
    const { clock, timer, written, collector } = setUp();
    for (let call = 0; call < 500; call += 1) {
      collector.note(call % 2);
      clock.advance(10);
    }
    expect(written).toEqual([]);
    timer.next();
    await Promise.resolve();
    expect(written).toEqual([
      new Map([
        [0, NOON + 4_980],
        [1, NOON + 4_990],
      ]),
    ]);
    expect(clock.now()).toBe(NOON + MINUTE);
    expect(() => timer.next()).toThrow('Nothing waits');
    collector.note(7);
    timer.next();
    await collector.close();
    expect(written[1]).toEqual(new Map([[7, NOON + MINUTE]]));
  });

  it('are written later when the directory is away, and the latest of each', async () => {
    const { clock, timer, written, state, collector } = setUp();
    state.away = true;
    collector.note(1);
    collector.note(2);
    timer.next();
    collector.note(2);
    const later = clock.now();
    await new Promise(setImmediate);
    state.away = false;
    timer.next();
    await collector.close();
    expect(written[0]).toEqual(
      new Map([
        [1, NOON],
        [2, later],
      ]),
    );
  });

  it('are tried again a minute later, where nobody calls until then', async () => {
    const { timer, written, state, collector } = setUp();
    state.away = true;
    collector.note(1);
    timer.next();
    await new Promise(setImmediate);
    state.away = false;
    timer.next();
    await new Promise(setImmediate);
    expect(written).toEqual([new Map([[1, NOON]])]);
  });

  it('are written once at the end of a process, and nothing waits after that', async () => {
    const { timer, written, collector } = setUp();
    collector.note(1);
    await collector.close();
    expect(written).toEqual([new Map([[1, NOON]])]);
    expect(() => timer.next()).toThrow('Nothing waits');
  });

  it('do not hold up the end of a process when they cannot be written', async () => {
    const { state, collector } = setUp();
    state.away = true;
    collector.note(1);
    await collector.close();
  });
});
