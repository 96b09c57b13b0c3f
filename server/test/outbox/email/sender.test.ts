import { describe, expect, it } from 'vitest';
import { LEASE_MS } from '../../../src/outbox/email/sender.js';
import { SWEEP_MS } from '../../../src/outbox/sweep.js';
import { revisionOf, writeTo } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { mailServerFor } from './mail-server.js';
import { aLetter, officeFor } from './office.js';
import { parseMail } from './parse-mail.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

forEachDatabase('the outbox', (database) => {
  const office = officeFor(database);
  const mail = mailServerFor();

  describe('an email', () => {
    it('is sent once it is committed, and then holds nothing to read any more', async () => {
      const outbox = await office().sending(mail.url());
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
      const outbox = await office().sending(mail.url());
      const acme = await office().tenant('acme');
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
      const outbox = await office().sending(mail.url());
      await office().write(outbox, 'acme');
      const acme = await office().tenant('acme');
      const before = await revisionOf(acme);
      await outbox.settled();
      expect((await office().letter('acme')).state).toBe('sent');
      expect(await revisionOf(acme)).toEqual(before);
    });

    it('that was left behind is found at the next start', async () => {
      const stopped = office().outbox();
      await office().write(stopped, 'acme');
      await office().write(stopped, 'brown');
      await stopped.settled();
      expect(mail.arrived).toEqual([]);
      await office().sending(mail.url());
      expect(mail.arrived).toHaveLength(2);
      expect((await office().letter('brown')).state).toBe('sent');
    });

    it('that another process queued is found without being told of', async () => {
      const outbox = await office().sending(mail.url());
      await office().write(office().outbox(), 'acme');
      await office().pass(outbox, SWEEP_MS);
      expect(mail.arrived).toHaveLength(1);
    });

    it('whose sender has died is sent when the lease has run out, and not before', async () => {
      const { db } = await office().tenant('acme');
      await office().write(office().outbox(), 'acme');
      const leased_until = office().clock.now() + LEASE_MS;
      await db.updateTable('letter').set({ leased_until, attempts: 1 }).execute();
      const outbox = await office().sending(mail.url());
      await office().pass(outbox, LEASE_MS - SWEEP_MS);
      expect(mail.arrived).toEqual([]);
      await office().pass(outbox, SWEEP_MS);
      expect(mail.arrived).toHaveLength(1);
      expect(await office().letter('acme')).toMatchObject({ state: 'sent', attempts: 2 });
    });
  });

  describe('many emails', () => {
    it('go four at a time, one of each client, and each goes once', async () => {
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
        const tenant = ['acme', 'brown', 'cole', 'dean', 'ellis'][number % 5] ?? '';
        await office().write(outbox, tenant, { subject: `Letter ${number}` });
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

    it('go although the database of another client is out of reach', async () => {
      await office().tenant('aaa');
      const outbox = office().outbox(mail.url(), {}, 'aaa');
      await office().write(outbox, 'acme');
      outbox.startSending();
      await outbox.settled();
      expect(mail.arrived).toHaveLength(1);
      expect(office().log).toContain('The disk is gone.');
      await office().write(office().outbox(), 'acme');
      expect(await outbox.flush()).toEqual({ sent: 1, closed: ['aaa'] });
    });

    it('are forgotten a month after they were sent, and three after they were given up', async () => {
      mail.whim = (recipient) =>
        recipient.startsWith('no') ? { recipient: 550, words: 'Unknown' } : undefined;
      const outbox = await office().sending(mail.url());
      await office().write(outbox, 'acme');
      await office().write(outbox, 'acme', { to: { name: '', address: 'no@example.com' } });
      await office().pass(outbox, 6 * MINUTE);
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

  describe('when it is asked to stop', () => {
    it('it lets the email under way come to its end', async () => {
      const outbox = await office().sending(mail.url());
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
      const stopped = outbox.close();
      answer();
      await stopped;
      expect((await office().letter('acme')).state).toBe('sent');
    });

    it('it gives back what does not come to an end, for the next process to send', async () => {
      const outbox = await office().sending(mail.url());
      const asked = new Promise<void>((resolve) => {
        mail.pace = () => {
          resolve();
          return new Promise(() => {});
        };
      });
      await office().write(outbox, 'acme');
      await asked;
      const stopped = outbox.close();
      office().timer.next();
      await stopped;
      const letter = await office().letter('acme');
      expect(letter).toMatchObject({ state: 'waiting', leased_until: 0 });
      expect(letter.next_attempt_at).toBe(office().clock.now());

      await office().write(outbox, 'acme');
      mail.pace = async () => {};
      await office().sending(mail.url());
      expect((await office().letters('acme')).map(({ state }) => state)).toEqual(['sent', 'sent']);
    });
  });

  describe('flush', () => {
    it('tries what waits and what was given up, and counts what went', async () => {
      mail.whim = () => ({ recipient: 550, words: 'Unknown' });
      const outbox = await office().sending(mail.url());
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
      const outbox = await office().sending(mail.url());
      await office().write(outbox, 'acme');
      await office().pass(outbox, 6 * MINUTE);
      expect(await office().outbox(mail.url()).flush()).toEqual({ sent: 0, closed: [] });
      expect(await office().letter('acme')).toMatchObject({ state: 'failed', attempts: 4 });
    });
  });

  // Last, as each sweep of a test after these looks through the databases that they make.
  describe('email that nobody waits for', () => {
    /** Holds back the first email until it is released, and those after it not. */
    function holdFirst(): { readonly began: Promise<void>; readonly release: () => void } {
      let release = (): void => {};
      let begin = (): void => {};
      const began = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      mail.pace = async () => {
        begin();
        await held;
      };
      return { began, release };
    }
    const bulk = { bulk: true, subject: 'Digest' };
    const subjects = () => mail.arrived.map(({ raw }) => parseMail(raw).header('subject'));

    it('lets other email of its database go before it', async () => {
      const outbox = await office().sending(mail.url());
      for (let each = 0; each < 5; each += 1) await office().write(outbox, 'acme', bulk);
      const { began, release } = holdFirst();
      const settled = outbox.settled();
      await began;
      await office().write(outbox, 'acme', { subject: 'New lead' });
      release();
      await settled;
      await outbox.settled();
      // After the one that was under way.
      expect(subjects()).toEqual(['Digest', 'New lead', 'Digest', 'Digest', 'Digest', 'Digest']);
    });

    it('lets other email of other databases go before it, also after a sweep', async () => {
      const writing = office().outbox(mail.url());
      const names = Array.from({ length: 12 }, (_, at) => `bulk-${at}`);
      for (const name of names) {
        await office().write(writing, name, bulk);
        await office().write(writing, name, bulk);
      }
      // The last in order of names.
      await office().write(writing, 'zeta', { ...bulk, subject: 'Late digest' });
      const outbox = office().outbox(mail.url());
      const { began, release } = holdFirst();
      outbox.startSending();
      await began;
      await office().write(outbox, 'zeta', { subject: 'New lead' });
      const settled = outbox.settled();
      release();
      await settled;
      await outbox.settled();
      expect(subjects()).toHaveLength(26);
      // At most one over each connection was under way, and one more may have begun at once.
      expect(subjects().indexOf('New lead')).toBeLessThan(9);
    });
  });
});
