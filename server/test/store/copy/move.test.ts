import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { generateAgency } from 'portico-demo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportResources, importResources } from '../../../src/changes/transfers.js';
import { newEntry } from '../../../src/commands/client/entry.js';
import type { Config } from '../../../src/config/config.js';
import { systemClock } from '../../../src/lib/clock.js';
import { RecordsReadOnly } from '../../../src/lib/unavailable.js';
import { countView } from '../../../src/resources/listings/listing.queries.js';
import { bringForward } from '../../../src/search/words/word-index.js';
import { openServices, type Services } from '../../../src/services.js';
import { shapes } from '../../../src/store/copy/dump.js';
import { beginState, hasGuard, OPEN, stateOf } from '../../../src/store/copy/guard.js';
import { endMove, type MoveDone, moveTenant } from '../../../src/store/copy/move.js';
import { copyOrder } from '../../../src/store/copy/switch.js';
import { installGuard, removeGuard } from '../../../src/store/copy/triggers.js';
import type { PlaceName } from '../../../src/store/directory/places.js';
import { openAsOwner, type TenantDatabase } from '../../../src/store/tenant/open.js';
import { onPostgres } from '../../rig/databases.js';
import { NOON, serverFor, testConfig } from '../../rig/server.js';
import { openFile } from '../../rig/sqlite-file.js';
import { temporaryFolder } from '../../rig/temp.js';

const ZONE = 'America/New_York';

/** Moves a tenant as the command does. */
async function moved(
  services: Services,
  name: string,
  place: string,
  signal = new AbortController().signal,
  say: (step: string) => void = () => {},
): Promise<MoveDone | 'finished' | 'renamed'> {
  const { directory, tenants, places } = services;
  const entry = await directory.tenant(name);
  if (entry === undefined) throw new Error(`There is no client ${name}.`);
  const parts = { directory, tenants: tenants, places, clock: systemClock, random: randomBytes };
  return moveTenant({ ...parts, signal, say }, entry, place as PlaceName);
}

async function databaseOf(services: Services, name: string) {
  const entry = await services.directory.tenant(name);
  if (entry === undefined) throw new Error(`There is no client ${name}.`);
  return services.tenants.database(entry);
}

/** Every record of a tenant, as an export tells it. */
async function exported(services: Services, name: string): Promise<Record<string, unknown[]>> {
  const database = await databaseOf(services, name);
  const all: Record<string, unknown[]> = {};
  for (const resource of exportResources(database, ZONE, { ...systemClock, now: () => NOON })) {
    const records: unknown[] = [];
    for await (const record of resource.records()) records.push(record);
    all[resource.name] = records;
  }
  return all;
}

onPostgres('moving a client, to one server', (one) => {
  onPostgres('and to another', (two) => {
    const home = { ...one, databaseUrl: undefined };
    const server = serverFor(home);
    const [first, second] = [one.databaseUrl ?? '', two.databaseUrl ?? ''];

    beforeAll(async () => {
      const { services } = server;
      await server.addTenant('acme');
      const agency = generateAgency({ seed: 7, today: NOON, timeZone: ZONE });
      for (const [name, resource] of importResources(
        await databaseOf(services, 'acme'),
        ZONE,
        server.clock,
      )) {
        if (name === 'source-keys') continue;
        const records = agency[name] as unknown as Record<string, unknown>[];
        await resource.write(records.map((record) => resource.parse(record)));
      }
    });

    it('takes everything along, from engine to engine and back', { timeout: 60_000 }, async () => {
      const { services } = server;
      const key = await server.addKey('acme');
      const before = await exported(services, 'acme');
      expect(before.listings?.length).toBeGreaterThan(200);
      const total = Object.values(before).reduce((sum, records) => sum + records.length, 0);
      const read = (etag?: string) =>
        server.app.inject({
          url: `/properties/1001?apiKey=${key}`,
          headers: { 'x-forwarded-proto': 'https', ...(etag && { 'if-none-match': etag }) },
        });
      const answered = await read();
      let tables: unknown;
      for (const [place, kind] of [
        [first, 'postgres'],
        [second, 'postgres'],
        ['sqlite', 'sqlite'],
        [second, 'postgres'],
        ['default', 'sqlite'],
      ] as const) {
        const result = await moved(services, 'acme', place);
        if (typeof result === 'string') throw new Error(`Nothing was moved: ${result}.`);
        server.clock.advance(1100);
        expect((await databaseOf(services, 'acme')).kind).toBe(kind);
        expect(await exported(services, 'acme')).toEqual(before);
        expect(result.rows.listing).toBe(before.listings?.length);
        expect(result.rows.revision).toBe(1);
        const rows = Object.values(result.rows).reduce((sum, each) => sum + each, 0);
        expect(rows).toBeGreaterThanOrEqual(total);
        tables ??= result.rows;
        expect(result.rows).toEqual(tables);
        // The same answer under the same tag: websites go on with what they hold.
        const again = await read();
        expect([again.body, again.headers.etag]).toEqual([answered.body, answered.headers.etag]);
        server.clock.advance(1100);
        expect((await read(`${answered.headers.etag}`)).statusCode).toBe(304);
      }
    });

    it('leaves no trace of the move where the client is now, and a closed copy behind', async () => {
      const { services } = server;
      const store = await services.tenants.store(second as PlaceName);
      const left = await openAsOwner(store, 'acme');
      const role = await services.tenants.store('sqlite');
      const { db: written } = await openAsOwner(store, 'acme');
      await expect(written.updateTable('revision').set({ number: 5 }).execute()).rejects.toThrow(
        'being moved',
      );
      const now = await openAsOwner(role, 'acme');
      const { rows } = await sql<{ name: string }>`
        select name from sqlite_master where name like 'move%'
      `.execute(now.db);
      expect(rows).toEqual([]);
      await Promise.all([left.close(), now.close()]);
    });

    it('counts on from the last number given, be its row still there or not', async () => {
      const { services } = server;
      await server.addTenant('counting');
      const add = async (text: string) => {
        const database = await databaseOf(services, 'counting');
        return database.write((db) =>
          db
            .insertInto('alert_comment')
            .values({ text } as never)
            .returning('id')
            .executeTakeFirstOrThrow(),
        );
      };
      expect([await add('1'), await add('2'), await add('3')]).toEqual([
        { id: 1 },
        { id: 2 },
        { id: 3 },
      ]);
      const remove = async (id: number) =>
        (await databaseOf(services, 'counting')).write((db) =>
          db.deleteFrom('alert_comment').where('id', '=', id).execute(),
        );
      await remove(3);
      await moved(services, 'counting', first);
      expect(await add('4')).toEqual({ id: 4 });
      await remove(4);
      await moved(services, 'counting', second);
      expect(await add('5')).toEqual({ id: 5 });
      await remove(5);
      await moved(services, 'counting', 'default');
      expect(await add('6')).toEqual({ id: 6 });
    });

    it('forgets no table, be it one that is added later', async () => {
      const { services } = server;
      await server.addTenant('later');
      const owners = await Promise.all(
        (['default', first] as PlaceName[]).map(async (place) =>
          openAsOwner(await services.tenants.store(place), 'later'),
        ),
      );
      for (const { db, kind } of owners) {
        const integer = kind === 'sqlite' ? 'integer' : 'bigint';
        await db.schema
          .createTable('something_new')
          .addColumn('kind', 'text')
          .addColumn('number', integer)
          .addColumn('told', 'text')
          .addPrimaryKeyConstraint('something_new_key', ['kind', 'number'])
          .execute();
      }
      const [source, target] = owners;
      if (source === undefined || target === undefined) throw new Error('Not opened.');
      const loose = (db: unknown) =>
        db as Kysely<{ something_new: { kind: string; number: number; told: string | null } }>;
      const rows = [
        { kind: 'a', number: 1, told: 'one' },
        { kind: 'a', number: 2, told: null },
        { kind: 'b', number: 1, told: '' },
      ];
      await loose(source.db).insertInto('something_new').values(rows).execute();
      const result = await moved(services, 'later', first);
      expect(result).toMatchObject({ rows: { something_new: 3 } });
      expect(await loose(target.db).selectFrom('something_new').selectAll().execute()).toEqual(
        rows,
      );
      // The list comes from the engines, and both tell the same.
      expect(await shapes(source)).toEqual(await shapes(target));
      const schema = await source.db.introspection.getTables();
      expect((await shapes(source)).map(({ name }) => name)).toEqual(
        schema
          .map(({ name }) => name)
          .filter((name) => !['schema_step', 'move_state', 'move_change'].includes(name))
          .sort(),
      );
      await source.close();
    });

    it('refuses a place that holds data, the place where it is, and what it cannot reach', async () => {
      const { services } = server;
      await server.addTenant('held');
      await server.put('held', 'offices', [{ id: 1, name: 'Here' }]);
      const there = await openAsOwner(await services.tenants.store(first as PlaceName), 'held');
      await there.db
        .insertInto('office')
        .values({ id: 9, name: 'There' } as never)
        .execute();
      await expect(moved(services, 'held', first)).rejects.toThrow('already holds data');
      expect(await there.db.selectFrom('office').select(['id', 'name']).execute()).toEqual([
        { id: 9, name: 'There' },
      ]);
      await expect(moved(services, 'held', 'default')).rejects.toThrow('in that place already');
      await expect(
        moved(services, 'held', 'postgres://nobody:secret@127.0.0.1:1/none'),
      ).rejects.toThrow(/ECONNREFUSED/);
      await moved(services, 'held', second);
      const alias = new URL(second);
      alias.hostname = 'localhost';
      await expect(moved(services, 'held', alias.href)).rejects.toThrow(/in that place already/);
      // Whatever was refused, the tenant takes writes at once.
      await server.put('held', 'offices', [{ id: 2, name: 'Too' }]);
      const database = await databaseOf(services, 'held');
      expect(database.kind).toBe('postgres');
      expect(await database.db.selectFrom('office').select('id').orderBy('id').execute()).toEqual([
        { id: 1 },
        { id: 2 },
      ]);
    });

    it('waits for a transaction that takes its time, and has the others wait no longer', {
      timeout: 60_000,
    }, async () => {
      const { services } = server;
      await server.addTenant('slow');
      await moved(services, 'slow', first);
      const database = await databaseOf(services, 'slow');
      const add = (id: number, wait: number) =>
        database.write(async (db) => {
          await db
            .insertInto('alert_comment')
            .values({ id, text: 'Hello' } as never)
            .execute();
          await new Promise((resolve) => setTimeout(resolve, wait));
        });
      let moving: ReturnType<typeof moved> | undefined;
      await new Promise<void>((copying) => {
        const { signal } = new AbortController();
        moving = moved(services, 'slow', second, signal, () => copying());
      });
      const slow = add(1, 5_000);
      let longest = 0;
      let last = 1;
      let running = true;
      const others = async () => {
        while (running) {
          const began = performance.now();
          last += 1;
          await add(last, 0);
          longest = Math.max(longest, performance.now() - began);
        }
      };
      const writing = others();
      expect(typeof (await moving)).toBe('object');
      running = false;
      await Promise.all([slow, writing]);
      const found = await (await databaseOf(services, 'slow')).db
        .selectFrom('alert_comment')
        .select('id')
        .orderBy('id')
        .execute();
      expect(found.map(({ id }) => id)).toEqual(Array.from({ length: last }, (_, i) => i + 1));
      // Less than a caller of the interface waits.
      expect(longest).toBeLessThan(4_000);
    });

    it.each(['sqlite', first] as PlaceName[])(
      'has records read-only while it copies, and what a killed one left is cleared away (%#)',
      { timeout: 60_000 },
      async (place) => {
        const { services } = server;
        const name = place === 'sqlite' ? 'rest-file' : 'rest-server';
        await server.addTenant(name);
        await server.put(name, 'listings', [{ main_id: 1 }]);
        if (place !== 'sqlite') await moved(services, name, place);
        server.clock.advance(1100);
        const key = await server.addKey(name, { scopes: ['website', 'manage'] });
        const owned = await openAsOwner(await services.tenants.store(place), name);
        const state = { move_id: 'x', part: 'source', phase: 'copying' } as const;
        await beginState(owned, state, OPEN.people);
        const tables = (await shapes(owned)).map((table) => table.name);
        await installGuard(owned, tables, copyOrder(tables).records);
        const putOffice = (id: number) => server.put(name, 'offices', [{ id, name: 'Here' }]);
        await expect(putOffice(1)).rejects.toThrow(RecordsReadOnly);
        const database = await databaseOf(services, name);
        expect(await countView(database, 1)).toBe(1);
        const managed = await server.app.inject({
          method: 'PUT',
          url: '/manage/offices',
          headers: {
            ...{ 'x-forwarded-proto': 'https', 'x-api-key': key },
            'content-type': 'application/x-ndjson',
          },
          payload: '{"id":2,"name":"Here"}\n',
        });
        expect([managed.statusCode, managed.headers['retry-after'], managed.body]).toEqual([
          420,
          '30',
          expect.stringContaining('are being moved'),
        ]);
        if (place !== 'sqlite') {
          // A backup reads the table for as long as it takes.
          await owned.db.transaction().execute(async (reading) => {
            await reading.selectFrom('office').select('id').execute();
            await removeGuard(owned, 5);
          });
          const { rows } = await sql<{ name: string }>`
            select distinct tgrelid::regclass::text as name from pg_trigger
            where tgname like 'move%' and tgrelid::regclass::text like ${`%${owned.place.schema}%`}
          `.execute(owned.db);
          expect(rows.map((row) => row.name.split('.')[1])).toEqual(['office']);
          await putOffice(2);
        }
        const entry = await services.directory.tenant(name);
        if (entry === undefined) throw new Error('It is gone.');
        const { signal } = new AbortController();
        const parts = {
          ...services,
          clock: systemClock,
          random: randomBytes,
          say: () => {},
          signal,
        };
        expect(await endMove(parts, entry)).toBe(true);
        expect(await hasGuard(owned)).toBe(false);
        await putOffice(3);
        await owned.close();
      },
    );

    it('copies the words again that a search has indexed meanwhile', async () => {
      const { services } = server;
      await server.addTenant('words');
      await server.put('words', 'listings', [{ main_id: 1, main_description: 'Sunny terrace' }]);
      let indexed: Promise<void> | undefined;
      const say = (step: string) => {
        if (step.startsWith('Switching')) return;
        indexed = databaseOf(services, 'words').then(bringForward);
      };
      await moved(services, 'words', first, undefined, say);
      await indexed;
      server.clock.advance(1100);
      const { db, kind } = await databaseOf(services, 'words');
      expect(kind).toBe('postgres');
      const [at] = await db.selectFrom('word_index').select('seq').execute();
      const words = await db.selectFrom('word').selectAll().execute();
      // Whichever came first: the index says truly how far it is.
      expect(words.length > 0).toBe((at?.seq ?? 0) > 0);
      await bringForward(await databaseOf(services, 'words'));
      expect((await db.selectFrom('word').selectAll().execute()).length).toBeGreaterThan(1);
    });

    it('takes the word from a switch whose answer was lost, before others write again', {
      timeout: 60_000,
    }, async () => {
      const { services } = server;
      await server.addTenant('lost');
      await server.put('lost', 'offices', [{ id: 1, name: 'Here' }]);
      const { directory, tenants, places } = services;
      const entry = await directory.tenant('lost');
      if (entry === undefined) throw new Error('It is gone.');
      let late: (() => Promise<boolean>) | undefined;
      const toTarget = await places.encodePlace('lost', first as PlaceName);
      const isTarget = async (word: string) => (await places.placeOf('lost', word)) === first;
      expect(await isTarget(toTarget)).toBe(true);
      const breaking = new Proxy(directory, {
        get: (real, property) => {
          const value: unknown = Reflect.get(real, property, real);
          if (typeof value !== 'function') return value;
          if (property !== 'switchPlace') return value.bind(real);
          return async (name: string, from: string | null, to: string) => {
            if (!(await isTarget(to))) return real.switchPlace(name, from, to);
            late = () => real.switchPlace(name, from, to);
            throw new Error('Connection terminated unexpectedly');
          };
        },
      });
      const { signal } = new AbortController();
      const parts = { tenants: tenants, places, clock: systemClock, random: randomBytes, signal };
      await expect(
        moveTenant({ ...parts, directory: breaking, say: () => {} }, entry, first as PlaceName),
      ).rejects.toThrow('Connection terminated');
      await server.put('lost', 'offices', [{ id: 2, name: 'After' }]);
      // The server comes round to it only now.
      expect(await late?.()).toBe(false);
      const database = await databaseOf(services, 'lost');
      expect(database.kind).toBe('sqlite');
      expect(await database.db.selectFrom('office').select('id').execute()).toHaveLength(2);
      // And with the switch made before the command comes to undo it, the source stays closed.
      const made = new Proxy(breaking, {
        get: (real, property) =>
          property === 'switchPlace'
            ? async (name: string, from: string | null, to: string) => {
                const answer = await directory.switchPlace(name, from, to);
                if (await isTarget(to)) throw new Error('Connection terminated unexpectedly');
                return answer;
              }
            : Reflect.get(real, property, real),
      });
      const again = await directory.tenant('lost');
      if (again === undefined) throw new Error('It is gone.');
      await expect(
        moveTenant({ ...parts, directory: made, say: () => {} }, again, first as PlaceName),
      ).rejects.toThrow('Connection terminated');
      const source = await openAsOwner(await tenants.store('sqlite'), 'lost');
      expect(await stateOf(source)).toMatchObject({ part: 'source', phase: 'frozen' });
      await source.close();
      expect(await moved(services, 'lost', first)).toBe('finished');
      await server.put('lost', 'offices', [{ id: 3, name: 'There' }]);
      expect((await databaseOf(services, 'lost')).kind).toBe('postgres');
    });

    it('is taken over by another, and the two do not spoil each other', {
      timeout: 60_000,
    }, async () => {
      const { services } = server;
      await server.addTenant('twice');
      const offices = Array.from({ length: 3000 }, (_, index) => ({ id: index + 1, name: 'Here' }));
      await server.put('twice', 'offices', offices);
      const source = await openAsOwner(await services.tenants.store('sqlite'), 'twice');
      const overtaken = moved(services, 'twice', first).catch((error: Error) => error);
      while ((await stateOf(source))?.phase !== 'copying') {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await source.close();
      const winner = await moved(services, 'twice', second);
      expect(await overtaken).toBeInstanceOf(Error);
      expect(winner).toMatchObject({ rows: { office: 3000 } });
      await server.put('twice', 'offices', [{ id: 3001, name: 'After' }]);
      const database = await databaseOf(services, 'twice');
      expect(await database.db.selectFrom('office').select('id').execute()).toHaveLength(3001);
      const there = await services.tenants.store(
        await services.places.placeOf(
          'twice',
          (await services.directory.tenant('twice'))?.database_url ?? null,
        ),
      );
      expect(there).toEqual(await services.tenants.store(second as PlaceName));
    });

    it('copies what two members have exchanged meanwhile, though no two may have it', async () => {
      const { services } = server;
      await server.addTenant('members');
      const [ann, bo] = ['ann@example.com', 'bo@example.com'];
      await server.put('members', 'clients', [
        { id: 1, email: ann, verify: 'code-1' },
        { id: 2, email: bo, verify: 'code-2' },
      ]);
      const logins = async () => {
        const { db } = await databaseOf(services, 'members');
        return db.selectFrom('client').select(['id', 'login_key']).orderBy('id').execute();
      };
      expect(await logins()).toEqual([
        { id: 1, login_key: ann },
        { id: 2, login_key: bo },
      ]);
      const exchange = (step: string) => {
        if (!step.startsWith('Switching')) return;
        // The records were copied, and nobody is kept from writing yet.
        const file = openFile(join(services.config.dataFolder, 'clients', 'members.sqlite'));
        file.exec(`begin immediate;
          update client set login_key = null where id = 1;
          update client set login_key = '${ann}' where id = 2;
          update client set login_key = '${bo}' where id = 1;
          commit`);
        file.close();
      };
      expect(await moved(services, 'members', first, undefined, exchange)).toMatchObject({
        rows: { client: 2 },
        copiedLast: expect.any(Number),
      });
      server.clock.advance(1100);
      expect((await databaseOf(services, 'members')).kind).toBe('postgres');
      expect(await logins()).toEqual([
        { id: 1, login_key: bo },
        { id: 2, login_key: ann },
      ]);
    });

    it('copies rows with keys of two columns that are written and removed meanwhile', async () => {
      const { services } = server;
      await server.addTenant('keys');
      const owners = await Promise.all(
        (['default', first] as PlaceName[]).map(async (place) =>
          openAsOwner(await services.tenants.store(place), 'keys'),
        ),
      );
      type Loose = Kysely<{ two_keys: { kind: string; number: number; words: string } }>;
      const dbs = owners.map(({ db }) => db as unknown as Loose);
      for (const [at, db] of dbs.entries()) {
        await db.schema
          .createTable('two_keys')
          .addColumn('kind', 'text')
          .addColumn('number', at === 0 ? 'integer' : 'bigint')
          .addColumn('words', 'text')
          .addPrimaryKeyConstraint('two_keys_key', ['kind', 'number'])
          .execute();
      }
      const [here, there] = dbs as [Loose, Loose];
      const row = (kind: string, number: number, words: string) => ({ kind, number, words });
      await here
        .insertInto('two_keys')
        .values([row('a', 1, 'kept'), row('a', 2, 'old'), row('b', 1, 'gone'), row('b', 2, 'kept')])
        .execute();
      /** Changes one row, removes one and adds one. */
      const write = async (db: Loose, number: number) => {
        await db.updateTable('two_keys').set({ words: 'new' }).where('number', '=', 2).execute();
        await db.deleteFrom('two_keys').where('words', '=', 'gone').execute();
        await db
          .insertInto('two_keys')
          .values(row('c', number, 'gone'))
          .execute();
      };
      for (const [place, from, to, number] of [
        [first, here, there, 3],
        ['default', there, here, 4],
      ] as const) {
        let written: Promise<void> | undefined;
        const say = (step: string) => {
          if (step.startsWith('Copying')) written = write(from, number);
        };
        await moved(services, 'keys', place, undefined, say);
        await written;
        expect(
          await to.selectFrom('two_keys').selectAll().orderBy('kind').orderBy('number').execute(),
        ).toEqual([
          row('a', 1, 'kept'),
          row('a', 2, 'new'),
          row('b', 2, 'new'),
          row('c', number, 'gone'),
        ]);
      }
      for (const owned of owners) await owned.close();
    });

    it('changes the words for a place where nothing has to move', async () => {
      const { services } = server;
      await server.addTenant('renamed');
      await server.put('renamed', 'offices', [{ id: 1, name: 'Here' }]);
      expect(await moved(services, 'renamed', 'sqlite')).toBe('renamed');
      await expect(moved(services, 'renamed', 'sqlite')).rejects.toThrow('in that place already');
      await moved(services, 'renamed', first);
      const other = new URL(first);
      other.searchParams.set('application_name', 'portico');
      expect(await moved(services, 'renamed', other.href)).toBe('renamed');
      other.password = 'wrong';
      await expect(moved(services, 'renamed', other.href)).rejects.toThrow(/password/);
      const database = await databaseOf(services, 'renamed');
      expect(await database.db.selectFrom('office').select('id').execute()).toEqual([{ id: 1 }]);
      expect(
        await services.places.placeOf(
          'renamed',
          (await services.directory.tenant('renamed'))?.database_url ?? null,
        ),
      ).toContain('application_name');
    });

    it('is undone when it is stopped', async () => {
      const { services } = server;
      await server.addTenant('stopped');
      await server.put('stopped', 'offices', [{ id: 1, name: 'Here' }]);
      await expect(moved(services, 'stopped', first, AbortSignal.abort())).rejects.toThrow(
        'was stopped',
      );
      await server.put('stopped', 'offices', [{ id: 2, name: 'Still here' }]);
      const source = await openAsOwner(await services.tenants.store('sqlite'), 'stopped');
      const { rows } = await sql`select 1 from sqlite_master where name like 'move%'`.execute(
        source.db,
      );
      expect(rows).toEqual([]);
      await source.close();
      // What it had made there is a left-over, which the next move replaces.
      expect(await moved(services, 'stopped', first)).toMatchObject({ rows: { office: 2 } });
      const entry = await services.directory.tenant('stopped');
      const parts = { ...services, clock: systemClock, random: randomBytes, say: () => {} };
      if (entry === undefined) throw new Error('It is gone.');
      expect(await endMove({ ...parts, signal: new AbortController().signal }, entry)).toBe(false);
    });
  });
});

describe('two processes and a move', () => {
  onPostgres('on PostgreSQL', (database) => {
    const config: Config = { ...testConfig({ dataFolder: '', databaseUrl: undefined }) };
    const opened: Services[] = [];

    beforeAll(async () => {
      const folder = temporaryFolder();
      for (let process = 0; process < 4; process += 1) {
        const own = { ...config, dataFolder: folder };
        opened.push(await openServices(own, systemClock, pino({ level: 'silent' })));
      }
      expect(existsSync(join(folder, 'directory.sqlite'))).toBe(true);
    });
    afterAll(async () => {
      for (const services of opened) await services.close();
      rmSync(config.dataFolder, { recursive: true, force: true });
    });

    it('read what the other one has been told is stored, at any moment', {
      timeout: 120_000,
    }, async () => {
      const [one, two, mover] = opened;
      if (one === undefined || two === undefined || mover === undefined)
        throw new Error('Not open.');
      const entry = newEntry('acme', 'client', NOON);
      await one.directory.addTenant(entry);
      const listings = importResources(await databaseOf(one, 'acme'), ZONE, systemClock).get(
        'listings',
      );
      await listings?.write([listings.parse({ main_id: 1 })]);
      let running = true;
      let acknowledged = 0;
      let late = 0;
      let longest = 0;
      let imported = 0;
      // As an import does: it holds the database it was given, and never looks it up again.
      const batches = async (database: TenantDatabase) => {
        const agents = importResources(database, ZONE, systemClock).get('agents');
        while (running) {
          const ids = Array.from({ length: 20 }, (_, index) => imported + index + 1);
          const write = agents?.write(
            ids.map((id) => agents.parse({ id, firstname: `Agent ${id}` })),
          );
          try {
            await write;
            imported += ids.length;
          } catch (error) {
            if (!(error instanceof RecordsReadOnly)) throw error;
          }
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      const loop = async (writer: Services, reader: Services) => {
        while (running) {
          const began = performance.now();
          const tenant = await writer.tenants.tenant('acme');
          if (tenant === undefined) throw new Error('The client is gone.');
          const views = await countView(tenant.database, 1);
          acknowledged = Math.max(acknowledged, views ?? 0);
          const floor = acknowledged;
          longest = Math.max(longest, performance.now() - began);
          const other = await reader.tenants.tenant('acme');
          const seen = await other?.database.db
            .selectFrom('listing_views')
            .select('views')
            .executeTakeFirst();
          if ((seen?.views ?? 0) < floor) late += 1;
          await new Promise((resolve) => setTimeout(resolve, 15));
        }
      };
      const load = Promise.all([
        loop(one, two),
        loop(two, one),
        batches(await databaseOf(opened[3] as Services, 'acme')),
      ]);
      load.catch(() => {
        running = false;
      });
      for (const place of [database.databaseUrl ?? '', 'default', database.databaseUrl ?? '']) {
        await moved(mover, 'acme', place);
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      running = false;
      await load;
      expect(late).toBe(0);
      expect(acknowledged).toBeGreaterThan(30);
      const last = await databaseOf(two, 'acme');
      expect(last.kind).toBe('postgres');
      expect(await last.db.selectFrom('listing_views').selectAll().execute()).toEqual([
        { listing_id: 1, views: acknowledged },
      ]);
      const agents = await last.db.selectFrom('agent').select('id').orderBy('id').execute();
      expect(imported).toBeGreaterThan(100);
      expect(agents.map(({ id }) => id)).toEqual(
        Array.from({ length: imported }, (_, index) => index + 1),
      );
      expect(longest).toBeLessThan(10_000);
    });
  });
});
