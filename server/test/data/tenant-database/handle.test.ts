import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFrozenError } from '../../../src/data/tenant-database/frozen.js';
import { DatabaseMovingError, MovableDatabase } from '../../../src/data/tenant-database/handle.js';
import { type OpenedDatabase, openAsOwner } from '../../../src/data/tenant-database/open.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { temporaryFolder } from '../../rig/temp.js';

const FROZEN = 'portico: this database is being moved';

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
