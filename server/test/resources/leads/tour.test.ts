import { beforeAll, beforeEach, expect, it } from 'vitest';
import { messageOf, type OutgoingEmail } from '../../../src/outbox/email/transport.js';
import { leadRecord, type StoredLead } from '../../../src/resources/leads/lead.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { BODY_KINDS, refused, Website } from '../members/website.js';
import { aLead, fillOffice, forget, STORED, stored } from './leads.js';

const PATH = '/alerts/listingAlert';
/** On the clock of New York, where it is 12:00 on 20 November. */
const TIMES = ['2026-12-06 10:30', '2026-12-05 14:00'];

forEachDatabase('a lead that asks for a tour', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  beforeAll(async () => {
    await server.addTenant('onekey', { kind: 'mls' });
    await server.addTenant('rebny', { kind: 'rls' });
    await site.open({ title: 'Acme Realty', mls_feed: 'onekey', rls_feed: 'rebny' });
    await fillOffice(server);
  });
  beforeEach(() => forget(site));

  const email = async (): Promise<OutgoingEmail> => {
    const { db } = await site.database();
    return db.selectFrom('letter').selectAll().executeTakeFirstOrThrow();
  };

  it.each(BODY_KINDS)('keeps its times in order, from a %s body', async (kind) => {
    const tourTimes = kind === 'json' ? TIMES : [...TIMES, TIMES[0], ''].slice(0, 3).join();
    const fields = aLead({ listingID: 7, tourTimes, tourKind: 'video' });
    expect(await site.post(PATH, fields, kind)).toEqual(STORED);
    const [lead] = await stored(site);
    expect(leadRecord({ id: 1, ...lead } as StoredLead)).toMatchObject({
      tourKind: 'video',
      tourTimes: ['2026-12-05T14:00:00-05:00', '2026-12-06T10:30:00-05:00'],
    });
  });

  it('is emailed with its times and with tentative appointments', async () => {
    const phone = '212-555-0142';
    await site.post(PATH, aLead({ listingID: 7, tourTimes: TIMES.join(), phone }));
    const { subject, text, calendar } = await email();
    expect(subject).toMatch(/^Tour request: Nora Quinn, /);
    expect(text).toContain('\nTour: in person\n');
    expect(text).toContain(
      '\nTour times: Saturday 2026-12-05 14:00; Sunday 2026-12-06 10:30 (America/New_York)\n',
    );
    const lines = calendar.replaceAll('\r\n ', '').split('\r\n');
    const each = (name: string) => lines.filter((line) => line.startsWith(`${name}:`));
    expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual([
      'BEGIN:VCALENDAR',
      'END:VCALENDAR',
      '',
    ]);
    expect(each('DTSTART')).toEqual(['DTSTART:20261205T190000Z', 'DTSTART:20261206T153000Z']);
    expect(each('DTEND')).toEqual(['DTEND:20261205T193000Z', 'DTEND:20261206T160000Z']);
    expect(each('STATUS')).toEqual(['STATUS:TENTATIVE', 'STATUS:TENTATIVE']);
    expect(new Set(each('UID')).size).toBe(2);
    expect(each('SUMMARY')[0]).toMatch(/^SUMMARY:Tour in person: .*\\, .*\(listing 7\)$/);
    expect(each('DESCRIPTION')[0]).toBe('DESCRIPTION:Nora Quinn\\nnora@example.com\\n212-555-0142');
    expect(calendar.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(messageOf(await email(), 'a@acme.example').attachments).toMatchObject([
      { filename: 'tour.ics', content: calendar },
    ]);
  });

  it('has no attachment without times, whatever its kind', async () => {
    await site.post(PATH, aLead({ listingID: 7, tourTimes: '', tourKind: 'video' }));
    expect(await stored(site)).toMatchObject([{ tour_kind: '', tour_times: '' }]);
    const { subject, text } = await email();
    expect(subject).toMatch(/^New lead: /);
    expect(text).not.toMatch(/tour/i);
    expect(messageOf(await email(), 'a@acme.example')).not.toHaveProperty('attachments');
  });

  it.each([
    ['tourTimes', '2026-11-20 12:00', /^tourTimes: "2026-11-20 12:00" was given; .*in the future/],
    [
      'tourTimes',
      '2026-12-05 14:00,2027-02-19 12:01',
      /^tourTimes: "2027-02-19 12:01" was given; /,
    ],
    ['tourTimes', '2026-12-32 14:00', /accepted is one to 3 times like 2026-12-05 14:00/],
    ['tourTimes', 'Saturday', /^tourTimes: "Saturday" was given; /],
    ['tourTimes', [1, 2, 3, 4].map((day) => `2026-12-0${day} 14:00`).join(), /one to 3 times/],
    ['tourKind', 'phone', /^tourKind: "phone" was given; accepted is person or video/],
  ])('refuses %s of %s', async (name, value, message) => {
    const fields = aLead({ listingID: 7, tourTimes: TIMES[0], [name]: value });
    expect(await site.post(PATH, fields)).toEqual(refused('256', expect.stringMatching(message)));
    expect(await stored(site)).toEqual([]);
  });

  it('may name the last minute of the 90 days', async () => {
    const tourTimes = '2027-02-18 12:00';
    expect(await site.post(PATH, aLead({ listingID: 7, tourTimes }))).toEqual(STORED);
  });
});
