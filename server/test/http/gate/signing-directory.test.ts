import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashKey } from '../../../src/http/gate/key-check.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { openServices, type Services } from '../../../src/services.js';
import { CachedKeys } from '../../../src/store/directory/keys.js';
import { seal } from '../../../src/store/secrets/seal.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, testConfig } from '../../rig/server.js';
import { issue, spentStamps } from './signing.js';

forEachDatabase('the directory', (database) => {
  const config = testConfig(database);
  let services: Services;
  beforeAll(async () => {
    services = await openServices(config, new ManualClock(NOON), pino({ level: 'silent' }));
  });
  afterAll(() => services.close());

  /** The ledger as a process finds it that has just started. */
  async function withNewProcess(work: (services: Services) => Promise<void>): Promise<void> {
    const own = await openServices(config, new ManualClock(NOON), pino({ level: 'silent' }));
    try {
      await work(own);
    } finally {
      await own.close();
    }
  }

  describe('of used stamps', () => {
    it('lets a pair of numbers be used once', async () => {
      const { spentStamps: ledger } = services.directory;
      expect(await ledger.spend(7, 1000, 0)).toBe(true);
      expect(await ledger.spend(7, 1000, 0)).toBe(false);
      expect(await ledger.spend(8, 1000, 0)).toBe(true);
      expect(await ledger.spend(7, 1001, 0)).toBe(true);
    });

    it('takes a stamp also where old ones cannot be removed', async () => {
      await withNewProcess(async ({ directory: { spentStamps: ledger, tables } }) => {
        const refuse =
          database.kind === 'sqlite'
            ? [
                sql`create trigger kept before delete on spent_stamp begin select raise(abort, 'kept'); end`,
              ]
            : [
                sql`create function kept() returns trigger language plpgsql as 'begin raise ''kept''; end'`,
                sql`create trigger kept before delete on portico_directory.spent_stamp execute function kept()`,
              ];
        await ledger.spend(40, 1, 0);
        await ledger.settled();
        for (const statement of refuse) await statement.execute(tables.db);
        try {
          await withNewProcess(async ({ directory }) => {
            expect(await directory.spentStamps.spend(40, 2, 2)).toBe(true);
            await directory.spentStamps.settled();
            expect(await directory.spentStamps.spend(40, 3, 2)).toBe(true);
          });
          expect(await spentStamps(database, 40)).toEqual([1, 2, 3]);
        } finally {
          const from = database.kind === 'sqlite' ? sql`` : sql`on portico_directory.spent_stamp`;
          await sql`drop trigger kept ${from}`.execute(tables.db);
          await tables.db.deleteFrom('spent_stamp').where('issued_client_id', '=', 40).execute();
        }
      });
    });

    it('forgets what is older than it was told, a thousand at a time', async () => {
      await withNewProcess(async ({ directory: { spentStamps: ledger } }) => {
        const stamps = Array.from({ length: 1500 }, (_, index) => 10_000 + index);
        for (let start = 0; start < stamps.length; start += 50) {
          const some = stamps.slice(start, start + 50);
          await Promise.all(some.map((stamp) => ledger.spend(20, stamp, 0)));
        }
        await ledger.settled();
      });
      expect(await spentStamps(database, 20)).toHaveLength(1500);

      // The first pair of a process makes it look; older rows go first, of whatever key.
      await withNewProcess(async ({ directory: { spentStamps: ledger } }) => {
        expect(await ledger.spend(21, 50_000, 11_400)).toBe(true);
        await ledger.settled();
        const left = await spentStamps(database, 20);
        expect(left.length).toBeGreaterThanOrEqual(500);
        expect(left.length).toBeLessThanOrEqual(503);
        expect(left.at(-1)).toBe(11_499);
        // Not with every call.
        expect(await ledger.spend(21, 50_001, 11_400)).toBe(true);
        await ledger.settled();
        expect(await spentStamps(database, 20)).toEqual(left);
      });

      await withNewProcess(async ({ directory: { spentStamps: ledger } }) => {
        expect(await ledger.spend(21, 50_002, 11_400)).toBe(true);
        await ledger.settled();
        const kept = Array.from({ length: 100 }, (_, index) => 11_400 + index);
        expect(await spentStamps(database, 20)).toEqual(kept);
        expect(await spentStamps(database, 21)).toEqual([50_000, 50_001, 50_002]);
        // What stays is still used.
        expect(await ledger.spend(20, 11_400, 11_400)).toBe(false);
      });
    });

    it('looks again after every five hundred', async () => {
      await withNewProcess(async ({ directory: { spentStamps: ledger } }) => {
        await ledger.spend(30, 100_000, 0);
        for (let stamp = 200_001; stamp < 200_500; stamp += 1) {
          await ledger.spend(30, stamp, 200_000);
        }
        await ledger.settled();
        expect(await spentStamps(database, 30)).toHaveLength(500);
        await ledger.spend(30, 200_500, 200_000);
        await ledger.settled();
        expect((await spentStamps(database, 30))[0]).toBe(200_001);
      });
    });
  });

  describe('of keys', () => {
    it('unseals a signing secret once, for as long as it is the same', async () => {
      const clock = new ManualClock(NOON);
      const keys = new CachedKeys(services.directory, clock, config.secretKey ?? Buffer.alloc(0));
      const holder = await issue(services);
      const hash = hashKey(holder.apiKey);
      const first = await keys.findByHash(hash);
      const opened = first?.signingKey();
      expect(opened?.export().toString('utf8')).toBe(holder.secret);
      clock.advance(10_000);
      const second = await keys.findByHash(hash);
      expect(second).not.toBe(first);
      expect(second?.signingKey()).toBe(opened);
    });

    it('shows the secret to nobody who looks at a key', async () => {
      const secretKey = config.secretKey ?? Buffer.alloc(0);
      const keys = new CachedKeys(services.directory, new ManualClock(NOON), secretKey);
      const holder = await issue(services);
      const key = await keys.findByHash(hashKey(holder.apiKey));
      const shown = [
        JSON.stringify(key),
        inspect(key, { depth: 9, showHidden: true }),
        inspect(key?.signingKey(), { depth: 9, showHidden: true }),
        JSON.stringify(key?.signingKey()),
      ].join();
      expect(shown).toContain(holder.prefix);
      expect(shown).not.toContain(holder.secret);
    });

    it('opens the secret that is stored now, and not the one before', async () => {
      const secretKey = config.secretKey ?? Buffer.alloc(0);
      const clock = new ManualClock(NOON);
      const keys = new CachedKeys(services.directory, clock, secretKey);
      const holder = await issue(services);
      const hash = hashKey(holder.apiKey);
      const opened = async () => (await keys.findByHash(hash))?.signingKey()?.export().toString();
      expect(await opened()).toBe(holder.secret);
      await services.directory.tables.db
        .updateTable('api_key')
        .set({ sealed_secret: seal('another', secretKey, hash, randomBytes) })
        .where('id', '=', holder.id)
        .execute();
      clock.advance(1000);
      expect(await opened()).toBe('another');
    });

    it('opens no secret that was sealed under another key, and none where there is none', async () => {
      const clock = new ManualClock(NOON);
      const holder = await issue(services);
      const plain = await issue(services, { privateAccess: false });
      const keys = new CachedKeys(services.directory, clock, randomBytes(32));
      expect((await keys.findByHash(hashKey(holder.apiKey)))?.signingKey()).toBeUndefined();
      expect((await keys.findByHash(hashKey(plain.apiKey)))?.signingKey()).toBeUndefined();
    });
  });
});
