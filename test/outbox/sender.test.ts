import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { revisionOf, writeTo } from '../../src/data/client-database/write.js';
import { LEASE_MS, SWEEP_MS } from '../../src/outbox/sender.js';
import { forEachDatabase } from '../rig/databases.js';
import { MailServer } from './mail-server.js';
import { aLetter, officeFor } from './office.js';
import { parseMail } from './parse-mail.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

forEachDatabase('the outbox', (database) => {
  const office = officeFor(database);
  const mail = new MailServer();
  beforeEach(async () => {
    mail.arrived.length = 0;
    mail.connections = 0;
    mail.busiest = 0;
    mail.whim = () => undefined;
    mail.pace = async () => {};
    await mail.open();
  });
  afterEach(() => mail.close());

  /** An outbox that has looked through everything once. */
  async function sending(url = mail.url()) {
    const outbox = office().outbox(url);
    outbox.startSending();
    await outbox.settled();
    return outbox;
  }

  describe('a letter', () => {
    it('is sent once it is committed, and then holds nothing to read any more', async () => {
      const outbox = await sending();
      await office().write(outbox, 'acme', { subject: 'New lead: Zoë' });
      await outbox.settled();

      const letter = await office().letter('acme');
      expect(letter).toMatchObject({
        state: 'sent',
        attempts: 1,
        leased_until: 0,
        sent_at: office().clock.now(),
        last_error: '',
        text: '',
        html: '',
      });
      const [{ raw = '', ...envelope } = {}] = mail.arrived;
      expect(envelope).toEqual({ from: 'portico@localhost', to: ['ann@example.com'] });
      const message = parseMail(raw);
      expect(message.header('from')).toBe('Acme Realty <portico@localhost>');
      expect(message.header('to')).toBe('Ann Able <ann@example.com>');
      expect(message.header('subject')).toBe('New lead: Zoë');
      expect(message.header('message-id')).toBe(letter.message_id);
      expect(message.header('message-id')).toMatch(/^<[0-9a-f]{32}@localhost>$/);
      expect(message.header('date')).toBe('Fri, 20 Nov 2026 17:00:00 +0000');
      expect(message.header('auto-submitted')).toBe('auto-generated');
      expect(message.text).toBe('Somebody has written.\n');
      expect(message.html).toContain('<p>Somebody has written.</p>');
    });

    it('is not there when the work that caused it was undone', async () => {
      const outbox = await sending();
      const acme = await office().client('acme');
      const undone = writeTo(acme, async (transaction) => {
        await outbox.queue(transaction, aLetter());
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      outbox.wake(acme);
      await outbox.settled();
      expect(await office().letters('acme')).toEqual([]);
      expect(mail.arrived).toEqual([]);
    });

    it('does not tell websites that their data has changed', async () => {
      const outbox = await sending();
      await office().write(outbox, 'acme');
      const acme = await office().client('acme');
      const before = await revisionOf(acme);
      await outbox.settled();
      expect((await office().letter('acme')).state).toBe('sent');
      expect(await revisionOf(acme)).toBe(before);
    });

    it('that was left behind is found at the next start', async () => {
      const stopped = office().outbox();
      await office().write(stopped, 'acme');
      await office().write(stopped, 'brown');
      await stopped.settled();
      expect(mail.arrived).toEqual([]);
      await sending();
      expect(mail.arrived).toHaveLength(2);
      expect((await office().letter('brown')).state).toBe('sent');
    });

    it('that another process queued is found without being told of', async () => {
      const outbox = await sending();
      await office().write(office().outbox(), 'acme');
      await office().pass(outbox, SWEEP_MS);
      expect(mail.arrived).toHaveLength(1);
    });

    it('whose sender has died is sent when the lease has run out, and not before', async () => {
      const { db } = await office().client('acme');
      await office().write(office().outbox(), 'acme');
      const leased_until = office().clock.now() + LEASE_MS;
      await db.updateTable('letter').set({ leased_until, attempts: 1 }).execute();
      const outbox = await sending();
      await office().pass(outbox, LEASE_MS - SWEEP_MS);
      expect(mail.arrived).toEqual([]);
      await office().pass(outbox, SWEEP_MS);
      expect(mail.arrived).toHaveLength(1);
      expect(await office().letter('acme')).toMatchObject({ state: 'sent', attempts: 2 });
    });
  });

  describe('many letters', () => {
    it('go four at a time, and each goes once', async () => {
      // None comes to its end before all places are taken, and a fifth had its chance.
      let open = () => {};
      const four = new Promise<void>((resolve) => {
        open = resolve;
      });
      mail.pace = async () => {
        if (mail.busy === 4) open();
        await four;
        await new Promise((resolve) => setTimeout(resolve, 10));
      };
      const outbox = office().outbox(mail.url());
      for (let number = 0; number < 12; number += 1) {
        const client = number % 2 === 0 ? 'acme' : 'brown';
        await office().write(outbox, client, { subject: `Letter ${number}` });
      }
      outbox.startSending();
      await outbox.settled();
      const subjects = mail.arrived.map(({ raw }) => parseMail(raw).header('subject'));
      expect(subjects.sort()).toEqual(
        Array.from({ length: 12 }, (_, number) => `Letter ${number}`).sort(),
      );
      expect(mail.busiest).toBe(4);
      expect(mail.connections).toBeLessThanOrEqual(4);
    });

    it('are forgotten a month after they were sent, and three after they were given up', async () => {
      mail.whim = (recipient) =>
        recipient.startsWith('no') ? { recipient: 550, words: 'Unknown' } : undefined;
      const outbox = await sending();
      await office().write(outbox, 'acme');
      await office().write(outbox, 'acme', { to: { name: '', address: 'no@example.com' } });
      await office().pass(outbox, HOUR);
      const states = async () => (await office().letters('acme')).map(({ state }) => state);
      expect(await states()).toEqual(['sent', 'failed']);
      const days = async (number: number) => {
        office().clock.advance(number * 24 * HOUR);
        await office().pass(outbox, SWEEP_MS);
      };
      await days(29);
      expect(await states()).toEqual(['sent', 'failed']);
      await days(2);
      expect(await states()).toEqual(['failed']);
      await days(61);
      expect(await states()).toEqual([]);
    });
  });

  describe('a mail server that does not take a letter', () => {
    it('now is asked again, each time later, and gets the same letter', async () => {
      mail.whim = () => ({ message: 451, words: 'Try again later' });
      const outbox = await sending();
      await office().write(outbox, 'acme');
      await outbox.settled();
      const first = await office().letter('acme');
      expect(first).toMatchObject({ state: 'waiting', attempts: 1, leased_until: 0 });
      expect(first.last_error).toBe('Message failed: 451 Try again later');
      const wait = first.next_attempt_at - office().clock.now();
      expect(wait).toBeGreaterThanOrEqual(MINUTE / 2);
      expect(wait).toBeLessThanOrEqual(MINUTE);

      await office().pass(outbox, 3 * MINUTE + SWEEP_MS);
      expect((await office().letter('acme')).attempts).toBe(3);
      mail.whim = () => undefined;
      await office().pass(outbox, 4 * MINUTE);
      expect(await office().letter('acme')).toMatchObject({ state: 'sent', attempts: 4 });
      const copies = mail.arrived.map(({ raw }) => parseMail(raw).header('message-id'));
      expect(copies).toEqual(Array(4).fill(first.message_id));
      expect(new Set(mail.arrived.map(({ raw }) => parseMail(raw).header('date'))).size).toBe(1);
    });

    it('for three days is not asked any more, and the log says so', async () => {
      mail.whim = () => ({ recipient: 450, words: 'Greylisted' });
      const outbox = await sending();
      await office().write(outbox, 'acme');
      await outbox.settled();
      for (let hours = 0; hours < 71; hours += 1) {
        office().clock.advance(HOUR - SWEEP_MS);
        await office().pass(outbox, SWEEP_MS);
      }
      expect(await office().letter('acme')).toMatchObject({ state: 'waiting' });
      expect(office().log).not.toContain('given up');
      office().clock.advance(2 * HOUR);
      await office().pass(outbox, SWEEP_MS);
      const letter = await office().letter('acme');
      expect(letter.state).toBe('failed');
      expect(letter.attempts).toBeLessThan(100);
      expect(levelsOf(office().log, 'given up')).toEqual([50]);

      await office().pass(outbox, 2 * HOUR);
      expect((await office().letter('acme')).attempts).toBe(letter.attempts);
    });

    it.each([
      ['at its recipient', { recipient: 550, words: 'No such user' }],
      ['at its words', { message: 554, words: 'No such user' }],
    ])('for good, %s, is asked three times, and others go meanwhile', async (_, whim) => {
      mail.whim = (recipient) => (recipient === 'ann@example.com' ? whim : undefined);
      const outbox = await sending();
      await office().write(outbox, 'acme');
      await office().write(outbox, 'acme', { to: { name: '', address: 'bob@example.com' } });
      await outbox.settled();
      expect((await office().letters('acme')).map(({ state }) => state)).toEqual([
        'waiting',
        'sent',
      ]);
      await office().pass(outbox, 6 * MINUTE);
      const letter = await office().letter('acme');
      expect(letter).toMatchObject({ state: 'failed', attempts: 3 });
      expect(letter.last_error).toContain('No such user');
      expect(levelsOf(office().log, 'given up')).toEqual([50]);
    });

    it('that is none is not even asked', async () => {
      const outbox = await sending();
      for (const address of [
        '',
        'ann',
        'ann@example.com, bob@example.com',
        'ann@example.com\nb@c.de',
      ]) {
        await office().write(outbox, 'acme', { to: { name: 'Ann', address } });
      }
      await office().pass(outbox, 6 * MINUTE);
      for (const letter of await office().letters('acme')) {
        expect(letter.state).toBe('failed');
        expect(letter.last_error).toBe('The recipient is not one email address.');
      }
      expect(mail.connections).toBe(0);
    });
  });

  describe('a mail server that is not there', () => {
    it('is tried seldom, whatever the number of letters, and gets them all in the end', async () => {
      let tries = 0;
      const url = mail.url();
      await mail.close();
      const door = createServer((socket) => {
        tries += 1;
        socket.destroy();
      });
      await new Promise<void>((resolve) => {
        door.listen(Number(new URL(url).port), '127.0.0.1', resolve);
      });
      const outbox = office().outbox(url);
      for (let number = 0; number < 30; number += 1) await office().write(outbox, 'acme');
      outbox.startSending();
      await outbox.settled();
      // Each of the four places, and each with the one repetition of a kept connection.
      expect(tries).toBeLessThanOrEqual(8);
      const before = tries;
      await office().write(outbox, 'acme');
      await outbox.settled();
      expect(tries).toBe(before);
      await office().pass(outbox, 20 * MINUTE);
      // More often at first, then every five minutes, and not for each of the 31 letters.
      expect(tries - before).toBeGreaterThan(2);
      expect(tries - before).toBeLessThanOrEqual(2 * 12);
      expect((await office().letters('acme')).map(({ state }) => state)).toEqual(
        Array(31).fill('waiting'),
      );

      await new Promise((resolve) => door.close(resolve));
      await mail.open();
      await office().pass(outbox, HOUR);
      expect(mail.arrived).toHaveLength(31);
      expect(new Set(mail.arrived.map(({ raw }) => parseMail(raw).header('message-id'))).size).toBe(
        31,
      );
    });

    it('at the door says so in the list', async () => {
      const url = mail.url();
      await mail.close();
      const outbox = await sending(url);
      await office().write(outbox, 'acme');
      await outbox.settled();
      expect((await office().letter('acme')).last_error).toMatch(
        /^The mail server is not reached: connect ECONNREFUSED 127\.0\.0\.1:\d+$/,
      );
    });

    it('or does not greet is not waited for', async () => {
      const mute = createServer(() => {});
      await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
      const { port } = mute.address() as { port: number };
      const outbox = await sending(`smtp://127.0.0.1:${port}`);
      await office().write(outbox, 'acme');
      await outbox.settled();
      expect((await office().letter('acme')).last_error).toBe(
        'The mail server is not reached: Greeting never received',
      );
      await outbox.stop();
      await new Promise((resolve) => mute.close(resolve));
    });
  });

  describe('a mail server that is lost on the way', () => {
    it.each(['stall', 'hang up'] as const)('(%s) gets the same letter again', async (whim) => {
      mail.whim = () => (mail.arrived.length === 1 ? whim : undefined);
      const outbox = await sending();
      await office().write(outbox, 'acme');
      await outbox.settled();
      const letter = await office().letter('acme');
      expect(letter).toMatchObject({ state: 'waiting', attempts: 1, leased_until: 0 });
      expect(letter.last_error).toMatch(/^The mail server was lost on the way: /);
      // Later than a letter that has not arrived for certain.
      expect(letter.next_attempt_at - office().clock.now()).toBeGreaterThan(2 * MINUTE);

      await office().pass(outbox, 6 * MINUTE);
      expect((await office().letter('acme')).state).toBe('sent');
      const copies = mail.arrived.map(({ raw }) => raw);
      expect(copies.map((raw) => parseMail(raw).header('message-id'))).toEqual(
        Array(2).fill(letter.message_id),
      );
    });
  });

  describe('when it is asked to stop', () => {
    it('it lets the letter under way come to its end', async () => {
      const outbox = await sending();
      let answer = () => {};
      const asked = new Promise<void>((resolve) => {
        mail.pace = () => {
          resolve();
          return new Promise<void>((go) => {
            answer = go;
          });
        };
      });
      await office().write(outbox, 'acme');
      await asked;
      const stopped = outbox.stop();
      answer();
      await stopped;
      expect((await office().letter('acme')).state).toBe('sent');
    });

    it('it gives back what does not come to an end, for the next process to send', async () => {
      const outbox = await sending();
      const asked = new Promise<void>((resolve) => {
        mail.pace = () => {
          resolve();
          return new Promise(() => {});
        };
      });
      await office().write(outbox, 'acme');
      await asked;
      const stopped = outbox.stop();
      office().timer.next();
      await stopped;
      const letter = await office().letter('acme');
      expect(letter).toMatchObject({ state: 'waiting', leased_until: 0 });
      expect(letter.next_attempt_at).toBe(office().clock.now());

      await office().write(outbox, 'acme');
      mail.pace = async () => {};
      await sending();
      expect((await office().letters('acme')).map(({ state }) => state)).toEqual(['sent', 'sent']);
    });
  });

  describe('flush', () => {
    it('tries what waits and what was given up, and counts what went', async () => {
      mail.whim = () => ({ recipient: 550, words: 'Unknown' });
      const outbox = await sending();
      await office().write(outbox, 'acme');
      await office().pass(outbox, 6 * MINUTE);
      mail.whim = () => ({ recipient: 450, words: 'Greylisted' });
      await office().write(outbox, 'brown');
      await outbox.settled();
      expect((await office().letter('acme')).state).toBe('failed');
      expect((await office().letter('brown')).state).toBe('waiting');

      mail.whim = () => undefined;
      expect(await office().outbox(mail.url()).flush()).toEqual({ sent: 2, closed: [] });
      expect((await office().letter('acme')).state).toBe('sent');
      expect((await office().letter('brown')).state).toBe('sent');
    });

    it('gives up again at once what is refused again', async () => {
      mail.whim = () => ({ recipient: 550, words: 'Unknown' });
      const outbox = await sending();
      await office().write(outbox, 'acme');
      await office().pass(outbox, 6 * MINUTE);
      expect(await office().outbox(mail.url()).flush()).toEqual({ sent: 0, closed: [] });
      expect(await office().letter('acme')).toMatchObject({ state: 'failed', attempts: 4 });
    });
  });
});

/** The levels of the lines of a log that say something. */
function levelsOf(log: string, words: string): number[] {
  return log
    .split('\n')
    .filter((line) => line.includes(words))
    .map((line) => (JSON.parse(line) as { level: number }).level);
}
