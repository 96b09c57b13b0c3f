import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { forAnyDatabase } from '../../rig/databases.js';
import { MailServer, mailServerFor } from './mail-server.js';
import { officeFor } from './office.js';
import { parseMail } from './parse-mail.js';

const MINUTE = 60_000;
/** The longest pause between two probes. */
const PACE = 4_000;

forAnyDatabase('while the mail server is away', (database) => {
  const office = officeFor(database);
  const mail = mailServerFor();
  let door: Server | undefined;
  afterEach(() => {
    door?.close();
    door = undefined;
  });

  /** Puts something in its place that hangs up on everybody. @returns When it did, by the clock. */
  async function away(): Promise<number[]> {
    const url = new URL(mail.url());
    await mail.close();
    const tries: number[] = [];
    door = createServer((socket) => {
      tries.push(office().clock.now());
      socket.destroy();
    });
    door.listen(Number(url.port), '127.0.0.1');
    await once(door, 'listening');
    return tries;
  }

  async function back(): Promise<void> {
    door?.close();
    if (door !== undefined) await once(door, 'close');
    door = undefined;
    await mail.open();
  }

  const subjects = () => mail.arrived.map(({ raw }) => parseMail(raw).header('subject')).sort();

  it('one email finds out, and all leave when it is back', async () => {
    const tries = await away();
    const outbox = office().outbox(mail.url());
    for (let number = 0; number < 30; number += 1) await office().write(outbox, 'acme');
    outbox.startSending();
    await outbox.settled();
    // Each of the four places, and each with the one repetition of a lost connection.
    expect(tries.length).toBeLessThanOrEqual(8);
    const before = tries.length;
    await office().write(outbox, 'acme');
    await outbox.settled();
    expect(tries.length).toBe(before);

    await office().pass(outbox, MINUTE);
    const moments = [...new Set(tries)];
    const pauses = moments.slice(1).map((at, index) => at - (moments[index] ?? 0));
    expect(pauses[0]).toBeLessThanOrEqual(1_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(PACE);
    // Two seconds at least from the third pause on.
    expect(pauses.length).toBeLessThanOrEqual(32);
    expect(tries.length - before).toBeLessThanOrEqual(2 * pauses.length);
    for (const letter of await office().letters('acme')) {
      expect(letter).toMatchObject({ state: 'waiting', attempts: 0, leased_until: 0 });
      expect(letter.next_attempt_at).toBeLessThanOrEqual(office().clock.now());
    }
    expect((await office().letter('acme')).last_error).toMatch(/^The mail server /);

    await back();
    await office().pass(outbox, PACE);
    expect(new Set(mail.arrived.map(({ raw }) => parseMail(raw).header('message-id'))).size).toBe(
      31,
    );
    expect(mail.arrived).toHaveLength(31);
    expect(mail.busiest).toBeLessThanOrEqual(4);
    for (const letter of await office().letters('acme')) {
      expect(letter).toMatchObject({ state: 'sent', attempts: 1, last_error: '' });
    }
    expect(office().levelsOf('no email can be sent at present')).toEqual([40]);
    expect(office().levelsOf('emails can be sent again')).toEqual([30]);
    expect(office().levelsOf('an email has to wait')).toEqual([]);
  });

  it('emails of every client wait, those that come in meanwhile too', async () => {
    await office().tenant('acme');
    await office().tenant('brown');
    await away();
    const outbox = await office().sending(mail.url());
    await office().write(outbox, 'acme', { subject: 'before' });
    await outbox.settled();
    await office().write(outbox, 'brown', { subject: 'meanwhile' });
    await office().pass(outbox, PACE);
    await office().write(outbox, 'acme', { subject: 'late' });
    await back();
    // Sooner than all databases are looked through.
    await office().pass(outbox, PACE);
    expect(subjects()).toEqual(['before', 'late', 'meanwhile']);
  });

  it('an email that may have arrived waits longer than the others', async () => {
    mail.whim = (recipient) =>
      recipient === 'ann@example.com' && mail.arrived.length === 1 ? 'hang up' : undefined;
    const outbox = await office().sending(mail.url());
    await office().write(outbox, 'acme', { subject: 'uncertain' });
    await outbox.settled();
    await office().write(outbox, 'acme', { subject: 'other', to: { name: '', address: 'b@c.de' } });
    await outbox.settled();
    expect(subjects()).toEqual(['uncertain']);
    await office().pass(outbox, 1_000);
    expect(subjects()).toEqual(['other', 'uncertain']);
    expect(await office().letter('acme')).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(office().levelsOf('an email has to wait')).toEqual([40]);
    await office().pass(outbox, 6 * MINUTE);
    expect(subjects()).toEqual(['other', 'uncertain', 'uncertain']);
    expect(await office().letter('acme')).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('is a server that is there and takes nothing asked seldom', async () => {
    let asked = 0;
    let welcome = false;
    const strict = await new MailServer({
      onMailFrom: (_address, _session, done) => {
        asked += 1;
        done(welcome ? null : Object.assign(new Error('Not you'), { responseCode: 550 }));
      },
    }).open();
    const outbox = await office().sending(strict.url());
    await office().write(outbox, 'acme');
    await office().pass(outbox, 20 * MINUTE);
    expect(asked).toBeGreaterThan(6);
    expect(asked).toBeLessThanOrEqual(15);
    expect(await office().letter('acme')).toMatchObject({ state: 'waiting', attempts: 0 });
    welcome = true;
    await office().pass(outbox, 5 * MINUTE);
    expect(await office().letter('acme')).toMatchObject({ state: 'sent', attempts: 1 });
    await outbox.close();
    await strict.close();
  });

  it('an email that is refused does not keep the next from finding out', async () => {
    await away();
    const outbox = await office().sending(mail.url());
    await office().write(outbox, 'acme', { to: { name: '', address: 'nobody' } });
    await office().write(outbox, 'acme', { subject: 'good' });
    await outbox.settled();
    await back();
    await office().pass(outbox, PACE);
    expect(subjects()).toEqual(['good']);
  });

  it('what is older than three days is given up', async () => {
    await away();
    const outbox = await office().sending(mail.url());
    await office().write(outbox, 'acme');
    await outbox.settled();
    office().clock.advance(72 * 60 * MINUTE);
    await office().pass(outbox, PACE);
    expect((await office().letter('acme')).state).toBe('failed');
    expect(office().levelsOf('given up')).toEqual([50]);
  });
});
