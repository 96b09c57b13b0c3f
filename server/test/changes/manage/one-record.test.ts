import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { statementsOf } from '../../rig/queries.js';
import { serverFor } from '../../rig/server.js';

/** Kinds with a line for each turn, no two in a row alike in the fields that a row is refused by. */
const ALTERNATING: readonly (readonly [kind: string, line: (at: number) => object])[] = [
  [
    'clients',
    (at) => ({ id: 901, email: `a${at}@example.com`, verify: 'code-of-901', active: at % 2 }),
  ],
  ['deals', (at) => ({ id: 901, client_id: 1 + (at % 2), price: at })],
  [
    'trails',
    (at) => ({ id: 901, clientID: 1 + (at % 2), trailKey: 1 + (at % 2), comment: `${at}` }),
  ],
  ['leads', (at) => ({ id: 901, email: 'a@example.com', listingID: at % 2, comment: `${at}` })],
  [
    'listings',
    (at) => aListing({ main_id: 901, financials_price: at, main_status: STATUS[at % 2] }),
  ],
  ['agents', (at) => ({ id: 901, firstname: `${at}` })],
  ['teams', (at) => ({ id: 901, agent_ids: [at] })],
  ['neighborhoods', (at) => ({ cat_id: 901, cat_name: `Quarter ${at}` })],
];

const STATUS = ['For Rent', 'For Sale'];

/** Below what SQLite writes in a thread, whose statements nobody counts here. */
const MANY = 91;

forEachDatabase('lines of one record in one call', (database) => {
  const server = serverFor(database);
  let key = '';

  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme', { scopes: ['manage'] });
    await put(
      'clients',
      [1, 2].map((id) => ({ id, email: `client${id}@example.com` })),
    );
  });

  async function put(kind: string, records: readonly object[]) {
    server.clock.advance(1100);
    const answer = await server.app.inject({
      method: 'PUT',
      url: `/manage/${kind}`,
      payload: JSON.stringify(records),
      headers: {
        'x-forwarded-proto': 'https',
        'x-api-key': key,
        'content-type': 'application/json',
      },
    });
    expect([kind, answer.statusCode]).toEqual([kind, 200]);
    return JSON.parse(answer.body);
  }

  async function one(kind: string, id: number) {
    server.clock.advance(1100);
    const headers = { 'x-forwarded-proto': 'https', 'x-api-key': key };
    const answer = await server.app.inject({ url: `/manage/${kind}/${id}`, headers });
    return answer.statusCode === 200 ? JSON.parse(answer.body) : answer.statusCode;
  }

  it.each(ALTERNATING)('cost few statements, however many: %s', async (kind, line) => {
    const costOf = (from: number, count: number) => {
      const records = Array.from({ length: count }, (_, at) => line(from + at));
      return statementsOf(server, 'acme', async () => {
        expect(await put(kind, records)).toMatchObject({ STORED: count, REJECTED: [] });
      });
    };
    await put(kind, [line(1000)]);
    const single = await costOf(1001, 1);
    expect((await costOf(2001, MANY)).length).toBeLessThanOrEqual(single.length + 2);
  });

  describe('leave what calls one after the other leave:', () => {
    const code = 'a-code-of-sixteen';
    const SEQUENCES: Readonly<Record<string, readonly object[]>> = {
      clients: [
        { email: 'one@example.com', firstName: 'A' },
        { verify: code, active: 1 },
        // Client 1 has become a member with this address.
        { email: 'Client1@example.com', firstName: 'B' },
        { email: 'two@example.com', active: 0, phone: '1' },
        { last_login: '2026-11-19 10:00:00' },
        { active: 1 },
        { email: 'client2@example.com', verify: '' },
        { verify: code },
        { phone: '2' },
      ],
      deals: [
        { price: 1 },
        { client_id: 1, price: 2, listing_id: 3 },
        { client_id: 999, address: 'nowhere' },
        { client_id: 2, status: 'Open' },
        { price: 3 },
      ],
      trails: [
        { clientID: 1, comment: 'without a key' },
        { trailKey: 1, comment: 'without a client' },
        { clientID: 1, trailKey: 2, comment: 'A' },
        { clientID: 999, pageURL: '/nowhere' },
        { clientID: 2, pageURL: '/b' },
        { trailKey: 3 },
      ],
      leads: [
        { email: 'a@example.com', listingID: 7, listingOf: 'mls', comment: 'A' },
        { comments: [{ received: '2026-11-20 10:00:00', comment: 'Hello' }] },
        { listingID: 0, phone: '1' },
        { listingID: 8, comments: [{ received: '2026-11-20 11:00:00', comment: 'Again' }] },
        { email: 'b@example.com' },
      ],
    };

    beforeAll(() =>
      put(
        'clients',
        [1, 2].map((id) => ({ id, email: `client${id}@example.com`, verify: code })),
      ),
    );

    it.each(Object.entries(SEQUENCES))('%s', async (kind, sequence) => {
      const of = (id: number) =>
        sequence.map((fields) => ({ id, received: '2026-11-20 09:00:00', ...fields }));
      const single = [];
      for (const record of of(801)) single.push((await put(kind, [record])).REJECTED);
      const left = await one(kind, 801);
      if (kind === 'clients') await put(kind, [{ id: 801, _remove: true }]);
      const { REJECTED, STORED } = await put(kind, of(802));
      const refused = single.flatMap(([rejected], at) =>
        rejected === undefined ? [] : [{ ...rejected, line: 1, element: at + 1, id: '802' }],
      );
      expect(REJECTED).toEqual(refused);
      expect(STORED).toBe(sequence.length - refused.length);
      expect(await one(kind, 802)).toEqual({ ...left, id: 802 });
    });

    it('clients that swap their addresses, twice', async () => {
      const member = (id: number, email: string) => ({ id, email, verify: code });
      await put('clients', [member(811, 'p@example.com'), member(812, 'q@example.com')]);
      const swaps = [
        member(811, 'q@example.com'),
        member(812, 'p@example.com'),
        member(813, 'q@example.com'),
        member(812, 'r@example.com'),
        member(811, 'p@example.com'),
        member(813, 'q@example.com'),
      ];
      const { REJECTED } = await put('clients', swaps);
      expect(REJECTED).toMatchObject([{ element: 3, id: '813' }]);
      const emails = [];
      for (const id of [811, 812, 813]) emails.push((await one('clients', id)).email);
      expect(emails).toEqual(['p@example.com', 'r@example.com', 'q@example.com']);
    });
  });
});
