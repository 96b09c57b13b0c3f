import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ResourceName } from 'portico-importer/resource.js';
import { expect, it, vi } from 'vitest';
import type { RemovableKind } from '../../../src/changes/removal/removals.js';
import { removeRecords } from '../../../src/changes/removal/remove-records.js';
import { exportResources } from '../../../src/changes/transfers.js';
import { systemClock } from '../../../src/lib/clock.js';
import { RecordsReadOnly } from '../../../src/lib/unavailable.js';
import { addPost, changePost } from '../../../src/resources/content/blog-write.queries.js';
import { setTours } from '../../../src/resources/listings/virtual-tour.endpoints.js';
import { moveTenant } from '../../../src/store/copy/move.js';
import { CHANGE_KINDS } from '../../../src/store/tenant/change-tables.js';
import { DatabaseMovingError } from '../../../src/store/tenant/handle.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { writeTo } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor, type TestServer } from '../../rig/server.js';
import { backUp, importAndKill, restoreFrom } from './outside.js';
import { Replica, seeded } from './replica.js';

/*
 * Writers that change, remove and fail at random, imports in processes of their own that are killed,
 * moves to the other engine and restores; and websites that keep a copy and crash at random: in the end
 * each copy is the data. `PORTICO_TEST_REPLICA_RUNS=1000 npm test -- test/changes/feed/replicas` does so
 * a thousand times; the seed of a failure is in its message, and `PORTICO_TEST_REPLICA_SEED` is the
 * first one.
 */

const RUNS = Number(process.env.PORTICO_TEST_REPLICA_RUNS || 2);
const FIRST_SEED = Number(process.env.PORTICO_TEST_REPLICA_SEED || 1);
const WRITERS = 4;
const WRITES = 12;
const IDS = 25;

type Random = () => number;
const upTo = (random: Random, most: number) => Math.floor(random() * (most + 1));
const one = <Item>(random: Random, items: readonly Item[]) =>
  items[Math.floor(random() * items.length)] as Item;
const some = (random: Random, most: number) =>
  [
    ...new Set(Array.from({ length: 1 + upTo(random, most) }, () => 1 + upTo(random, IDS - 1))),
  ].sort((a, b) => a - b);

const PLACES = ['Harlem', 'Soho', 'Chelsea', 'Tribeca'];
const LABELS = ['Sunny', 'Loft', 'Quiet'];

/** A random record of each kind. */
const RECORDS: Partial<Record<ResourceName, (id: number, random: Random) => object>> = {
  neighborhoods: (id, random) => ({
    cat_id: id,
    cat_name: `${one(random, PLACES)} ${id % 3 || ''}`,
  }),
  buildings: (id, random) => ({ id, city: one(random, PLACES), built: 1900 + upTo(random, 5) }),
  offices: (id, random) => ({ id, name: `Office ${upTo(random, 9)}` }),
  agents: (id, random) => ({
    id,
    firstname: one(random, LABELS),
    status: one(random, ['Active', 'Silent', 'Suspend']),
    teamid: one(random, ['', '1', '2', '3']),
  }),
  teams: (id, random) => ({
    id,
    name: one(random, LABELS),
    ...(random() < 0.5 ? { agent_ids: some(random, 3).join() } : {}),
  }),
  labels: (id, random) => ({ id, labelname: one(random, LABELS) }),
  listings: (id, random) => ({
    main_id: id,
    main_status: one(random, ['For Rent', 'For Sale', 'Sold']),
    main_neighborhood: one(random, PLACES),
    essentials_building: upTo(random, 5),
    agents_agent_id: upTo(random, 5),
    agents_coagent_id: upTo(random, 5) || '',
    financials_price: 1000 * upTo(random, 5),
    ...(random() < 0.5 ? { labels: one(random, LABELS) } : {}),
    ...(random() < 0.5
      ? { photos: [{ filename: `${upTo(random, 3)}.jpg`, name: '', sort: 1 }] }
      : {}),
    ...(random() < 0.3 ? { custom_tier: one(random, ['', 'gold']) } : {}),
  }),
  blogs: (id, random) => ({ id, title: one(random, LABELS), status: upTo(random, 1) }),
  docs: (id, random) => ({ id, title: one(random, LABELS) }),
};
const KINDS = Object.keys(RECORDS) as (RemovableKind & keyof typeof CHANGE_KINDS)[];

async function writeAtRandom(server: TestServer, tenant: string, random: Random): Promise<void> {
  const kind = one(random, KINDS);
  const act = random();
  const ids = some(random, act < 0.55 ? 12 : 4);
  const database = await databaseOf(server, tenant);
  if (act < 0.55) {
    const record = RECORDS[kind];
    const records = ids.map((id) => record?.(id, random) ?? {});
    await server.put(tenant, kind, records);
  } else if (act < 0.7) {
    await writeAsWebsite(database, ids, random);
  } else if (act < 0.9) {
    await removeRecords(database, kind, ids);
  } else {
    // Killed in the midst of its transaction: it leaves nothing.
    const killed = writeTo(database, async (transaction, changes) => {
      await transaction.deleteFrom('office').execute();
      changes.removed('offices', ids);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
  }
}

/** Websites write without taking turns with imports and removals. */
async function writeAsWebsite(
  database: TenantDatabase,
  ids: readonly number[],
  random: Random,
): Promise<void> {
  const post = { values: { title: one(random, LABELS) }, labels: undefined, buildings: undefined };
  for (const id of ids) {
    const act = random();
    if (act < 0.1) await addPost(database, post);
    else if (act < 0.5) await changePost(database, id, post);
    else await setTours(database, id, { video: `https://video.test/${upTo(random, 9)}` });
  }
}

async function databaseOf(server: TestServer, tenant: string): Promise<TenantDatabase> {
  const opened = await server.services.tenants.tenant(tenant);
  if (opened === undefined) throw new Error(`There is no client ${tenant}.`);
  return opened.database;
}

/**
 * Two writers that meet in opposite orders: the database ends one of them, who tries again. So does one
 * who waits for a move, as the clock here goes on by a second with each poll.
 */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isMoving = error instanceof DatabaseMovingError || error instanceof RecordsReadOnly;
      if (!isMoving && (error as { code?: unknown }).code !== '40P01') throw error;
    }
  }
}

async function move(server: TestServer, tenant: string, to: 'sqlite' | 'default'): Promise<void> {
  const { directory, tenants, places } = server.services;
  const entry = await directory.tenant(tenant);
  if (entry === undefined) throw new Error(`There is no client ${tenant}.`);
  const { signal } = new AbortController();
  const tools = { clock: systemClock, random: randomBytes, signal, say: () => {} };
  await moveTenant({ directory, tenants, places, ...tools }, entry, to);
}

/** The readable records by kind and id, as an export has them. */
async function exportedIds(server: TestServer, tenant: string): Promise<string[]> {
  const database = await databaseOf(server, tenant);
  const ids: string[] = [];
  for (const { name, records } of exportResources(database, 'UTC', server.clock)) {
    if (!Object.hasOwn(CHANGE_KINDS, name)) continue;
    for await (const record of records()) {
      if (name === 'agents' && record.status === 'Suspend') continue;
      if (name === 'blogs' && record.status !== 1) continue;
      ids.push(`${name} ${record.main_id ?? record.cat_id ?? record.id}`);
    }
  }
  return ids.sort();
}

/** A file of every kind, for an import beside the writers. */
function importFiles(random: Random): Record<string, object[]> {
  return Object.fromEntries(
    KINDS.map((kind) => [kind, some(random, 20).map((id) => RECORDS[kind]?.(id, random) ?? {})]),
  );
}

forEachDatabase('copies of the records', (database) => {
  const server = serverFor(database);

  /** Writers and websites at the same time, until nobody writes and each website has everything. */
  async function together(
    seed: number,
    tenant: string,
    replicas: readonly Replica[],
    others: readonly Promise<unknown>[],
  ): Promise<void> {
    let writing = WRITERS + 1;
    const write = async (writer: number) => {
      const random = seeded(seed * 1000 + writer);
      for (let at = 0; at < WRITES; at += 1) {
        await untilDone(() => writeAtRandom(server, tenant, random));
      }
      writing -= 1;
    };
    const end = async () => {
      await Promise.all(others);
      writing -= 1;
    };
    let failed = false;
    const follow = async (replica: Replica) => {
      for (let done = false; !done && !failed; ) {
        // Looked at before the poll, which may answer a state from before the last write.
        const over = writing === 0;
        const hasAll = await replica.poll();
        done = hasAll && over;
        // Calls within this process leave no time for what other processes say.
        if (hasAll && !over) await pause(5);
      }
    };
    const all = [
      ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
      ...replicas.map(follow),
      end(),
    ];
    await Promise.all(all).catch((error) => {
      // Those who follow would do so for ever.
      failed = true;
      throw error;
    });
  }

  async function run(seed: number): Promise<void> {
    const tenant = `run${seed}`;
    await server.addTenant(tenant);
    const key = await server.addKey(tenant);
    const random = seeded(seed * 31 + 17);
    const replicas = [1, 2].map((at) => new Replica(server, key, seeded(seed * 7919 + at)));
    // A run in ten moves to the other engine while all of this goes on, where there is one.
    const moves = database.kind === 'postgres' && seed % 10 === 1;
    const isKilled = seed % 5 === 2;
    const isRestored = seed % 10 === 2;
    let folder = '';
    await together(seed, tenant, replicas, [
      ...(moves ? [move(server, tenant, 'sqlite')] : []),
      ...(isKilled ? [importAndKill(database, tenant, importFiles(random), random)] : []),
      ...(isRestored
        ? [
            backUp(database).then((made) => {
              folder = made;
            }),
          ]
        : []),
    ]);
    if (isRestored) {
      const before = await databaseOf(server, tenant);
      await restoreFrom(database, folder, tenant);
      // A server closes the file of a client that was removed, and then opens the new one.
      if (database.kind === 'sqlite') {
        const opened = async () => {
          server.clock.advance(1_000);
          expect(await databaseOf(server, tenant)).not.toBe(before);
        };
        await vi.waitFor(opened, { timeout: 30_000, interval: 50 });
      }
      await together(seed + 0.5, tenant, replicas, []);
    }
    const whole = new Replica(server, key, () => 0.99);
    while (!(await whole.poll()));
    const which = `seed ${seed}`;
    expect([...whole.records.keys()].sort(), which).toEqual(await exportedIds(server, tenant));
    for (const replica of replicas) {
      expect(Object.fromEntries(replica.records), which).toEqual(Object.fromEntries(whole.records));
      // A move keeps cursors valid, and nothing but a restore has reason to end them.
      expect(replica.restarts, which).toBe(isRestored ? 1 : 0);
    }
  }

  it(
    `are the data in the end, whatever happens in between (${RUNS} runs)`,
    async () => {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) await run(seed);
    },
    120_000 + RUNS * 30_000,
  );
});
