import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Selectable } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newEntry } from '../../../src/commands/client/entry.js';
import { ManualClock, systemClock } from '../../../src/lib/clock.js';
import { NOTE_SETTLES_MS } from '../../../src/outbox/sweep.js';
import { openServices, type Services } from '../../../src/services.js';
import type { EmailNotes } from '../../../src/store/directory/email-notes.js';
import type { DirectoryTables } from '../../../src/store/directory/tables.js';
import { writeUnversioned } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { makeTenant } from '../../rig/migrated.js';
import { NOON, testConfig } from '../../rig/server.js';
import { testProgram } from '../../rig/test-program.js';
import { aLetter } from './office.js';

/** More than are looked into at a sweep whatever is noted of them. */
const CLIENTS = 25;

forEachDatabase('notes of queued email', (database) => {
  const opened: Services[] = [];
  let swept: Selectable<DirectoryTables['queued_email']>[] = [];
  let clock = new ManualClock(NOON);
  const names = Array.from({ length: CLIENTS }, (_, at) => `client-${String(at).padStart(2, '0')}`);
  const first = names[0] ?? '';
  const last = names.at(-1) ?? '';

  /** Services as a process of its own would have them. */
  const process_ = async (): Promise<Services> => {
    const services = await openServices(testConfig(database), clock, pino({ level: 'silent' }));
    opened.push(services);
    return services;
  };
  const notes = (): EmailNotes => (opened[0] as Services).directory.emailNotes;
  const noted = async () => (await notes().noted()).map(({ entry }) => entry.name);
  const databaseOf = async (services: Services, name: string) => {
    const tenant = await services.tenants.tenant(name);
    if (tenant === undefined) throw new Error(`There is no client ${name}.`);
    return tenant.database;
  };
  /** Looks through what a process looks through at a sweep. @returns What it opened. */
  const sweep = async (): Promise<Set<string>> => {
    const services = await process_();
    const seen = new Set<string>();
    const { visit } = services.tenants;
    services.tenants.visit = (entry) => {
      seen.add(entry.name);
      return visit.call(services.tenants, entry);
    };
    services.outbox.startSending();
    await services.outbox.settled();
    await services.outbox.close();
    return seen;
  };
  const states = async (name: string): Promise<string[]> => {
    const { db } = await databaseOf(opened[0] as Services, name);
    const rows = await db.selectFrom('letter').select('state').orderBy('id').execute();
    return rows.map(({ state }) => state);
  };
  const queue = async (services: Services, name: string, announced: boolean): Promise<void> => {
    const held = await databaseOf(services, name);
    if (announced) await services.outbox.announce(held);
    await writeUnversioned(held, (transaction) => services.outbox.queue(transaction, aLetter()));
  };

  beforeEach(async () => {
    clock = new ManualClock(NOON);
    const services = await process_();
    for (const name of names) {
      if ((await services.directory.tenant(name)) !== undefined) continue;
      const entry = newEntry(name, 'client', NOON);
      await services.directory.addTenant(entry);
      await makeTenant(services, entry);
    }
    // What a sweep of all databases notes is the same before each test, and takes a second on PostgreSQL.
    const { db } = services.directory.tables;
    if (swept.length === 0) {
      await sweep();
      swept = await db.selectFrom('queued_email').selectAll().execute();
    } else {
      await db.insertInto('queued_email').values(swept).execute();
    }
  });
  afterEach(async () => {
    const [services] = opened;
    if (services !== undefined) {
      await services.directory.tables.db.deleteFrom('queued_email').execute();
      for (const name of [first, last]) {
        const { db } = await databaseOf(services, name);
        await db.deleteFrom('letter').execute();
      }
    }
    for (const one of opened.splice(0)) await one.close();
  });

  it('spare the databases that hold none from being opened', async () => {
    expect(await noted()).toEqual([]);
    const seen = await sweep();
    // Some are looked into at any sweep.
    expect(seen.size).toBe(20);
    expect(seen).not.toContain(last);
  });

  it('lead another process to what was stored by one that is gone', async () => {
    await queue(await process_(), last, true);
    expect(await noted()).toEqual([last]);
    expect(await sweep()).toContain(last);
    expect(await states(last)).toEqual(['sent']);
  });

  it('are not needed where a database was never looked into, as in older data', async () => {
    const [services] = opened;
    await services?.directory.tables.db.deleteFrom('queued_email').execute();
    await queue(services as Services, last, false);
    await sweep();
    expect(await states(last)).toEqual(['sent']);
    await sweep();
    expect(await noted()).toEqual([]);
  });

  it('are written after the transaction, too, for those who have not announced it', async () => {
    const services = await process_();
    await queue(services, last, false);
    services.outbox.wake(await databaseOf(services, last));
    await services.outbox.close();
    expect(await noted()).toEqual([last]);
  });

  it('are taken back once nothing is left and nothing can be under way', async () => {
    await queue(await process_(), last, true);
    await sweep();
    expect(await noted()).toEqual([last]);
    clock.advance(NOTE_SETTLES_MS - 1);
    await sweep();
    expect(await noted()).toEqual([last]);
    clock.advance(1);
    await sweep();
    expect(await noted()).toEqual([]);
    expect(await sweep()).not.toContain(last);
  });

  it('stay while an email waits for its time', async () => {
    const services = await process_();
    await queue(services, last, true);
    const { db } = await databaseOf(services, last);
    await db
      .updateTable('letter')
      .set({ next_attempt_at: NOON + 10 * NOTE_SETTLES_MS })
      .execute();
    clock.advance(2 * NOTE_SETTLES_MS);
    await sweep();
    expect(await noted()).toEqual([last]);
    clock.advance(8 * NOTE_SETTLES_MS);
    await sweep();
    expect(await states(last)).toEqual(['sent']);
  });

  it('that are written while another process looks are not taken back by it', async () => {
    await notes().note(last, NOON);
    const [seen] = await notes().noted();
    // The same moment by a clock that was set back.
    await notes().note(last, NOON - 1000);
    await notes().settle(last, seen?.notedAt, 0);
    expect(await noted()).toEqual([last]);
    const [now] = await notes().noted();
    await notes().settle(last, now?.notedAt, 0);
    expect(await noted()).toEqual([]);
  });

  it('of a database that nobody knew are not overwritten by who looked into it', async () => {
    await opened[0]?.directory.tables.db.deleteFrom('queued_email').execute();
    await notes().note(last, NOON);
    await notes().settle(last, undefined, 0);
    expect(await noted()).toContain(last);
  });

  it('count what was given up, where nothing was noted too', async () => {
    const services = await process_();
    await queue(services, last, true);
    await queue(services, first, false);
    for (const name of [first, last]) {
      const { db } = await databaseOf(services, name);
      await db.updateTable('letter').set({ state: 'failed' }).execute();
    }
    clock.advance(NOTE_SETTLES_MS);
    await sweep();
    expect(await noted()).toEqual([]);
    expect(await notes().failed()).toBe(2);
  });

  it('do not keep an email from being stored while the directory is away', async () => {
    const services = await process_();
    const held = await databaseOf(services, last);
    const { note } = services.directory.emailNotes;
    services.directory.emailNotes.note = async () => {
      throw new Error('The directory is away.');
    };
    await services.outbox.announce(held);
    await writeUnversioned(held, (transaction) => services.outbox.queue(transaction, aLetter()));
    services.directory.emailNotes.note = note;
    services.outbox.wake(held);
    await services.outbox.close();
    expect(await noted()).toEqual([last]);
  });

  it('count the emails that were given up where none waits, as the others are counted with those', async () => {
    await notes().settle('acme', undefined, 2);
    expect(await notes().failed()).toBe(2);
    await notes().note('acme', clock.now());
    expect(await notes().failed()).toBe(0);
    await notes().settle('acme', clock.now(), 3);
    expect(await notes().failed()).toBe(3);
  });

  it('are written once a minute at most', async () => {
    const services = await process_();
    const held = await databaseOf(services, last);
    let written = 0;
    const { emailNotes } = services.directory;
    const note = emailNotes.note.bind(emailNotes);
    emailNotes.note = (...args) => {
      written += 1;
      return note(...args);
    };
    await Promise.all(names.map(() => services.outbox.announce(held)));
    clock.advance(59_999);
    await services.outbox.announce(held);
    expect(written).toBe(1);
    clock.advance(1);
    await services.outbox.announce(held);
    expect(written).toBe(2);
  });

  it.each([
    ['noted', []],
    ['stored', ['sent']],
  ] as const)('survive a process that is killed when its email is %s', async (when, expected) => {
    const program = await testProgram(
      fileURLToPath(new URL('queueing-process.ts', import.meta.url)),
    );
    const { signal, stderr } = spawnSync(process.execPath, [program, last, when], {
      encoding: 'utf8',
      env: {
        ...process.env,
        PORTICO_DATA: database.dataFolder,
        PORTICO_DATABASE_URL: database.databaseUrl,
      },
    });
    expect([signal, stderr]).toEqual(['SIGKILL', '']);
    // Notes of other processes are of the time that it is.
    clock.advance(systemClock.now() - clock.now());
    expect(await noted()).toEqual([last]);
    await sweep();
    expect(await states(last)).toEqual(expected);
    clock.advance(2 * NOTE_SETTLES_MS);
    await sweep();
    expect(await noted()).toEqual([]);
  });
});
