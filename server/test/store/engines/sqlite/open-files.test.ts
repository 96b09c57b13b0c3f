import { spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../src/lib/clock.js';
import { openSqlite, readsNow } from '../../../../src/store/engines/dialect.js';
import { CONNECTION_BYTES } from '../../../../src/store/engines/sqlite/connection.js';
import {
  databasesUnder,
  openFileCount,
  openFileLimit,
} from '../../../../src/store/engines/sqlite/open-file-limit.js';
import {
  OpenFiles,
  type OpenFilesOptions,
} from '../../../../src/store/engines/sqlite/open-files.js';
import { NOON } from '../../../rig/server.js';
import { temporaryFolder } from '../../../rig/temp.js';
import { testProgram } from '../../../rig/test-program.js';

/** One of the programs of this folder. */
const programOf = (name: string) =>
  testProgram(fileURLToPath(new URL(`${name}-process.ts`, import.meta.url)));

interface Tables {
  item: { id: number };
}

describe('SQLite files that share a process', () => {
  const opened: { destroy(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.destroy();
  });

  const setUp = async (most: number, number: number, options?: OpenFilesOptions) => {
    const clock = new ManualClock(NOON);
    const files = new OpenFiles(most, clock, options);
    files.stop();
    const folder = temporaryFolder();
    const all = Array.from({ length: number }, (_, at) => {
      const { db } = openSqlite<Tables>(join(folder, `${at}.sqlite`), files);
      opened.push(db);
      return db;
    });
    for (const db of all) await db.schema.createTable('item').addColumn('id', 'integer').execute();
    return { clock, files, folder, all };
  };
  const count = async (db: Awaited<ReturnType<typeof setUp>>['all'][number] | undefined) =>
    (await db?.selectFrom('item').select('id').execute())?.length;

  it('are open up to a bound, the one unused for longest is closed, and all of them answer', async () => {
    const { files, all } = await setUp(3, 6);
    expect(files.state).toEqual({ open: 3, most: 3, opened: 6, evicted: 3 });
    await all[3]?.insertInto('item').values({ id: 1 }).execute();
    expect(await count(all[0])).toBe(0);
    // The one that was used last stayed.
    expect(files.state).toEqual({ open: 3, most: 3, opened: 7, evicted: 4 });
    expect(await count(all[3])).toBe(1);
    expect(files.state.opened).toBe(7);
    for (let round = 0; round < 3; round += 1) for (const db of all) await count(db);
    expect(files.state.open).toBe(3);
  });

  it('take no more than a set memory, statements included, and all of them answer', async () => {
    const mostBytes = 10 * CONNECTION_BYTES;
    const { files, all } = await setUp(100, 12, { mostBytes });
    // Each was written to, which takes a second connection.
    expect(files.state.open).toBeLessThanOrEqual(5);
    for (const db of all) expect(await count(db)).toBe(0);
    const { open } = files.state;
    expect(open).toBeGreaterThan(5);
    expect(open).toBeLessThan(10);
    const text = `select id, '${'x'.repeat(mostBytes / 60)}' as text from item`;
    expect((await sql.raw(text).execute(all[0] as never)).rows).toEqual([]);
    // The statement takes half of the memory.
    expect(files.state.open).toBeLessThanOrEqual(open - 4);
    for (let round = 0; round < 3; round += 1) for (const db of all) await count(db);
    for (const db of all) await db.insertInto('item').values({ id: 1 }).execute();
    for (const db of all) expect(await count(db)).toBe(1);
    expect(files.state.open).toBeLessThan(10);
  });

  it('keep some open where more are called in turn than may be open', async () => {
    const { files, all } = await setUp(16, 20);
    const { opened } = files.state;
    for (let round = 0; round < 10; round += 1) for (const db of all) await count(db);
    expect(files.state.opened - opened).toBeLessThan(190);
  });

  it('are not closed in the middle of a write, whatever else is opened', async () => {
    const { files, all } = await setUp(1, 4);
    const [written, ...others] = all;
    await written?.transaction().execute(async (transaction) => {
      await transaction.insertInto('item').values({ id: 1 }).execute();
      for (const other of others) expect(await count(other)).toBe(0);
      // Beside the one that is written to there is always one more.
      expect(files.state.open).toBe(2);
      await transaction.insertInto('item').values({ id: 2 }).execute();
    });
    expect(await count(written)).toBe(2);
  });

  it('are not closed under those who wait for their turn to write', async () => {
    const { all } = await setUp(1, 3);
    const [first, ...others] = all;
    const writes = Array.from({ length: 20 }, (_, id) =>
      first?.transaction().execute(async (transaction) => {
        await transaction.insertInto('item').values({ id }).execute();
        await count(others[id % 2]);
      }),
    );
    await Promise.all(writes);
    expect(await count(first)).toBe(20);
  });

  it('are closed under a snapshot, which goes on as it began', async () => {
    const { all } = await setUp(1, 2);
    const [read, other] = all;
    await read
      ?.transaction()
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        await read.insertInto('item').values({ id: 1 }).execute();
        await count(other);
        expect((await snapshot.selectFrom('item').select('id').execute()).length).toBe(0);
      });
    expect(await count(read)).toBe(1);
  });

  it('keep the connection of a snapshot for the next one, which begins anew, and close it with the file', async () => {
    let bytes = 0;
    const clock = new ManualClock(NOON);
    const files = new OpenFiles(1, clock);
    files.stop();
    const grew = files.grew.bind(files);
    files.grew = (file, more) => {
      bytes += more;
      grew(file, more);
    };
    const folder = temporaryFolder();
    const { db } = openSqlite<Tables>(join(folder, 'item.sqlite'), files);
    const { db: other } = openSqlite<Tables>(join(folder, 'other.sqlite'), files);
    opened.push(db, other);
    await db.schema.createTable('item').addColumn('id', 'integer').execute();
    const counted = () =>
      db
        .transaction()
        .setAccessMode('read only')
        .execute((snapshot) => count(snapshot as never));
    expect(await count(db)).toBe(0);
    expect(await counted()).toBe(0);
    expect(bytes).toBeGreaterThan(3 * CONNECTION_BYTES);
    await db.insertInto('item').values({ id: 1 }).execute();
    const before = bytes;
    // The same connection, with its statement.
    expect(await counted()).toBe(1);
    expect(bytes).toBe(before);
    await other.schema.createTable('item').addColumn('id', 'integer').execute();
    // What is left is the other file's: two connections.
    expect(bytes).toBeLessThan(3 * CONNECTION_BYTES);
  });

  it('are closed after minutes without use, and opened again by their next use', async () => {
    const { clock, files, folder, all } = await setUp(10, 5);
    clock.advance(60_000);
    await count(all[0]);
    await files.closeUnused();
    expect(files.state.open).toBe(5);
    clock.advance(120_000);
    await files.closeUnused();
    expect(files.state).toMatchObject({ open: 1, evicted: 0 });
    // Closed for good: the log is in the file.
    expect(existsSync(join(folder, '1.sqlite-wal'))).toBe(false);
    for (const db of all) expect(await count(db)).toBe(0);
    expect(files.state.open).toBe(5);
  });

  it('give up what only writes need before that', async () => {
    const { clock, files, all } = await setUp(10, 1);
    const before = openFileCount() ?? 0;
    await count(all[0]);
    const both = openFileCount() ?? 0;
    clock.advance(60_000);
    await count(all[0]);
    await files.closeUnused();
    if (before > 0) expect(openFileCount()).toBeLessThan(both);
    expect(files.state.open).toBe(1);
    await all[0]?.insertInto('item').values({ id: 1 }).execute();
    expect(await count(all[0])).toBe(1);
  });

  it('answer no more once they were closed for good', async () => {
    const { all } = await setUp(2, 1);
    await all[0]?.destroy();
    await expect(count(all[0])).rejects.toThrow();
  });

  it('answer no more while their last write ends', async () => {
    const { all } = await setUp(2, 1);
    const db = all[0] as NonNullable<(typeof all)[0]>;
    const reader = readsNow(db);
    const read = () => reader?.readNow('select id from item', []);
    const steps = new EventEmitter();
    const begun = once(steps, 'begun');
    const end = once(steps, 'end');
    const write = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('item').values({ id: 1 }).execute();
      steps.emit('begun');
      await end;
    });
    await begun;
    expect(read()).toEqual([]);
    const destroyed = db.destroy();
    try {
      await expect.poll(read).toBeUndefined();
      await expect(count(db)).rejects.toThrow();
    } finally {
      steps.emit('end');
      await Promise.all([write, destroyed]);
    }
  });

  it('keep what a transaction has rolled back out, also after they were closed', async () => {
    const { all } = await setUp(1, 2);
    const [first, other] = all;
    const failing = first?.transaction().execute(async (transaction) => {
      await transaction.insertInto('item').values({ id: 1 }).execute();
      await sql`select * from missing`.execute(transaction);
    });
    await expect(failing).rejects.toThrow('missing');
    await count(other);
    expect(await count(first)).toBe(0);
  });

  it('are opened and closed thousands of times, on every Node.js, and nothing piles up', async () => {
    const args = [await programOf('reopening'), temporaryFolder(), '2000'];
    const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
    // Node.js 24 ends in the middle where an object of SQLite is collected between two turns.
    expect([run.status, run.stderr]).toEqual([0, '']);
    const { opened, memory, held } = JSON.parse(run.stdout);
    expect(opened).toBeGreaterThan(1900);
    expect(held).toBeLessThan(21_000);
    const megabytes = (memory.at(-1) - memory[4]) / 1e6;
    expect(megabytes).toBeLessThan(100);
  });

  it('are removed a hundred times, on every Node.js, and leave no object to a collection', async () => {
    const args = [await programOf('removing'), temporaryFolder(), '100'];
    const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([0, '']);
    // Of each removal the connection and its statement; before Node.js 24 nothing has to be held.
    const isHeldBack = Number(process.versions.node.split('.')[0]) >= 24;
    expect(JSON.parse(run.stdout)).toEqual([isHeldBack ? 2 : 0]);
  }, 60_000);

  it('share little memory when they are many, and answer the same', async () => {
    const { files, all } = await setUp(200, 100);
    expect(files.sharing).toBe(128);
    const [first] = all;
    await first?.transaction().execute(async (transaction) => {
      for (let id = 0; id < 2000; id += 1) {
        await transaction.insertInto('item').values({ id }).execute();
      }
    });
    expect(await count(first)).toBe(2000);
  });
});

describe('the limit of open files', () => {
  it('is what the system says', () => {
    if (!existsSync('/proc/self/limits')) return;
    const limit = openFileLimit();
    const shell = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' });
    expect(String(limit)).toBe(shell.stdout.trim());
  });

  it('leaves more descriptors to connections than to databases', () => {
    expect(databasesUnder(1024)).toBe(71);
    expect(databasesUnder(65_536)).toBe(1024);
    expect(databasesUnder(undefined)).toBe(1024);
    expect(databasesUnder(64)).toBe(8);
  });

  it('is met by closing files, and said once a minute', { timeout: 60_000 }, async () => {
    const program = await programOf('few-files');
    const command = `ulimit -n 256 && exec "${process.execPath}" "${program}" "${temporaryFolder()}"`;
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const { answered, said, open } = JSON.parse(stdout);
    expect(answered).toBe(450);
    expect(said).toBe(1);
    expect(open).toBeLessThan(80);
  });
});
