import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { LEASE_MS } from '../../../src/outbox/email/sender.js';
import { writeTo } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { repeats } from '../../rig/part.js';
import { NOON } from '../../rig/server.js';
import { testProgram } from '../../rig/test-program.js';
import { mailServerFor } from './mail-server.js';
import { aLetter, officeFor } from './office.js';
import { parseMail } from './parse-mail.js';

const PROGRAM = fileURLToPath(new URL('sending-process.ts', import.meta.url));

/** As many with an import that holds the database as without one, and each number of emails before a kill with both. */
const KILLS = repeats(6, 20);

// Processes take seconds to start where others share the machine.
forEachDatabase('emails and processes', (database) => {
  const office = officeFor(database);
  const mail = mailServerFor();
  const children = new Set<ChildProcess>();
  afterEach(async () => {
    for (const child of children) {
      child.kill('SIGKILL');
      await ended(child);
    }
    children.clear();
  });

  async function started(sender: string, at: number): Promise<ChildProcess> {
    const { PATH, HOME, TMPDIR } = process.env;
    const child = spawn(process.execPath, [await testProgram(PROGRAM), `${at}`], {
      env: {
        ...{ PATH, HOME, TMPDIR },
        PORTICO_DATA: database.dataFolder,
        PORTICO_DATABASE_URL: database.databaseUrl ?? '',
        PORTICO_SMTP_URL: mail.url(),
        PORTICO_MAIL_FROM: sender,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.add(child);
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    return child;
  }

  async function ended(child: ChildProcess): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  }

  /** Stores emails, and answers their message ids. */
  async function write(number: number): Promise<string[]> {
    const acme = await office().tenant('acme');
    const outbox = office().outbox();
    await writeTo(acme, async (transaction) => {
      for (let each = 0; each < number; each += 1) await outbox.queue(transaction, aLetter());
    });
    return (await office().letters('acme')).map(({ message_id }) => message_id).sort();
  }

  async function allSent(): Promise<void> {
    const { db } = await office().tenant('acme');
    const open = () =>
      db.selectFrom('letter').select('id').where('state', '!=', 'sent').limit(1).execute();
    while ((await open()).length > 0) await sleep(20);
  }

  const arrivals = () => mail.arrived.map(({ raw }) => parseMail(raw).header('message-id')).sort();

  it('an email that was under way at kill -9 is sent again, and known by its Message-ID', async () => {
    const written = await write(20);
    const killed = await new Promise<ChildProcess>((resolve, reject) => {
      let child: Promise<ChildProcess> | undefined;
      // Eight are answered. Of those after them the server has all words, and its sender no answer.
      mail.pace = async () => {
        if (mail.arrived.length < 8) return;
        const sending = await child;
        sending?.kill('SIGKILL');
        if (sending !== undefined) resolve(sending);
      };
      child = started('first@localhost', NOON);
      child.catch(reject);
    });
    await ended(killed);
    expect(killed.signalCode).toBe('SIGKILL');
    const left = (await office().letters('acme')).filter(({ state }) => state !== 'sent');
    expect(left.length).toBeGreaterThan(0);

    mail.pace = async () => {};
    const second = await started('second@localhost', NOON + LEASE_MS + 10_000);
    await allSent();
    second.kill('SIGTERM');
    expect(await ended(second)).toBe(0);
    const arrived = arrivals();
    expect([...new Set(arrived)]).toEqual(written);
    // Once more comes the one that was under way.
    expect(arrived).toHaveLength(21);
    const bySecond = mail.arrived.filter(({ from }) => from === 'second@localhost');
    expect(bySecond).toHaveLength(left.length);
  });

  it(`of ${KILLS} kills, half of them while an import holds the database, each repeats the email under way at most`, async () => {
    const written = await write(3 * KILLS);
    const { emailNotes } = office().services.directory;
    const acme = await office().tenant('acme');
    const underWay: (string | undefined)[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      const before = mail.arrived.length;
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let locked: Promise<unknown> = Promise.resolve();
      const lastOfRound = new Promise<string>((resolve) => {
        mail.pace = async (_from, raw) => {
          if (mail.arrived.length - before < round % 3) return;
          resolve(parseMail(raw).header('message-id') ?? '');
          // No answer comes: the email is under way when its process dies.
          if (round % 2 === 1) return released;
          // The email is answered, and an import keeps its database from saying so.
          await new Promise<void>((holds, fails) => {
            locked = acme.write(async (transaction) => {
              await transaction
                .updateTable('letter')
                .set((eb) => ({ to_name: eb.ref('to_name') }))
                .execute();
              holds();
              await released;
            });
            locked.catch(fails);
          });
        };
      });
      const child = await started('first@localhost', NOON + round * (LEASE_MS + 10_000));
      const last = await lastOfRound;
      try {
        if (round % 2 === 1) underWay.push(last);
        else await expect.poll(() => emailNotes.wasSent(last), { timeout: 10_000 }).toBe(true);
        child.kill('SIGKILL');
        await ended(child);
      } finally {
        release();
      }
      await locked;
    }
    mail.pace = async () => {};
    const child = await started('last@localhost', NOON + KILLS * (LEASE_MS + 10_000));
    await allSent();
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
    const arrived = arrivals();
    expect([...new Set(arrived)]).toEqual(written);
    const doubles = arrived.filter((id, at) => id === arrived[at - 1]);
    expect(doubles).toEqual([...underWay].sort());
    const notes = office().services.directory.tables.db.selectFrom('sent_email').selectAll();
    expect(await notes.execute()).toEqual([]);
  });

  it('two processes on one database send every email once between them', async () => {
    const written = await write(60);
    const senders = new Set<string>();
    let open = () => {};
    const both = new Promise<void>((resolve) => {
      open = resolve;
    });
    // None gets on before both are at work.
    mail.pace = async (from) => {
      senders.add(from);
      if (senders.size === 2) open();
      await both;
    };
    const processes = await Promise.all([
      started('first@localhost', NOON),
      started('second@localhost', NOON),
    ]);
    await allSent();
    for (const child of processes) {
      child.kill('SIGTERM');
      expect(await ended(child)).toBe(0);
    }
    expect(senders.size).toBe(2);
    expect(arrivals()).toEqual(written);
    for (const { attempts } of await office().letters('acme')) expect(attempts).toBe(1);
  });
});
