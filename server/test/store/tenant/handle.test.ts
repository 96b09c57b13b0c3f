import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../src/lib/clock.js';
import { SealedCodes } from '../../../src/store/secrets/sealed-codes.js';
import { noteEvents } from '../../../src/store/tenant/followers.js';
import {
  DatabaseMovingError,
  isFrozenError,
  MovableDatabase,
} from '../../../src/store/tenant/handle.js';
import { type OpenedDatabase, openAsOwner } from '../../../src/store/tenant/open.js';
import { writeTo, writeUnversioned } from '../../../src/store/tenant/write.js';
import { temporaryFolder } from '../../rig/temp.js';

const FROZEN = 'portico: this database is being moved';

const codes = new SealedCodes(async () => randomBytes(32), randomBytes);

describe('a client database that is being moved', () => {
  const clock = new ManualClock(0);
  let opened: OpenedDatabase;
  let follows: number;

  beforeEach(async () => {
    opened = await openAsOwner({ folder: temporaryFolder() }, 'acme');
    follows = 0;
    await say(FROZEN);
  });
  afterEach(() => opened.close());

  /** Has the database refuse changes of its revision with these words. */
  async function say(words: string): Promise<void> {
    await opened.db.transaction().execute(async (transaction) => {
      await sql`drop trigger if exists frozen`.execute(transaction);
      await sql`
        create trigger frozen before update on revision
        begin select raise(abort, ${sql.lit(words)}); end
      `.execute(transaction);
    });
  }

  const handle = (follow: () => Promise<unknown>) =>
    new MovableDatabase(
      { name: 'acme', kind: 'client' },
      { word: 'w', opened },
      clock,
      codes,
      async () => {
        follows += 1;
        await follow();
      },
    );
  const thaw = () =>
    opened.db.transaction().execute((transaction) => sql`drop trigger frozen`.execute(transaction));
  const change = async (database: MovableDatabase, way: 'write' | 'note' = 'write') =>
    database[way](async (transaction) => {
      await transaction.updateTable('revision').set({ number: 7 }).execute();
      return 'done';
    });

  it.each(['write', 'note'] as const)('is waited for by a %s', async (way) => {
    const database = handle(thaw);
    expect(await change(database, way)).toBe('done');
    expect(follows).toBe(1);
    const row = await database.db.selectFrom('revision').select('number').executeTakeFirst();
    expect(row?.number).toBe(7);
    expect([database.name, database.role, database.word, database.kind]).toEqual([
      'acme',
      'client',
      'w',
      'sqlite',
    ]);
  });

  it('is waited for ten seconds, and written to where it is after that', async () => {
    const database = handle(async () => {
      clock.advance(follows === 2 ? 4_999 : 5_000);
      if (follows === 2) await thaw();
    });
    expect(await change(database)).toBe('done');
    expect(follows).toBe(2);
  });

  it('refuses a write after ten seconds', async () => {
    const database = handle(async () => clock.advance(5_000));
    const failure = await change(database).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseMovingError);
    expect(failure).toMatchObject({
      name: 'DatabaseMovingError',
      message: expect.stringContaining('The database of acme takes no writes'),
      cause: expect.objectContaining({ message: FROZEN }),
    });
    expect(follows).toBe(2);
  });

  it('is not waited for where a write fails for another reason', async () => {
    await say('something else');
    await expect(change(handle(thaw))).rejects.toThrow('something else');
    expect(follows).toBe(0);
  });
});

describe('a client database whose changes receivers follow', () => {
  let opened: OpenedDatabase;
  let heard: string[];
  beforeEach(async () => {
    opened = await openAsOwner({ folder: temporaryFolder() }, 'acme');
    heard = [];
  });
  afterEach(() => opened.close());

  /** The database in a process of its own. */
  const inProcess = () =>
    new MovableDatabase(
      { name: 'acme', kind: 'client' },
      { word: 'w', opened },
      new ManualClock(0),
      codes,
      async () => {},
      Number.POSITIVE_INFINITY,
      {
        announce: async ({ name }) => void heard.push(`announce ${name}`),
        store: async () => false,
        wake: ({ name }) => void heard.push(`wake ${name}`),
      },
    );
  const heardOf = async (work: () => Promise<unknown>) => {
    heard = [];
    await work();
    return heard.map((word) => word.split(' ')[0]);
  };
  const nothing = async () => {};
  const receiver = (state: string) =>
    opened.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('webhook_endpoint').execute();
      const texts = { url: '', types: '', include: '', contact: '', sealed_secret: '', reason: '' };
      const times = { old_until: 0, created_at: 0, failing_since: 0, not_before: 0 };
      await transaction
        .insertInto('webhook_endpoint')
        .values({
          ...{ public_id: 'ep_1', ...texts, ...times, old_sealed_secret: '', leased_until: 0 },
          ...{ follows: 1, state },
        })
        .execute();
    });

  it('says so before a write of records and after it, from the first write of a process on', async () => {
    const database = inProcess();
    expect(await heardOf(() => writeTo(database, nothing))).toEqual([]);
    await receiver('active');
    // Another process has made the receiver: the commit tells of it.
    expect(await heardOf(() => writeTo(database, nothing))).toEqual(['wake']);
    expect(await heardOf(() => writeTo(database, nothing))).toEqual(['announce', 'wake']);
    expect(await heardOf(() => writeTo(inProcess(), nothing))).toEqual(['announce', 'wake']);
    expect(heard).toEqual(['announce acme', 'wake acme']);
  });

  it('says nothing after a write that changed no record, and forgets a receiver that is paused', async () => {
    await receiver('active');
    const database = inProcess();
    expect(await heardOf(() => writeUnversioned(database, nothing))).toEqual(['announce']);
    expect(await heardOf(() => database.note(nothing))).toEqual([]);
    await receiver('paused');
    expect(await heardOf(() => writeTo(database, nothing))).toEqual(['announce']);
    expect(await heardOf(() => writeTo(database, nothing))).toEqual([]);
  });

  it('is written to, too, where nobody can say whether there are receivers', async () => {
    await opened.db.schema.alterTable('webhook_endpoint').renameTo('gone').execute();
    const done = inProcess().write(async () => 'done');
    expect(await done).toBe('done');
    expect(heard).toEqual([]);
  });
});

describe('the error of a database that is being moved', () => {
  const error = (code: string, message: string) => Object.assign(new Error(message), { code });

  it('is known by its code on PostgreSQL, and by its words on SQLite', () => {
    expect(isFrozenError(error('PMOVE', ''))).toBe(true);
    expect(isFrozenError(error('SQLITE_CONSTRAINT_TRIGGER', `x: ${FROZEN}`))).toBe(true);
  });

  it('is no other', () => {
    expect(isFrozenError(error('SQLITE_CONSTRAINT_TRIGGER', 'another trigger'))).toBe(false);
    expect(isFrozenError(error('SQLITE_CONSTRAINT', FROZEN))).toBe(false);
    expect(isFrozenError(new Error(FROZEN))).toBe(false);
    expect(isFrozenError({ code: 'PMOVE' })).toBe(false);
  });
});

describe('events of a write', () => {
  it('are announced while no transaction is open, and before they are committed', async () => {
    const opened = await openAsOwner({ folder: temporaryFolder() }, 'acme');
    const seen: string[] = [];
    const inTurn = (text: string) =>
      // It would wait for an open transaction for ever.
      opened.db.transaction().execute(async () => void seen.push(text));
    const database = new MovableDatabase(
      { name: 'acme', kind: 'client' },
      { word: 'w', opened },
      new ManualClock(0),
      codes,
      async () => {},
      undefined,
      {
        announce: () => inTurn('announced'),
        store: async (_database, _transaction, _events, before) => {
          await before();
          return seen.push('stored') > 0;
        },
        wake: () => void seen.push('woken'),
      },
    );
    const write = () =>
      database.write(async (transaction) => {
        noteEvents(transaction, [{ type: 'member.updated', data: {} }]);
        return 'done';
      });
    for (let each = 0; each < 2; each += 1) expect(await write()).toBe('done');
    const once = ['announced', 'stored', 'woken'];
    expect(seen).toEqual([...once, ...once]);
    await opened.close();
  });
});
