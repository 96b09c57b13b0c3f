import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEndpoint } from '../../../src/outbox/webhook/endpoint-store.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing, anAgent } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { BODY_KINDS, type Fields, refused, Website } from '../members/website.js';
import { aLead, BARE, fillOffice, forget, STORED, stored } from './leads.js';

forEachDatabase('POST /alerts', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');

  beforeAll(async () => {
    await server.addTenant('onekey', { kind: 'mls' });
    await server.addTenant('rebny', { kind: 'rls' });
    await site.open({ title: 'Acme Realty', mls_feed: 'onekey', rls_feed: 'rebny' });
    await fillOffice(server);
  });
  beforeEach(() => forget(site));

  /** Sends a lead and answers the row that it became. */
  async function stores(told: Fields) {
    expect(await site.post('/alerts', aLead(told))).toEqual(STORED);
    const [row, ...more] = await stored(site);
    expect(more).toEqual([]);
    return row;
  }

  describe.each(BODY_KINDS)('with a %s body', (kind) => {
    it('stores what was told, field by field, and writes to the agent', async () => {
      const told = aLead({
        firstname: ' Nora ',
        email: 'Nora@Example.com',
        phone: '212-555-0142',
        comment: 'Is Sunday possible?\nWe are two.',
        price: 2345,
        alertType: 'for sale',
        minBeds: 2,
        minBath: 1.5,
        alertAddress: 'Park Slope',
        alertSource: 'Landing page',
        agentEmail: 'ann@acme.EXAMPLE',
      });
      expect(await site.post('/alerts', told, kind)).toEqual(STORED);
      expect(await stored(site)).toEqual([
        {
          ...BARE,
          created_at: server.clock.now(),
          email: 'Nora@Example.com',
          phone: '212-555-0142',
          comment: 'Is Sunday possible?\nWe are two.',
          alert_type: 'For Sale',
          // 2110.5 and 2579.5.
          price_from: 2111,
          price_to: 2580,
          min_beds: 2,
          min_bath: 1.5,
          area: 'Park Slope',
          source: 'Landing page',
          agent_id: 1,
        },
      ]);
      const [letter, ...more] = await site.letters();
      expect(more).toEqual([]);
      expect(letter).toMatchObject({ to: 'Ann@Acme.example', subject: 'New lead: Nora Quinn' });
      for (const fact of [
        'Acme Realty',
        'Is Sunday possible?',
        'Nora@Example.com',
        '212-555-0142',
        'For Sale',
        '$2,111 to $2,580',
        'Park Slope',
        'Landing page',
      ]) {
        expect(letter?.text).toContain(fact);
      }
    });

    it('stores the least there is, and writes to nobody', async () => {
      expect(await site.post('/alerts', aLead(), kind)).toEqual(STORED);
      expect(await stored(site)).toEqual([{ ...BARE, created_at: server.clock.now() }]);
      expect(await site.letters()).toEqual([]);
    });

    it('answers the first code that applies, in the order of the codes', async () => {
      const steps: [Fields, code: string, message: unknown][] = [
        [{ email: '' }, '250', 'email is required.'],
        [{ email: 'nora@' }, '251', expect.stringMatching(/^email: "nora@" was given; /)],
        [{ email: 'nora@example.com' }, '252', 'firstname is required.'],
        [{ firstname: 'Nora' }, '253', 'lastname is required.'],
        [{ lastname: 'Quinn' }, '254', 'Listing 404 does not exist.'],
        [{ listingID: 7 }, '256', expect.stringMatching(/^price: "much" was given; /)],
        [{ price: 1 }, '260', 'No agent has the address nobody@acme.example.'],
      ];
      let told: Fields = { listingID: 404, price: 'much', agentEmail: 'nobody@acme.example' };
      for (const [more, code, message] of steps) {
        told = { ...told, ...more };
        expect(await site.post('/alerts', told, kind)).toEqual(refused(code, message));
      }
      expect(await stored(site)).toEqual([]);
      expect(await site.letters()).toEqual([]);
      expect(await site.post('/alerts', { ...told, agentEmail: '' }, kind)).toEqual(STORED);
    });
  });

  it.each([
    ['email', 'nora quinn@example.com', '251'],
    ['email', 'nora@example.com, all@example.com', '251'],
    ['firstname', 'Nora\nBcc: all@example.com', '256'],
    ['lastname', 'x'.repeat(201), '256'],
    ['phone', '1\r\n2', '256'],
    ['phone', '1'.repeat(101), '256'],
    ['comment', 'x'.repeat(10_001), '256'],
    ['comment', 'a\0b', '256'],
    ['price', '-1', '256'],
    ['price', '1e6', '256'],
    ['alertType', 'For Free', '256'],
    ['minBeds', 'two', '256'],
    ['minBath', '1,5', '256'],
    ['alertAddress', 'x'.repeat(501), '256'],
    ['alertSource', 'a\tb', '256'],
    ['listingID', '1.5', '256'],
    ['listingID', '-1', '256'],
    ['agentEmail', 'x'.repeat(255), '256'],
  ])('refuses %s that is malformed (%#)', async (name, value, code) => {
    const answer = await site.post('/alerts', aLead({ [name]: value }), 'json');
    expect(answer).toEqual(refused(code, expect.stringMatching(new RegExp(`^${name}: `))));
    expect(await stored(site)).toEqual([]);
  });

  it.each([
    [
      '__proto__',
      '{"firstname":"a","lastname":"b","email":"a@example.com","__proto__":{"price":9}}',
    ],
    [
      'id',
      '{"firstname":"a","lastname":"b","email":"a@example.com","id":5,"agent_id":1,"kind":"x"}',
    ],
  ])('stores nothing but its own parameters (%s)', async (_, payload) => {
    const url = `/alerts?apiKey=${site.key}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await site.send({ method: 'POST', url, headers, payload });
    expect(answer.json()).toEqual(STORED);
    expect(await stored(site)).toMatchObject([{ kind: 'alert', agent_id: 0, price_to: 0 }]);
  });

  it.each([
    [{ firstname: { a: 1 } }, 'firstname'],
    [{ email: ['a@example.com', 'b@example.com'] }, 'email'],
  ])('refuses a JSON value that is not text: %j', async (told, name) => {
    const answer = await site.post('/alerts', aLead(told), 'json');
    expect(answer.STATUS).toBe('Error');
    expect(answer.MESSAGE).toMatch(new RegExp(`^${name}: `));
  });

  it.each([
    [10, 9, 11],
    [5, 5, 6],
    [15, 14, 17],
    [1, 1, 1],
    [1234.56, 1111, 1358],
    ['999999999999999', 899_999_999_999_999, 1_099_999_999_999_999],
    [0, 0, 0],
  ])('stores a price of %s as %d to %d', async (price, from, to) => {
    expect(await stores({ price })).toMatchObject({ price_from: from, price_to: to });
  });

  it('brings receivers of webhooks a whole lead, where next to nothing was said too', async () => {
    const acme = await site.database();
    await addEndpoint(acme, {
      ...{ public_id: 'ep_whole', url: 'https://crm.example/hook', types: 'lead.created' },
      ...{ include: 'lead', sealed_secret: '', contact: '', old_sealed_secret: '', old_until: 0 },
      ...{ state: 'active', reason: '', created_at: server.clock.now(), failing_since: 0 },
      ...{ not_before: 0, leased_until: 0 },
    });
    await stores({});
    const { body } = await acme.db
      .selectFrom('webhook_message')
      .select('body')
      .executeTakeFirstOrThrow();
    await acme.db.deleteFrom('webhook_message').execute();
    await acme.db.deleteFrom('webhook_endpoint').execute();
    expect(JSON.parse(body).data.lead).toEqual({
      ...{ id: expect.any(Number), kind: 'alert', received: expect.any(String) },
      ...{ firstname: 'Nora', lastname: 'Quinn', email: 'nora@example.com', phone: '' },
      ...{ comment: '', alertType: 'For Rent', priceFrom: 0, priceTo: 0, minBeds: 0, minBath: 0 },
      ...{ minSize: 0, area: '', unit: '', source: '', backLink: '', agentID: null },
      ...{ listingID: null, listingOf: null, clientID: null, clientReference: '' },
      ...{ tourKind: '', tourTimes: [] },
    });
  });

  it('takes price, type and area from a listing, whatever was told, and its agent', async () => {
    const told = { listingID: 7, price: 1, alertType: 'For Sale', alertAddress: 'Elsewhere' };
    expect(await stores({ ...told, minBeds: 1 })).toEqual({
      ...BARE,
      created_at: server.clock.now(),
      // 3001.5 and 3668.5.
      price_from: 3002,
      price_to: 3669,
      area: 'Upper West Side',
      min_beds: 1,
      agent_id: 1,
      listing_id: 7,
    });
    const [letter] = await site.letters();
    expect(letter?.to).toBe('Ann@Acme.example');
    expect(letter?.subject).toBe(
      'New lead: Nora Quinn, 120 West 72nd Street, 4B, Upper West Side (listing 7)',
    );
  });

  it('knows sold listings for sales and rented ones for rentals', async () => {
    expect(await stores({ listingID: 8 })).toMatchObject({ alert_type: 'For Sale' });
    await forget(site);
    expect(await stores({ listingID: 9 })).toMatchObject({ alert_type: 'For Rent' });
  });

  it('looks for listings in the own database alone', async () => {
    for (const listingID of [71, 72]) {
      const answer = await site.post('/alerts', aLead({ listingID, isMLS: true }));
      expect(answer).toEqual(refused('254', `Listing ${listingID} does not exist.`));
    }
  });

  it('goes to the agent who was asked for instead of the one on the listing', async () => {
    const row = await stores({ listingID: 7, agentEmail: 'sid@acme.example' });
    expect(row).toMatchObject({ agent_id: 2 });
    expect((await site.letters()).map(({ to }) => to)).toEqual(['sid@acme.example']);
  });

  it('goes to no suspended agent', async () => {
    const answer = await site.post('/alerts', aLead({ agentEmail: 'sue@acme.example' }));
    expect(answer).toEqual(refused('260', 'No agent has the address sue@acme.example.'));
    expect(await stores({ listingID: 9 })).toMatchObject({ agent_id: 0 });
    expect(await site.letters()).toEqual([]);
  });

  it('belongs to an agent without an address, who gets no email', async () => {
    expect(await stores({ listingID: 10 })).toMatchObject({ agent_id: 4 });
    expect(await site.letters()).toEqual([]);
  });

  it('is written of to an address that is none, so that the outbox says why it cannot be sent', async () => {
    await server.put('acme', 'agents', [anAgent({ id: 12, email: 'Bea <bea@acme.example>' })]);
    await server.put('acme', 'listings', [aListing({ main_id: 12, agents_agent_id: 12 })]);
    expect(await stores({ listingID: 12 })).toMatchObject({ agent_id: 12 });
    expect((await site.letters()).map(({ to }) => to)).toEqual(['Bea <bea@acme.example>']);
  });

  it('finds an agent whose address was imported with blanks around it', async () => {
    await server.put('acme', 'agents', [anAgent({ id: 13, email: ' cy@acme.example\t' })]);
    expect(await stores({ agentEmail: 'cy@acme.example' })).toMatchObject({ agent_id: 13 });
    expect((await site.letters()).map(({ to }) => to)).toEqual(['cy@acme.example']);
  });

  it('finds the first of two agents with one address, and calls each by the names that it has', async () => {
    const email = 'twin@acme.example';
    await server.put('acme', 'agents', [
      anAgent({ id: 31, email, lastname: '' }),
      anAgent({ id: 32, email, firstname: '' }),
    ]);
    // A row that was changed stands behind the others on PostgreSQL, unless they are put in order.
    await server.put('acme', 'agents', [{ id: 31, phone: '1' }]);
    expect(await stores({ agentEmail: email })).toMatchObject({ agent_id: 31 });
    await server.put('acme', 'agents', [{ id: 31, status: 'Suspend' }]);
    await forget(site);
    const row = await stores({ agentEmail: email });
    expect(row).toMatchObject({ agent_id: 32 });
    const { db } = await site.database();
    const [letter] = await db.selectFrom('letter').select('to_name').execute();
    expect(letter).toEqual({ to_name: 'Able' });
  });

  it('knows a listing without a neighborhood, which has no area', async () => {
    await server.put('acme', 'listings', [
      aListing({ main_id: 33, main_neighborhood: '', agents_agent_id: 1 }),
    ]);
    expect(await stores({ listingID: 33, alertAddress: 'Elsewhere' })).toMatchObject({ area: '' });
    const [letter] = await site.letters();
    expect(letter?.subject).toBe('New lead: Nora Quinn, 120 West 72nd Street, 4B (listing 33)');
  });

  it('is stored each time, as repeats are not folded by default', async () => {
    for (const _ of [1, 2]) expect(await site.post('/alerts', aLead())).toEqual(STORED);
    expect(await stored(site)).toHaveLength(2);
  });

  it('puts nothing that was told into a header of the email', async () => {
    const told = { firstname: 'Nora\u2028Bcc: all@example.com', lastname: '<a@b.example>, "x"' };
    await stores({ ...told, agentEmail: 'ann@acme.example' });
    const { db } = await site.database();
    const [letter] = await db.selectFrom('letter').selectAll().execute();
    expect(letter).toMatchObject({
      to_address: 'Ann@Acme.example',
      to_name: 'Ann Able',
      from_name: 'Acme Realty',
      reply_address: 'nora@example.com',
      reply_name: 'Nora Bcc: all@example.com <a@b.example>, "x"',
    });
    expect(letter?.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  });

  it('is found in any letter case and with a slash at the end; reading it is not', async () => {
    for (const path of ['/ALERTS', '/alerts/']) {
      expect(await site.post(path, aLead())).toEqual(STORED);
    }
    expect((await site.send({ url: site.url('/alerts', aLead()) })).statusCode).toBe(404);
  });
});
