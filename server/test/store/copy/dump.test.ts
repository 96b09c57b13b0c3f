import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newEntry } from '../../../src/commands/client/entry.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { openServices, type Services } from '../../../src/services.js';
import { fill, isUntouched, type Row, readSnapshot, shapes } from '../../../src/store/copy/dump.js';
import type { OwnedDatabase } from '../../../src/store/tenant/open.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, testConfig } from '../../rig/server.js';

forEachDatabase('databases as plain values', (database) => {
  const services: Services[] = [];
  const opened: OwnedDatabase[] = [];
  const open = async (name: string, which = 0) => {
    const from = services[which];
    if (from === undefined) throw new Error('Nothing is open.');
    const owned = await from.tenants.openAt(newEntry(name, 'client', NOON));
    opened.push(owned);
    return owned;
  };
  const addLabels = (to: OwnedDatabase, first: number, amount: number) =>
    to.db
      .insertInto('label')
      .values(
        Array.from({ length: amount }, (_, index) => {
          const id = first + index;
          return { id, name: `L${id}`, name_key: `l${id}` };
        }),
      )
      .execute();
  const label = async (of: OwnedDatabase) => {
    const shape = (await shapes(of)).find(({ name }) => name === 'label');
    if (shape === undefined) throw new Error('There are no labels.');
    return shape;
  };

  beforeAll(async () => {
    // Two processes, as far as the database can tell.
    for (let process = 0; process < 2; process++) {
      const log = pino({ level: 'silent' });
      services.push(await openServices(testConfig(database), new ManualClock(NOON), log));
    }
    await open('acme', 0);
    await open('acme', 1);
  });
  afterAll(async () => {
    for (const each of opened) await each.close();
    for (const each of services) await each.close();
  });

  it('are read as they stood, while others write and wait for nobody', async () => {
    const [mine, others] = opened as [OwnedDatabase, OwnedDatabase];
    await addLabels(mine, 1, 1200);
    const shape = await label(mine);
    const ids = await readSnapshot(mine, async (snapshot) => {
      const seen: unknown[] = [];
      let portions = 0;
      for await (const rows of snapshot.rows(shape)) {
        portions += 1;
        if (portions === 1) {
          // Both would wait for ever if the snapshot held anything that they need.
          await addLabels(others, 5000, 10);
          await addLabels(mine, 6000, 10);
          await others.db.deleteFrom('label').where('id', '=', 1200).execute();
        }
        seen.push(...rows.map(([id]) => id));
      }
      expect(portions).toBeGreaterThan(1);
      return seen;
    });
    expect(ids).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
    const after = await mine.db.selectFrom('label').select('id').where('id', '>', 1199).execute();
    expect(after).toHaveLength(20);
  });

  it('can only be read there', async () => {
    const [mine] = opened as [OwnedDatabase];
    const writing = mine.db
      .transaction()
      .setAccessMode('read only')
      .execute((transaction) => transaction.deleteFrom('label').execute());
    await expect(writing).rejects.toThrow(/read-?only/i);
    await addLabels(mine, 9000, 1);
  });

  it('fill a database of which nothing is stored, all at once or not at all', async () => {
    const target = await open('target');
    const shape = await label(target);
    const rows: Row[] = [
      [7, 'A', 'a', 0],
      [40, 'B', 'b', 1],
    ];
    expect(await isUntouched(target)).toBe(true);
    const { signal } = new AbortController();
    const labels = {
      tables: [shape],
      async *rows() {
        yield rows;
      },
    };
    const stopped = fill(target, labels, signal, async () => {
      throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(await isUntouched(target)).toBe(true);
    const revision = { name: 'revision', columns: ['number', 'views'] };
    await fill(
      target,
      {
        tables: [shape, revision],
        async *rows({ name }: { readonly name: string }) {
          yield name === 'label' ? rows : [[12, 34]];
        },
      },
      signal,
    );
    expect(await isUntouched(target)).toBe(false);
    expect(await target.db.selectFrom('revision').select(['number', 'views']).execute()).toEqual([
      { number: 12, views: 34 },
    ]);
    await expect(fill(target, labels, signal)).rejects.toThrow('Somebody is writing');
    const { id } = await target.db
      .insertInto('label')
      .values({ name: 'C', name_key: 'c' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(id).toBeGreaterThan(40);
  });

  it('are not let out where they are of another kind', async () => {
    const target = await open('odd');
    await target.db.schema
      .createTable('odd')
      .addColumn('bytes', database.kind === 'sqlite' ? 'blob' : 'bytea')
      .execute();
    const loose = target.db as never as import('kysely').Kysely<{ odd: { bytes: Buffer } }>;
    await loose
      .insertInto('odd')
      .values({ bytes: Buffer.from('x') })
      .execute();
    const shape = { name: 'odd', columns: ['bytes'] };
    const read = readSnapshot(target, async (snapshot) => snapshot.rows(shape).next());
    await expect(read).rejects.toThrow('odd.bytes holds a value that is neither text nor a number');
  });
});
