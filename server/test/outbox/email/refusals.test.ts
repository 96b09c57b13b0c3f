import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { SWEEP_MS } from '../../../src/outbox/sweep.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { mailServerFor } from './mail-server.js';
import { officeFor } from './office.js';
import { parseMail } from './parse-mail.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

forAnyDatabase('the outbox', (database) => {
  const office = officeFor(database);
  const mail = mailServerFor();

  describe('a mail server that does not take an email', () => {
    it('now is asked again, each time later, and gets the same email', async () => {
      mail.whim = () => ({ message: 451, words: 'Try again later' });
      const outbox = await office().sending(mail.url());
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
      const outbox = await office().sending(mail.url());
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
      expect(office().levelsOf('given up')).toEqual([50]);

      await office().pass(outbox, 2 * HOUR);
      expect((await office().letter('acme')).attempts).toBe(letter.attempts);
    });

    it.each([
      ['at its recipient', { recipient: 550, words: 'No such user ann@example.com' }],
      ['at its words', { message: 554, words: 'No such user ann@example.com' }],
    ])('for good, %s, is asked three times, and others go meanwhile', async (_, whim) => {
      mail.whim = (recipient) => (recipient === 'ann@example.com' ? whim : undefined);
      const outbox = await office().sending(mail.url());
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
      expect(office().levelsOf('given up')).toEqual([50]);
      expect(office().log).toContain('No such user (recipient)');
      expect(office().log).not.toContain('ann@example.com');
    });

    it('that is none is not even asked', async () => {
      const outbox = await office().sending(mail.url());
      for (const address of [
        '',
        'ann',
        'ann@example.com, bob@example.com',
        'ann@example.com\nb@c.de',
        'ann@exam\u202eple.com',
        'ann\0@example.com',
        `${'a'.repeat(400)}@example.com`,
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
    it('at the door says so in the list', async () => {
      const url = mail.url();
      await mail.close();
      const outbox = await office().sending(url);
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
      const outbox = await office().sending(`smtp://127.0.0.1:${port}`);
      await office().write(outbox, 'acme');
      await outbox.settled();
      expect((await office().letter('acme')).last_error).toBe(
        'The mail server is not reached: Greeting never received',
      );
      await outbox.close();
      await new Promise((resolve) => mute.close(resolve));
    });
  });

  describe('a mail server that is lost on the way', () => {
    it.each(['stall', 'hang up'] as const)('(%s) gets the same email again', async (whim) => {
      mail.whim = () => (mail.arrived.length === 1 ? whim : undefined);
      const outbox = await office().sending(mail.url());
      await office().write(outbox, 'acme');
      await outbox.settled();
      const letter = await office().letter('acme');
      expect(letter).toMatchObject({ state: 'waiting', attempts: 1, leased_until: 0 });
      expect(letter.last_error).toMatch(/^The mail server was lost on the way: /);
      // Later than an email that has not arrived for certain.
      expect(letter.next_attempt_at - office().clock.now()).toBeGreaterThan(2 * MINUTE);

      await office().pass(outbox, 6 * MINUTE);
      expect((await office().letter('acme')).state).toBe('sent');
      const copies = mail.arrived.map(({ raw }) => raw);
      expect(copies.map((raw) => parseMail(raw).header('message-id'))).toEqual(
        Array(2).fill(letter.message_id),
      );
    });
  });
});
