import { expect, it } from 'vitest';
import { erasePerson, findPerson } from '../../../src/changes/removal/erase-person.js';
import { leaseEmail, type StoredEmail } from '../../../src/outbox/email/email-store.js';
import {
  discardHeld,
  forgetPlaces,
  heldListings,
  releaseHeld,
} from '../../../src/resources/saved-searches/alerts/alert-places.js';
import { lastDigest } from '../../../src/resources/saved-searches/alerts/due-alerts.js';
import { orMadeAgain } from '../../../src/resources/saved-searches/alerts/stale-alerts.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { AlertedOffice, aheadOfWrites } from './alerted-office.js';

const HOUR_MS = 3_600_000;
const ZONE = 'America/New_York';

it.each([
  ['2026-11-20T12:59:59Z', undefined, '2026-11-19T13:00:00Z'],
  ['2026-11-20T13:00:00Z', undefined, '2026-11-20T13:00:00Z'],
  ['2026-11-20T13:00:00Z', 1, '2026-11-16T13:00:00Z'],
  ['2026-11-23T13:00:00Z', 1, '2026-11-23T13:00:00Z'],
  // The clocks of New York go back on 1 November and forward on 14 March.
  ['2026-11-01T12:30:00Z', undefined, '2026-10-31T12:00:00Z'],
  ['2026-11-01T13:00:00Z', undefined, '2026-11-01T13:00:00Z'],
  ['2027-03-14T12:00:00Z', undefined, '2027-03-14T12:00:00Z'],
  ['2027-03-15T11:59:59Z', undefined, '2027-03-14T12:00:00Z'],
])('the last digest at %s, of weekday %s, was due at %s', (now, weekday, due) => {
  expect(new Date(lastDigest(Date.parse(now), ZONE, weekday)).toISOString()).toBe(
    due.replace('Z', '.000Z'),
  );
});

/** Begins another series of changes in a database, as a restore does. */
const beginSeries = (database: TenantDatabase) =>
  database.write((transaction) =>
    transaction
      .updateTable('revision')
      .set((eb) => ({
        epoch: eb('epoch', '+', 1),
        number: eb('number', '+', 1),
        entries_seq: eb('number', '+', 1),
      }))
      .execute(),
  );

const homes = (from: number, to: number, financials_price = 1000) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ main_id: from + at, financials_price }));

forEachDatabase('email about saved searches', (database) => {
  const server = serverFor(database);
  const opened = () => new AlertedOffice(server).open();

  it('leaves once a day and once a week, across changes of daylight saving', async () => {
    const office = await opened();
    const member = await office.member();
    const daily = await office.search(member, '', { frequency: 'daily' });
    const weekly = await office.search(member, '', { frequency: 'weekly' });
    const start = Date.parse('2027-03-12T00:00:00Z');
    server.clock.advance(start - server.clock.now());
    await office.database.db.updateTable('saved_search').set({ updated_at: start }).execute();
    await office.sweep();
    const sent: (readonly [string, number, string])[] = [];
    let id = 0;
    for (let hour = 0; hour < 4 * 24; hour += 1) {
      if (hour % 5 === 0) await office.list(homes(++id, id));
      server.clock.advance(start + hour * HOUR_MS + HOUR_MS / 2 - server.clock.now());
      await office.sweep();
      const at = new Date(server.clock.now()).toISOString().slice(0, 13);
      sent.push(
        ...(await office.emails()).map(
          ({ search_id, subject }) => [at, search_id, subject] as const,
        ),
      );
    }
    expect(sent).toEqual([
      ['2027-03-12T13', daily, '3 new listings for “Two rooms”'],
      ['2027-03-13T13', daily, '5 new listings for “Two rooms”'],
      ['2027-03-14T12', daily, '5 new listings for “Two rooms”'],
      ['2027-03-15T12', daily, '4 new listings for “Two rooms”'],
      ['2027-03-15T12', weekly, '17 new listings for “Two rooms”'],
    ]);
  });

  it('waits for the operator where a tenth and more than 200 are new or cheaper', async () => {
    const office = await opened();
    await office.list(homes(1, 2000));
    await office.search(await office.member(), '');
    await office.sweep();
    // Many, and no tenth; then more than a tenth.
    await office.list(homes(1, 199, 900));
    await office.sweep();
    expect(await office.emails()).toHaveLength(1);
    server.clock.advance(HOUR_MS);
    await office.list(homes(1, 260, 800));
    await office.sweep();
    expect([await office.emails(), await heldListings(office.database)]).toEqual([[], 260]);
    await office.list(homes(2001, 2001));
    await office.sweep();
    expect(await office.emails()).toEqual([]);
    await discardHeld(office.database);
    await office.sweep();
    await office.list(homes(2002, 2002));
    await office.sweep();
    const [email, ...more] = await office.emails();
    expect([email?.subject, more]).toEqual(['1 new listing for “Two rooms”', []]);
    server.clock.advance(HOUR_MS);
    await office.list(homes(1, 260, 700));
    await office.sweep();
    await releaseHeld(office.database);
    await office.sweep();
    const [released] = await office.emails();
    expect(released?.subject).toBe('260 price drops for “Two rooms”');
    expect(await heldListings(office.database)).toBe(0);
    server.clock.advance(HOUR_MS);
    await office.list(homes(1, 260, 600));
    await office.sweep();
    expect(await office.emails()).toEqual([]);
  });

  it('counts a price drop once, where the listing changes again within a minute', async () => {
    const office = await opened();
    await office.list(homes(1, 150));
    await office.search(await office.member(), '');
    await office.sweep();
    const look = () => office.sweep(undefined, 0);
    await office.list(homes(1, 150, 900));
    await look();
    const edited = homes(1, 150, 900).map((home) => ({ ...home, main_description: 'New words' }));
    await office.list(edited, office.name, 1000);
    await look();
    expect(await heldListings(office.database)).toBe(0);
    await office.list(homes(1, 50, 800));
    await look();
    expect(await heldListings(office.database)).toBe(0);
    await office.list(homes(1, 1, 700));
    await look();
    expect(await heldListings(office.database)).toBe(1);
  });

  it('waits for the operator where a program lowers prices again and again, and not where few get cheaper each day', async () => {
    const office = await opened();
    let price = 9000;
    await office.list(homes(1, 50, price));
    await office.search(await office.member(), '');
    await office.sweep();
    const lower = async (times: number, pauseHours: number) => {
      let emails = 0;
      for (let at = 0; at < times; at += 1) {
        server.clock.advance(pauseHours * HOUR_MS);
        price -= 1;
        await office.list(homes(1, 10, price));
        await office.sweep();
        emails += (await office.emails()).length;
      }
      return emails;
    };
    // Three days of 80 price drops each.
    expect(await lower(24, 3)).toBe(24);
    expect(await heldListings(office.database)).toBe(0);
    server.clock.advance(24 * HOUR_MS);
    // 200 within an hour, and then no more: the last email is about what was found before.
    expect(await lower(20, 0)).toBe(4);
    expect(await lower(100, 0)).toBe(1);
    expect(await heldListings(office.database)).toBe(10);
    await releaseHeld(office.database);
    expect(await lower(1, 0)).toBe(1);
    expect(await lower(1, 3)).toBe(1);
    expect(await heldListings(office.database)).toBe(0);
  });

  it('tells of each listing once, however often its process is killed on the way', async () => {
    const office = await opened();
    const member = await office.member();
    // So many that their matches are stored in large transactions.
    const searches: number[] = [];
    for (let copy = 0; copy < 12; copy += 1) {
      searches.push(
        await office.search(member, 'priceMax=2000'),
        await office.search(member, 'bedsMin=1', { frequency: 'daily' }),
        await office.search(member, 'isMLS=include'),
      );
    }
    let listed = 0;
    await office.sweep();
    const tenant = await office.tenant();
    const told = new Map<number, number>();
    const count = async () => {
      for (const { search_id, subject } of await office.emails()) {
        told.set(search_id, (told.get(search_id) ?? 0) + Number.parseInt(subject, 10));
      }
    };
    let kills = 0;
    for (let at = 0; kills < 12; at += 1) {
      await office.list(homes(3 * at + 1, 3 * at + 3));
      await office.list(homes(at + 1, at + 1), office.feed);
      const { frozen, isSpent } = failingAfter(office.database, at % 9);
      const killed = office.sender(async () => ({ ...tenant, database: frozen }), 'https://x.test');
      await office.sweep(killed);
      if (isSpent()) kills += 1;
      // A lease of a process that is killed ends by itself.
      server.clock.advance(HOUR_MS);
      await office.sweep();
      await count();
      listed = at + 1;
    }
    server.clock.advance(24 * HOUR_MS);
    await office.sweep();
    await count();
    expect([...told].sort(([one], [other]) => one - other)).toEqual(
      searches.map((id, at) => [id, (at % 3 === 2 ? 4 : 3) * listed]),
    );
  });

  it('waits behind the email that somebody waits for', async () => {
    const office = await opened();
    await office.search(await office.member(), '');
    await office.sweep();
    await office.list(homes(1, 3));
    await office.sweep();
    await server.services.outbox.queue(office.database.db as never, {
      ...{ kind: 'lead', fromName: 'Acme', to: { name: '', address: 'gus@example.com' } },
      ...{ subject: 'New lead', text: 'x', html: 'x' },
    });
    const leased = await leaseEmail(office.database, server.clock.now(), 1000);
    expect(leased?.kind).toBe('lead');
  });

  it.each([
    ['instantly', 0],
    ['daily', 24],
  ] as const)(
    'is made again of what is still true where it has waited for an hour, %s',
    async (frequency, hours) => {
      const office = await opened();
      const member = await office.member();
      await office.search(member, '', { frequency });
      await office.sweep();
      const queued = async (from: number, to: number) => {
        await office.list(homes(from, to));
        await office.sweep();
        server.clock.advance(hours * HOUR_MS);
        await office.sweep();
      };
      const { db } = office.database;
      const send = async () => {
        await server.services.outbox.flush();
        const letters = db.selectFrom('letter').select(['state', 'subject']);
        return (await letters.execute()).map(({ state, subject }) => `${state}: ${subject}`);
      };
      await queued(1, 3);
      const first = ['sent: 3 new listings for “Two rooms”'];
      expect(await send()).toEqual(first);
      const { last_sent_at } = await db
        .selectFrom('saved_search')
        .select('last_sent_at')
        .executeTakeFirstOrThrow();

      server.clock.advance(HOUR_MS);
      await queued(4, 6);
      server.clock.advance(HOUR_MS);
      await office.list([{ main_id: 5, main_status: 22 }]);
      // Its recipient's server has put it off: it is tried as it is, until it is given up.
      const [email] = await db
        .selectFrom('letter')
        .selectAll()
        .where('state', '=', 'waiting')
        .execute();
      expect(await orMadeAgain(office.database, { ...email, attempts: 2 } as StoredEmail)).toEqual({
        ...email,
        attempts: 2,
      });
      expect(await send()).toEqual(first);
      expect(await db.selectFrom('saved_search').select('last_sent_at').execute()).toEqual([
        { last_sent_at },
      ]);
      await office.sweep();
      expect(await send()).toEqual([...first, 'sent: 2 new listings for “Two rooms”']);
    },
  );

  it('does not tell again of what came at once, where the digest of minutes later is made again', async () => {
    const office = await opened();
    const until = (at: string) => server.clock.advance(Date.parse(at) - server.clock.now());
    const send = async () => {
      await server.services.outbox.flush();
      const letters = office.database.db.selectFrom('letter').select(['state', 'subject']);
      return (await letters.execute()).map(({ state, subject }) => `${state}: ${subject}`);
    };
    until('2027-03-12T12:46:00Z');
    await office.search(await office.member(), '');
    await office.sweep();
    await office.list(homes(1, 3));
    await office.sweep();
    const first = ['sent: 3 new listings for “Two rooms”'];
    expect(await send()).toEqual(first);
    await office.database.db.updateTable('saved_search').set({ frequency: 'daily' }).execute();
    await office.list(homes(4, 4));
    // Its digest is due at 13:00, nine minutes after the email.
    until('2027-03-12T12:56:00Z');
    await office.sweep();
    until('2027-03-12T12:59:00Z');
    await office.sweep();
    server.clock.advance(HOUR_MS);
    expect(await send()).toEqual(first);
    await office.sweep();
    expect(await send()).toEqual([...first, 'sent: 1 new listing for “Two rooms”']);
  });

  it.each([
    ['the database is restored', (office: AlertedOffice) => beginSeries(office.database)],
    [
      'the way to end it is taken away for a while',
      (office: AlertedOffice) => forgetPlaces(office.database),
    ],
  ])('is not about what waited when %s', async (_, happens) => {
    const office = await opened();
    await office.search(await office.member(), '', { frequency: 'daily' });
    await office.sweep();
    await office.list(homes(1, 3));
    await office.sweep();
    expect(Object.values(await office.matches())).toEqual([[1, 2, 3]]);
    await happens(office);
    await office.sweep();
    await office.list(homes(4, 4));
    await office.sweep();
    server.clock.advance(24 * HOUR_MS);
    await office.sweep();
    expect((await office.emails()).map(({ subject }) => subject)).toEqual([
      '1 new listing for “Two rooms”',
    ]);
  });

  it.each([
    ['saved_search', { frequency: 'never' }, []],
    ['client', { member: 0 }, []],
    ['client', { verified: 0 }, []],
    ['client', { email_changed_at: 1 }, []],
    // Made again, by the next sweep.
    ['client', { email: 'new@example.com' }, ['new@example.com']],
  ] as const)(
    'that was queued does not leave where %s has %o since then',
    async (table, set, then) => {
      const office = await opened();
      await office.search(await office.member(), '');
      await office.sweep();
      await office.list(homes(1, 3));
      await office.sweep();
      const { db } = office.database;
      await db.updateTable(table).set(set).execute();
      await server.services.outbox.flush();
      expect(await office.emails()).toEqual([]);
      await office.sweep();
      expect((await office.emails()).map(({ to_address }) => to_address)).toEqual(then);
    },
  );

  it('about a search that is not understood is not due again and again', async () => {
    const office = await opened();
    const id = await office.search(await office.member(), '', { frequency: 'daily' });
    await office.sweep();
    await office.list(homes(1, 3));
    await office.sweep();
    await office.database.db.updateTable('saved_search').set({ query: 'beds=?' }).execute();
    server.clock.advance(24 * HOUR_MS);
    await office.sweep();
    expect([await office.emails(), (await office.matches())[id]]).toEqual([[], undefined]);
  });

  it('goes with its member, and its search', async () => {
    const office = await opened();
    const member = await office.member();
    await office.search(member, '');
    await office.sweep();
    await office.list(homes(1, 3));
    await office.sweep();
    const rows = async () => {
      const { db } = office.database;
      const matches = await db.selectFrom('saved_search_match').select('search_id').execute();
      const letters = await db
        .selectFrom('letter')
        .select('id')
        .where('kind', '=', 'search')
        .execute();
      return [matches.length, letters.length];
    };
    expect(await rows()).toEqual([3, 1]);
    await erasePerson(office.database, await findPerson(office.database, { id: member }), false);
    expect(await rows()).toEqual([0, 0]);
  });
});

/** A database of which writes fail from one on, as for a process that is killed there. */
function failingAfter(database: TenantDatabase, allowed: number) {
  let writes = 0;
  const frozen = aheadOfWrites(database, ['note', 'write'], async () => {
    if (writes++ >= allowed) throw new Error('The process was killed.');
  });
  return { frozen, isSpent: () => writes > allowed };
}
