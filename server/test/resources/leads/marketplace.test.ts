import { beforeAll, beforeEach, expect, it } from 'vitest';
import { stampDate } from '../../../src/lib/dates.js';
import { marketplaceNotice, readSentLead } from '../../../src/resources/leads/marketplace.email.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { asOwner } from '../../rig/owner.js';
import { NOON, serverFor } from '../../rig/server.js';
import { Website } from '../members/website.js';
import { BARE, forget, stored } from './leads.js';
import { Marketplace, marketFailure } from './partners.js';

forEachDatabase('POST /marketplace', (database) => {
  const server = serverFor(database);
  const market = new Marketplace(server);
  const { site } = market;

  beforeAll(() => market.open());
  beforeEach(() => forget(site));

  it('stores the lead, and writes to the agent and to the operator', async () => {
    const { status, body, headers } = await market.sendLead({
      client_id: 'SW-0042',
      cell_phone: '212-555-0142',
      message: 'Is Sunday possible?\nWe are two.',
      bed: 3,
      beds: 9,
      bath: '2.5',
      price: 5005,
      address: '1 Main Street',
      unit: '5C',
      back_link: 'https://streetwise.example/leads/42',
      source_name: 'StreetWise Pro',
    });
    const { db } = await site.database();
    const [{ id } = { id: 0 }] = await db.selectFrom('alert').select('id').execute();
    expect([status, body]).toEqual([
      200,
      {
        SUCCESS: true,
        ALERT_ID: String(id),
        DATABASE: 'acme',
        SOURCE: 'StreetWise Pro',
        MARKETPLACE: 'StreetWise',
        AGENT: 'Ann@Acme.example',
        MESSAGE: '',
      },
    ]);
    expect(headers['cache-control']).toBe('no-store');
    expect(await stored(site)).toEqual([
      {
        ...BARE,
        created_at: server.clock.now(),
        kind: 'marketplace',
        phone: '212-555-0142',
        comment: 'Is Sunday possible?\nWe are two.',
        // 4504.5 and 5505.5.
        price_from: 4505,
        price_to: 5506,
        min_beds: 3,
        min_bath: 2.5,
        area: '1 Main Street',
        unit: '5C',
        source: 'StreetWise Pro',
        back_link: 'https://streetwise.example/leads/42',
        agent_id: 1,
        listing_id: 7,
        client_reference: 'SW-0042',
      },
    ]);
    const [toAgent, toOperator, ...more] = await site.letters();
    expect([toAgent?.to, toOperator?.to, more]).toEqual([
      'Ann@Acme.example',
      'operator@localhost',
      [],
    ]);
    expect(toAgent?.text).toContain('Is Sunday possible?');
    expect(toOperator?.subject).toBe('Marketplace lead accepted: Acme Realty, from StreetWise');
    for (const fact of [String(id), 'Nora Quinn', 'nora@example.com', 'StreetWise Pro', 'ann@']) {
      expect(toOperator?.text).toContain(fact);
    }
    for (const fact of ['Source: StreetWise Pro', `Alert: ${id}`]) {
      expect(toOperator?.text).toContain(`\n${fact}\n`);
    }
    expect(toOperator?.text).toMatch(/^Marketplace lead accepted\.\n/);
    const letters = await db.selectFrom('letter').select(['kind', 'alert_id']).execute();
    expect(letters).toEqual([
      { kind: 'lead', alert_id: id },
      { kind: 'marketplace', alert_id: id },
    ]);
  });

  it('fills from the listing what the lead leaves out', async () => {
    const { status, body } = await market.sendLead({});
    expect([status, body]).toMatchObject([200, { SOURCE: 'StreetWise', SUCCESS: true }]);
    expect(await stored(site)).toEqual([
      {
        ...BARE,
        created_at: server.clock.now(),
        kind: 'marketplace',
        price_from: 3002,
        price_to: 3669,
        min_beds: 2,
        min_bath: 1.5,
        area: '120 West 72nd Street, 4B, Upper West Side',
        unit: '4B',
        source: 'StreetWise',
        agent_id: 1,
        listing_id: 7,
      },
    ]);
  });

  it('finds the listing 1, and none before it', async () => {
    await server.put('acme', 'listings', [aListing({ main_id: 1, agents_agent_id: 1 })]);
    expect((await market.sendLead({ listing_id: '1' })).status).toBe(200);
    for (const listing_id of ['0', '-1', '1.0', '99999999999999999']) {
      expect((await market.sendLead({ listing_id })).status).toBe(404);
    }
  });

  it('tells the operator of a refused lead in at most 500 characters of each text', async () => {
    const message = `${'x'.repeat(500)}y`;
    expect((await market.sendLead({ listing_id: '404', message })).status).toBe(404);
    const [letter] = await market.notices();
    const text = (letter?.text ?? '').replaceAll(/\s/g, '');
    expect(text).toContain('x'.repeat(500));
    expect(text).not.toContain('y'.repeat(2));
    expect(text).not.toContain('xy');
  });

  it('repeats a refused lead to the operator, numbers too', async () => {
    await market.sendLead({ listing_id: 404, cell_phone: 2125550142, message: 'Sunday?' });
    const [notice] = await market.notices();
    const zone = 'America/New_York';
    expect(notice?.text).toBe(
      [
        'Marketplace lead refused (404): Listing 404 does not exist.\n',
        'Client: Acme Realty (acme)',
        'Marketplace: StreetWise',
        'Listing: 404',
        'Agent: ann@acme.example',
        'Name: Nora Quinn',
        'Email: nora@example.com',
        'Phone: 2125550142',
        `Received: ${stampDate(server.clock.now(), zone)} (${zone})\n`,
        '> Sunday?',
      ].join('\n'),
    );
  });

  it('takes beds where there is no bed, and 0 and empty text for nothing', async () => {
    await market.sendLead({ bed: '', beds: 4, bath: 0, price: 0, address: ' ', source_name: '' });
    expect(await stored(site)).toMatchObject([
      {
        min_beds: 4,
        min_bath: 1.5,
        price_from: 3002,
        area: '120 West 72nd Street, 4B, Upper West Side',
        source: 'StreetWise',
      },
    ]);
  });

  it('takes 0 bedrooms for a studio', async () => {
    await market.sendLead({ bed: 0, beds: 4 });
    await market.sendLead({ beds: '0' });
    expect((await stored(site)).map(({ min_beds }) => min_beds)).toEqual([0, 0]);
  });

  it('looks for the listing in the own database first, then in the MLS feed, nowhere else', async () => {
    await market.sendLead({ listing_id: 7 });
    await market.sendLead({ LISTING_ID: '71', listing_id: undefined });
    const rows = await stored(site);
    expect(rows.map((row) => [row.listing_id, row.listing_space, row.area])).toEqual([
      [7, 0, '120 West 72nd Street, 4B, Upper West Side'],
      [71, 1, '120 West 72nd Street, 4B, Astoria'],
    ]);
    const { status, body } = await market.sendLead({ listing_id: '72' });
    expect([status, body]).toEqual([404, marketFailure('Listing 72 does not exist.')]);
  });

  it('is never folded', async () => {
    for (const _ of [1, 2]) expect((await market.sendLead({})).status).toBe(200);
    expect(await stored(site)).toHaveLength(2);
  });

  it.each(['404', '0', '-7', '7.0', 'seven', '9'.repeat(20), "7' or 1=1"])(
    'answers 404 for a listing %s',
    async (id) => {
      const { status, body, headers } = await market.sendLead({ listing_id: id });
      expect([status, body]).toEqual([404, marketFailure(`Listing ${id} does not exist.`)]);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect((await market.notices()).map(({ subject }) => subject)).toEqual([
        'Marketplace lead refused (404): Acme Realty, from StreetWise',
      ]);
    },
  );

  it.each(['sid@acme.example', 'sue@acme.example', 'nobody@acme.example', 'other@onekey.example'])(
    'answers 404 for an agent %s who is not active here, and files nothing',
    async (address) => {
      const { status, body } = await market.sendLead({ agent_email: address });
      const words = `No active agent has the address ${address}.`;
      expect([status, body]).toEqual([404, marketFailure(words, { AGENT: address })]);
      expect(await stored(site)).toEqual([]);
      const [notice, ...more] = await site.letters();
      expect(more).toEqual([]);
      expect(notice?.text).toContain(words);
    },
  );

  it('goes to the first of two active agents with one address', async () => {
    const email = 'same@acme.example';
    await server.put('acme', 'agents', [
      { id: 40, email, status: 'Active' },
      { id: 41, email, status: 'Active' },
    ]);
    // A row that was changed stands behind the others on PostgreSQL, unless they are put in order.
    await server.put('acme', 'agents', [{ id: 40, phone: '1' }]);
    expect((await market.sendLead({ agent_email: email })).status).toBe(200);
    expect(await stored(site)).toMatchObject([{ agent_id: 40 }]);
  });

  it('prefers the active one of two agents with one address', async () => {
    await server.put('acme', 'agents', [
      {
        id: 20,
        firstname: 'Old',
        lastname: 'Account',
        email: 'twin@acme.example',
        status: 'Silent',
      },
      {
        id: 21,
        firstname: 'New',
        lastname: 'Account',
        email: 'twin@acme.example',
        status: 'Active',
      },
    ]);
    expect((await market.sendLead({ agent_email: 'TWIN@acme.example' })).status).toBe(200);
    expect(await stored(site)).toMatchObject([{ agent_id: 21 }]);
  });

  it('keeps clients apart: the key decides whose lead it is', async () => {
    const bolt = new Website(server, 'bolt');
    await bolt.open();
    await server.put('bolt', 'listings', [aListing({ main_id: 8 })]);
    const { status, body } = await market.sendLead({ listing_id: '7' }, bolt.key);
    expect([status, body.DATABASE]).toEqual([404, 'bolt']);
    expect(await site.letters()).toEqual([]);
    expect(await bolt.letters()).toHaveLength(1);
  });

  it('that breaks down is a 500, of which the operator is told as well', async () => {
    const ruin = new Website(server, 'ruin');
    await ruin.open();
    await server.put('ruin', 'listings', [aListing({ main_id: 7 })]);
    await server.put('ruin', 'agents', [{ id: 1, email: 'ann@acme.example', status: 'Active' }]);
    await asOwner(server.services, 'ruin', ({ schema }) =>
      schema.alterTable('alert').renameTo('alert_gone').execute(),
    );
    const { status, body } = await market.sendLead({}, ruin.key);
    expect([status, body]).toEqual([500, expect.stringMatching(/^An internal error occurred/)]);
    const verdict = 'Marketplace lead refused (500)';
    expect(await ruin.letters()).toEqual([
      {
        to: 'operator@localhost',
        subject: `${verdict}: ruin, from StreetWise`,
        text: expect.stringContaining(
          `${verdict}: An internal error occurred; the log says which.`,
        ),
      },
    ]);
  });

  it('that cannot be read, when nobody can be told of it, is a 500 that says nothing more', async () => {
    const silent = new Website(server, 'silent');
    await silent.open();
    await asOwner(server.services, 'silent', ({ schema }) =>
      schema.alterTable('letter').renameTo('letter_gone').execute(),
    );
    for (const [payload, type] of [
      ['{"listing_id":', 'application/json'],
      ['listing_id=7', 'application/x-www-form-urlencoded'],
    ] as const) {
      const { status, body } = await market.send(payload, { 'content-type': type }, silent.key);
      expect([status, body]).toEqual([500, expect.stringMatching(/^An internal error occurred/)]);
      server.clock.advance(1100);
    }
  });
});

it('the notice of a call to /marketplace cuts what is too long, and says nothing that was not sent', () => {
  const acme = { name: 'acme', title: 'A'.repeat(500), time_zone: 'America/New_York' };
  const call = { tenant: acme, at: NOON, marketplace: 'M'.repeat(500) };
  const lead = { ...readSentLead({}), first_name: 'N'.repeat(500) };
  const outcome = { accepted: true, alertId: '5' } as const;
  const notice = marketplaceNotice({ ...call, outcome, lead });
  const [title, partner] = [`${'A'.repeat(100)}…`, `${'M'.repeat(100)}…`];
  const subject = `Marketplace lead accepted: ${title}, from ${partner}`;
  expect(notice.subject).toBe(subject);
  expect(notice.html).toContain(`<title>${subject.slice(0, 200)}…</title>`);
  expect(notice.text).toBe(
    [
      'Marketplace lead accepted.\n',
      `Client: ${title} (acme)`,
      `Marketplace: ${partner}`,
      'Alert: 5',
      `Name: ${'N'.repeat(200)}…`,
      'Received: 2026-11-20 12:00:00 (America/New_York)\n',
    ].join('\n'),
  );
  expect([notice.kind, notice.fromName, notice.to]).toEqual(['marketplace', 'Portico', 'operator']);
});
