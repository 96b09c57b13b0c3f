import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { statementsOf } from '../../rig/queries.js';
import { serverFor } from '../../rig/server.js';
import { refused, Website } from './website.js';

type ClientRecord = Record<string, unknown>;
interface Page {
  readonly TOTAL_COUNT: number;
  readonly CLIENTS: readonly ClientRecord[];
}

/** Client 12 in full, as the record that an API returns and an import takes. */
const TOLD = {
  id: 12,
  firstName: 'Bea',
  lastName: 'Best',
  email: 'Bea@Example.com',
  active: 1,
  status: 'Active',
  type: 'Buyer,clientOwner,Member,',
  verify: 'a1b2c3',
  date_create: '2026-03-04 05:06:07',
  date_update: '2026-10-11 12:13:14',
  phone: '212-555-0100',
  home_Phone: '212-555-0101',
  office_Phone: '212-555-0102',
  agent_name: 'Ann Able',
  agent_email: 'ann@example.com',
  agent_id: 3,
  progress: 'Touring',
  source: 'Referral',
  dob: '1980-02-29',
  address: '1 Elm Street',
  city: 'Ithaca',
  state: 'NY',
  zip: '14850',
};

const NO_DEAL = {
  deal_id: '',
  deal_listing_id: '',
  deal_address: '',
  deal_price: '',
  deal_status: '',
  deal_date: '',
};

forEachDatabase('reading clients', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  const list = (fields: Record<string, unknown> = {}) => site.get<Page>('/clients/list', fields);
  const idsOf = async (fields: Record<string, unknown>) =>
    (await list(fields)).CLIENTS.map(({ id }) => id);
  /** Fifty more members from 101 on, two a day, so that each has a twin of the same moment. */
  const crowd = Array.from({ length: 50 }, (_, index) => ({
    id: 101 + index,
    email: `m${101 + index}@example.com`,
    verify: `code ${index}`,
    verified: index % 5 === 0 ? 1 : 0,
    date_create: `2025-01-${String(1 + Math.floor(index / 2)).padStart(2, '0')} 09:00:00`,
  }));

  beforeAll(async () => {
    await site.open();
    await server.put('acme', 'agents', [
      { id: 3, firstname: 'Ann', lastname: 'Able', email: 'ann@example.com' },
    ]);
    await server.put('acme', 'clients', [
      TOLD,
      { id: 13, email: 'lead@example.com', date_create: '2026-11-19 10:00:00', type: 'Renter,' },
      { id: 14, email: 'undated@example.com', verify: 'x' },
      ...crowd,
    ]);
    await server.put('acme', 'deals', [
      { id: 1, client_id: 12, address: 'Old', price: 5, status: 'Closed', date: '2024-01-01' },
      {
        id: 4,
        client_id: 12,
        listing_id: 77,
        address: '2 Oak Street',
        price: 1234567.5,
        status: 'In Contract',
        date: '2026-10-01 11:12:13',
      },
      { id: 3, client_id: 12, address: 'Same day', date: '2026-10-01 11:12:13' },
      { id: 9, client_id: 12, address: 'Undated' },
      { id: 5, client_id: 150, address: 'Bare' },
      { id: 6, client_id: 13, address: 'Of a lead', date: '2026-11-01' },
    ]);
  });

  it('tells all of a client', async () => {
    expect(await site.get('/clients/12')).toEqual([TOLD]);
  });

  it('tells of clients who are no members, and of those of whom little is known', async () => {
    expect(await site.get('/clients/13')).toEqual([
      {
        ...Object.fromEntries(Object.keys(TOLD).map((name) => [name, ''])),
        id: 13,
        email: 'lead@example.com',
        active: 0,
        status: 'Inactive',
        type: 'Renter,',
        date_create: '2026-11-19 10:00:00',
        agent_id: 0,
      },
    ]);
  });

  it('answers nothing for a number that nobody has', async () => {
    expect(await site.get('/clients/999')).toEqual([]);
    expect(await site.get('/clients/9007199254740991')).toEqual([]);
    expect((await site.send({ url: site.url('/clients/x') })).statusCode).toBe(404);
    expect((await site.send({ url: site.url('/clients/0') })).statusCode).toBe(404);
  });

  it('lists members and nobody else, newest first', async () => {
    const { TOTAL_COUNT, CLIENTS } = await list();
    expect(TOTAL_COUNT).toBe(52);
    expect(CLIENTS).toHaveLength(20);
    expect(CLIENTS[0]).toEqual(TOLD);
    // Those of one moment by number, upwards.
    expect(CLIENTS.slice(1, 6).map(({ id }) => id)).toEqual([149, 150, 147, 148, 145]);
  });

  it('orders by creation, either way, without repeating or skipping anybody', async () => {
    expect((await idsOf({ order: 'asc', limit: 5 })).slice(0, 5)).toEqual([14, 101, 102, 103, 104]);
    expect(await idsOf({ order: 'DESC', limit: 2 })).toEqual([12, 149]);
    for (const order of ['asc', 'desc']) {
      const seen: unknown[] = [];
      for (let page = 1; page <= 6; page += 1)
        seen.push(...(await idsOf({ order, page, limit: 10 })));
      expect(seen).toHaveLength(52);
      expect(new Set(seen).size).toBe(52);
    }
  });

  it('has pages of up to 40, and keeps the total beyond the last', async () => {
    const sizes = async (limit: unknown) => (await list({ limit })).CLIENTS.length;
    expect([await sizes(10), await sizes(20), await sizes(40)]).toEqual([10, 20, 40]);
    expect([await sizes(1), await sizes(33), await sizes(1000)]).toEqual([1, 33, 40]);
    expect((await list({ page: 3 })).CLIENTS).toHaveLength(12);
    expect(await list({ page: 4 })).toEqual({ TOTAL_COUNT: 52, CLIENTS: [] });
    expect(await list({ page: 9007199254740991, limit: 40 })).toEqual({
      TOTAL_COUNT: 52,
      CLIENTS: [],
    });
  });

  it('finds by number and by address', async () => {
    expect(await list({ id: 12 })).toEqual({ TOTAL_COUNT: 1, CLIENTS: [TOLD] });
    expect(await list({ id: 13 })).toEqual({ TOTAL_COUNT: 0, CLIENTS: [] });
    expect(await list({ id: 0 })).toMatchObject({ TOTAL_COUNT: 52 });
    expect(await idsOf({ email: 'BEA@example.com' })).toEqual([12]);
    // A lead is not found, nor are parts, patterns or nothing at all.
    for (const email of ['lead@example.com', 'bea', 'bea@example.co', '%', '%example.com', '@']) {
      expect([email, await list({ email })]).toEqual([email, { TOTAL_COUNT: 0, CLIENTS: [] }]);
    }
    expect(await list({ email: '' })).toMatchObject({ TOTAL_COUNT: 52 });
    expect(await idsOf({ email: 'bea@example.com', id: 101 })).toEqual([]);
  });

  it('finds by verification, which does not lapse as activity does', async () => {
    const verified = await list({ verified: true, limit: 40 });
    expect(verified.TOTAL_COUNT).toBe(11);
    expect(verified.CLIENTS.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual([
      12, 101, 106, 111, 116, 121, 126, 131, 136, 141, 146,
    ]);
    expect(verified.CLIENTS.filter(({ active }) => active === 1).map(({ id }) => id)).toEqual([12]);
    expect(await list({ verified: 'FALSE' })).toMatchObject({ TOTAL_COUNT: 41 });
    expect(await list({ verified: false, id: 12 })).toMatchObject({ TOTAL_COUNT: 0 });
  });

  it('adds the latest deal, and empty fields where there is none', async () => {
    const [record] = (await list({ id: 12, includeDealInfo: true })).CLIENTS;
    expect(record).toEqual({
      ...TOLD,
      deal_id: 4,
      deal_listing_id: 77,
      deal_address: '2 Oak Street',
      deal_price: 1234567.5,
      deal_status: 'In Contract',
      deal_date: '2026-10-01 11:12:13',
    });
    expect((await list({ id: 101, includeDealInfo: 'true' })).CLIENTS[0]).toMatchObject(NO_DEAL);
    expect((await list({ id: 150, includeDealInfo: 1 })).CLIENTS[0]).toMatchObject({
      deal_id: 5,
      deal_listing_id: 0,
      deal_address: 'Bare',
      deal_price: 0,
      deal_status: '',
      deal_date: '',
    });
    expect((await list({ id: 12, includeDealInfo: false })).CLIENTS[0]).toEqual(TOLD);
    expect(await list({ page: 9, includeDealInfo: true })).toEqual({
      TOTAL_COUNT: 52,
      CLIENTS: [],
    });
  });

  it('names what is malformed', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ order: 'up' }, 'order: "up" was given; accepted is desc or asc.'],
      [{ limit: 0 }, 'limit: "0" was given; accepted is a whole number, 1 or more.'],
      [{ page: 0 }, 'page: "0" was given; accepted is a whole number, 1 or more.'],
      [{ id: -1 }, 'id: "-1" was given; accepted is a whole number, 0 or more.'],
      [{ verified: 'maybe' }, 'verified: "maybe" was given; accepted is true or false.'],
      [
        { email: 'a\0b' },
        'email: "a\\u0000b" was given; accepted is one line of at most 254 characters.',
      ],
    ];
    for (const [fields, message] of cases) {
      expect(await list(fields)).toEqual(refused('256', message));
    }
  });

  it('asks the database three times at the most, however many it lists', async () => {
    const asked = (fields: Record<string, unknown>) =>
      statementsOf(server, 'acme', () => list(fields));
    expect(await asked({ limit: 40, includeDealInfo: true })).toHaveLength(3);
    expect(await asked({ limit: 1, includeDealInfo: true })).toHaveLength(3);
    expect(await asked({ limit: 40 })).toHaveLength(2);
  });

  it('reads nothing of another client', async () => {
    const other = new Website(server, 'other');
    await other.open();
    expect(await other.get('/clients/12')).toEqual([]);
    expect(await other.get('/clients/list')).toEqual({ TOTAL_COUNT: 0, CLIENTS: [] });
  });
});
