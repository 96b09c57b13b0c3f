import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { FileTransport, readEmailFile } from '../../../src/outbox/email/transport.js';
import { SWEEP_MS } from '../../../src/outbox/sweep.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { officeFor } from './office.js';
import { parseMail } from './parse-mail.js';

forAnyDatabase('without a mail server', (database) => {
  const office = officeFor(database);
  const folder = join(database.dataFolder, 'outbox');
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('emails become files that mail programs open, for their owner alone', async () => {
    const outbox = office().outbox();
    outbox.startSending();
    await outbox.settled();
    await office().write(outbox, 'acme', {
      fromName: 'Brücke & Söhne, "Makler"',
      to: { name: 'Zoë Ångström', address: 'zoe@example.com' },
      replyTo: { name: 'Bob', address: 'bob@example.com' },
      subject: `Neue Anfrage: ${'Straße '.repeat(20)}`,
      text: `Guten Tag,\n\n.\n${'lang '.repeat(100)}\nGrüße 🏠\n`,
      html: '<p>Grüße 🏠</p>\n',
    });
    await outbox.settled();

    const letter = await office().letter('acme');
    expect(letter.state).toBe('sent');
    const files = readdirSync(folder);
    const id = letter.message_id.slice(1, 33);
    expect(files).toEqual([`20261120T170000000Z-${id}.eml`]);
    const file = join(folder, files[0] ?? '');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);

    const message = parseMail(readFileSync(file, 'utf8'));
    expect(message.header('from')).toBe('Brücke & Söhne, "Makler" <portico@localhost>');
    expect(message.header('to')).toBe('Zoë Ångström <zoe@example.com>');
    expect(message.header('reply-to')).toBe('Bob <bob@example.com>');
    expect(message.header('subject')).toBe(`Neue Anfrage: ${'Straße '.repeat(20)}`.trim());
    expect(message.header('message-id')).toBe(letter.message_id);
    expect(message.text).toContain(`Guten Tag,\n\n.\n${'lang '.repeat(100)}\nGrüße 🏠\n`);
    expect(message.html).toContain('<p>Grüße 🏠</p>');
    expect(await readEmailFile(file)).toMatchObject({
      fromName: 'Brücke & Söhne, "Makler"',
      to: 'zoe@example.com',
      replyTo: 'bob@example.com',
      text: expect.stringContaining(`guten tag,\r\n\r\n.\r\n${'lang '.repeat(100)}\r\ngrüße 🏠`),
    });
  });

  it('an email with a calendar is read back with its text, which an erasure looks through', async () => {
    const transport = new FileTransport(folder, 'portico@localhost');
    const email = {
      ...{ from_name: 'Acme', to_name: '', to_address: 'b@example.com', subject: 'Tour' },
      ...{ reply_name: '', reply_address: '', text: 'Zoë asks.\n', html: '<p>Zoë asks.</p>\n' },
      ...{
        message_id: '<1@example.com>',
        created_at: 0,
        unsubscribe: '',
        calendar: 'BEGIN:VCALENDAR\r\n',
      },
    };
    await transport.send(email, new AbortController().signal);
    await transport.close();
    const [file = ''] = readdirSync(folder);
    const { text } = await readEmailFile(join(folder, file));
    expect(text).toContain('zoë asks.');
    expect(text).toContain('begin:vcalendar');
  });

  it('an email that was erased while it was sent leaves no file', async () => {
    const acme = await office().tenant('acme');
    class ErasedMeanwhile extends FileTransport {
      override async send(...args: Parameters<FileTransport['send']>): Promise<void> {
        await super.send(...args);
        if (args[0].to_address !== 'gone@example.com') return;
        await acme.write((transaction) =>
          transaction.deleteFrom('letter').where('to_address', '=', 'gone@example.com').execute(),
        );
      }
    }
    const transport = new ErasedMeanwhile(folder, 'portico@localhost');
    const outbox = office().outbox(undefined, {}, undefined, transport);
    for (const address of ['gone@example.com', 'stays@example.com']) {
      await office().write(outbox, 'acme', { to: { name: '', address } });
    }
    await outbox.flush();
    const files = readdirSync(folder);
    expect(files).toHaveLength(1);
    expect(readFileSync(join(folder, files[0] ?? ''), 'utf8')).toContain('stays@example.com');
  });

  it('an email that was written twice is one file', async () => {
    const { db } = await office().tenant('acme');
    await office().write(office().outbox(), 'acme');
    const before = await office().letter('acme');
    await office().outbox().flush();
    const files = readdirSync(folder);
    // As a process that was killed between writing the file and saying so leaves it.
    const { text, html, state } = before;
    await db.updateTable('letter').set({ text, html, state, sent_at: 0 }).execute();
    await office().outbox().flush();
    expect(readdirSync(folder)).toEqual(files);
    expect(files).toHaveLength(1);
  });

  it('one email of many that cannot go keeps none of the others', async () => {
    const outbox = office().outbox();
    for (const number of [1, 2, 3]) {
      const address = number === 2 ? 'nobody' : `${number}@example.com`;
      await office().write(outbox, 'acme', { to: { name: '', address } });
    }
    await outbox.flush();
    const letters = await office().letters('acme');
    expect(letters.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['waiting', 1],
      ['sent', 1],
    ]);
    expect(letters[1]?.last_error).toBe('The recipient is not one email address.');
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('several that send at once take each email once', async () => {
    const quiet = office().outbox();
    for (let number = 0; number < 300; number += 1) await office().write(quiet, 'acme');
    const senders = Array.from({ length: 4 }, () => office().outbox());
    await Promise.all(senders.map((outbox) => outbox.flush()));
    const letters = await office().letters('acme');
    expect(letters).toHaveLength(300);
    for (const { state, attempts, text } of letters) {
      expect([state, attempts, text]).toEqual(['sent', 1, '']);
    }
    expect(readdirSync(folder)).toHaveLength(300);
  });

  it('a folder that cannot be written to keeps the emails waiting', async () => {
    writeFileSync(folder, 'in the way');
    const outbox = office().outbox();
    outbox.startSending();
    await outbox.settled();
    await office().write(outbox, 'acme');
    await outbox.settled();
    expect(await office().letter('acme')).toMatchObject({
      state: 'waiting',
      last_error: 'The email cannot be written to a file: ENOTDIR',
    });
    rmSync(folder);
    await office().pass(outbox, 4 * SWEEP_MS);
    expect((await office().letter('acme')).state).toBe('sent');
  });
});
