import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { leadEmail } from '../../../src/resources/leads/lead.email.js';
import { newLead } from '../../../src/resources/leads/lead.js';
import type { LeadListing } from '../../../src/resources/leads/lead.listing.js';
import { writeTo } from '../../../src/store/tenant/write.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { NOON } from '../../rig/server.js';
import { mailServerFor } from './mail-server.js';
import { aLetter, officeFor } from './office.js';
import { parseMail } from './parse-mail.js';

/** The fields of every email, in the order in which they are written. */
const FIELDS = [
  'auto-submitted',
  'from',
  'to',
  'subject',
  'message-id',
  'date',
  'mime-version',
  'content-type',
];

/** Text that tries to be more than text. */
const HOSTILE = fc
  .array(
    fc.oneof(
      fc.constantFrom('\r\n', '\n', '\r', '\0', '\t', '\u000b', '\u0085', '\u2028', '\u202e'),
      fc.constantFrom('Bcc: eve@evil.example', 'eve@evil.example', '<eve@evil.example>', ', ', ';'),
      fc.constantFrom(
        '"',
        '\\',
        '(',
        ')',
        '<',
        '>',
        ':',
        '@',
        '=?utf-8?Q?=0D=0ABcc:x?=',
        '\r\n.\r\n',
      ),
      fc.constantFrom(
        '=0D=0A',
        '%0d%0a',
        '\ud800',
        '🏠',
        'Ångström',
        ' '.repeat(90),
        'x'.repeat(90),
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

forAnyDatabase('hostile names and subjects', (database) => {
  const office = officeFor(database);
  const mail = mailServerFor();
  afterEach(() => {
    rmSync(join(database.dataFolder, 'outbox'), { recursive: true, force: true });
  });

  it('add no field, no recipient and no end to an email', async () => {
    const outbox = office().outbox();
    const acme = await office().tenant('acme');
    const shapes = fc.record({ name: HOSTILE, subject: HOSTILE, text: HOSTILE });
    const hostile = fc.sample(shapes, { numRuns: 120, seed: 20261120 });
    await writeTo(acme, async (transaction) => {
      for (const { name, subject, text } of hostile) {
        const to = { name, address: 'ann@example.com' };
        await outbox.queue(
          transaction,
          aLetter({ fromName: name, to, subject, text: `Hello${text}`, html: `<p>${text}` }),
        );
      }
    });
    expect((await outbox.flush()).sent).toBe(hostile.length);
    const folder = join(database.dataFolder, 'outbox');
    const files = readdirSync(folder);
    expect(files).toHaveLength(hostile.length);
    for (const file of files) {
      const message = parseMail(readFileSync(join(folder, file), 'utf8'));
      const fields = message.headers.map(([name]) => name);
      // A subject of nothing but blanks is no field.
      expect(fields.concat(fields.includes('subject') ? [] : ['subject']).sort()).toEqual(
        [...FIELDS].sort(),
      );
      for (const side of ['from', 'to']) {
        const [, value = ''] = message.headers.find(([name]) => name === side) ?? [];
        const quoted = value
          .replace(/"(\\.|[^"\\])*"/g, '')
          .replace(/=\?[^?]*\?[QB]\?[^?]*\?=/gi, '');
        // What is left beside quoted strings and encoded words is one address.
        expect(quoted).toMatch(/^[^@<>,;]*<?(portico@localhost|ann@example\.com)>?$/);
      }
    }
  });

  it('go to the one recipient over the wire too', async () => {
    const outbox = office().outbox(mail.url());
    const name =
      'Ann\r\nBcc: eve@evil.example\r\n\r\nHello <eve@evil.example>, "Bob" <bob@b.example>';
    const agent = { id: 3, name, email: 'gus@example.com', office: 0 };
    const listing: LeadListing = {
      ...{ id: 1, space: 'own', address: name, neighborhood: name, apt: '', alertType: 'For Rent' },
      ...{ price: 0, beds: 0, bath: 0, size: 0, agentId: 3, coagentId: 0 },
    };
    const lead = newLead(
      {
        kind: 'alert',
        first_name: name,
        last_name: name,
        email: 'ann@example.com',
        phone: name,
        comment: `${name}\r\n.\r\nMAIL FROM:<eve@evil.example>\r\nRCPT TO:<bob@b.example>\r\nDATA\r\n`,
        source: name,
        area: name,
      },
      { agent, listing },
      NOON,
    );
    const brokerage = { title: name, time_zone: 'America/New_York' };
    const email = leadEmail(lead, agent, brokerage, { repeat: false });
    await office().write(outbox, 'acme', email);
    expect((await outbox.flush()).sent).toBe(1);
    expect(mail.arrived).toHaveLength(1);
    const [{ to, from, raw } = { to: [], from: '', raw: '' }] = mail.arrived;
    expect([from, to]).toEqual(['portico@localhost', ['gus@example.com']]);
    const message = parseMail(raw);
    expect(message.headers.map(([field]) => field).sort()).toEqual([...FIELDS, 'reply-to'].sort());
    expect(message.text).toContain('\n> .\n> MAIL FROM:<eve@evil.example>\n');
  });
});
