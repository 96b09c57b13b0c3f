import type { InjectOptions } from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { type Fields, Website } from '../members/website.js';
import { BARE, fillOffice, forget, stored } from './leads.js';
import { basic, partnerHeader } from './partners.js';

/** A lead with what it must tell and nothing else. */
const aLead = (told: Fields = {}): Fields => ({
  listing_id: '7',
  agent_email: 'ann@acme.example',
  first_name: 'Nora',
  last_name: 'Quinn',
  email: 'nora@example.com',
  ...told,
});

const BAD_LOGIN = 'The partner key and secret (HTTP Basic) are missing or do not match.';

forEachDatabase('POST /marketplace', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  const partner = { header: '', key: '' };

  beforeAll(async () => {
    await server.addClient('onekey', { kind: 'mls' });
    await server.addClient('rebny', { kind: 'rls' });
    await site.open({
      title: 'Acme Realty',
      fold_repeat_leads: 1,
      mls_feed: 'onekey',
      rls_feed: 'rebny',
    });
    await fillOffice(server);
    partner.header = await partnerHeader(server, 'StreetWise');
    partner.key = await server.addKey('acme', { scopes: ['marketplace'] });
  });
  beforeEach(() => forget(site));

  type Headers = NonNullable<InjectOptions['headers']>;
  const JSON_TYPE = { 'content-type': 'application/json' };
  /** Sends a body with the partner's login, or with other headers in its place. */
  const send = async (payload: string, over: Headers = {}, key = partner.key) =>
    sendBare(payload, { authorization: partner.header, ...over }, key);
  const sendBare = async (payload: string, headers: Headers = {}, key = partner.key) => {
    const answer = await site.send({
      method: 'POST',
      url: `/marketplace?apiKey=${key}`,
      headers: { ...JSON_TYPE, ...headers },
      payload,
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  const sendLead = (told: Fields) => send(JSON.stringify(aLead(told)));

  /** The letters to the operator, which every call has one of. */
  const notices = async () =>
    (await site.letters()).filter(({ to }) => to === 'operator@localhost');

  const failure = (error: unknown, known: Fields = {}) => ({
    SUCCESS: false,
    ALERT_ID: '',
    DATABASE: 'acme',
    SOURCE: 'StreetWise',
    MARKETPLACE: 'StreetWise',
    AGENT: 'ann@acme.example',
    MESSAGE: '',
    ERROR: error,
    ...known,
  });

  it('stores the lead, and writes to the agent and to the operator', async () => {
    const { status, body, headers } = await sendLead({
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
    const letters = await db.selectFrom('letter').select(['kind', 'alert_id']).execute();
    expect(letters).toEqual([
      { kind: 'lead', alert_id: id },
      { kind: 'marketplace', alert_id: id },
    ]);
  });

  it('fills from the listing what the lead leaves out', async () => {
    const { status, body } = await sendLead({});
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

  it('takes beds where there is no bed, and 0 and empty text for nothing', async () => {
    await sendLead({ bed: '', beds: 4, bath: 0, price: 0, address: ' ', source_name: '' });
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

  it('looks for the listing in the own database first, then in the MLS feed, nowhere else', async () => {
    await sendLead({ listing_id: 7 });
    await sendLead({ LISTING_ID: '71', listing_id: undefined });
    const rows = await stored(site);
    expect(rows.map((row) => [row.listing_id, row.listing_space, row.area])).toEqual([
      [7, 0, '120 West 72nd Street, 4B, Upper West Side'],
      [71, 1, '120 West 72nd Street, 4B, Astoria'],
    ]);
    const { status, body } = await sendLead({ listing_id: '72' });
    expect([status, body]).toEqual([404, failure('Listing 72 does not exist.')]);
  });

  it('is never folded', async () => {
    for (const _ of [1, 2]) expect((await sendLead({})).status).toBe(200);
    expect(await stored(site)).toHaveLength(2);
  });

  it.each(['404', '0', '-7', '7.0', 'seven', '9'.repeat(20), "7' or 1=1"])(
    'answers 404 for a listing %s',
    async (id) => {
      const { status, body, headers } = await sendLead({ listing_id: id });
      expect([status, body]).toEqual([404, failure(`Listing ${id} does not exist.`)]);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect((await notices()).map(({ subject }) => subject)).toEqual([
        'Marketplace lead refused (404): Acme Realty, from StreetWise',
      ]);
    },
  );

  it.each(['sid@acme.example', 'sue@acme.example', 'nobody@acme.example', 'other@onekey.example'])(
    'answers 404 for an agent %s who is not active here, and files nothing',
    async (address) => {
      const { status, body } = await sendLead({ agent_email: address });
      const words = `No active agent has the address ${address}.`;
      expect([status, body]).toEqual([404, failure(words, { AGENT: address })]);
      expect(await stored(site)).toEqual([]);
      const [notice, ...more] = await site.letters();
      expect(more).toEqual([]);
      expect(notice?.text).toContain(words);
    },
  );

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
    expect((await sendLead({ agent_email: 'TWIN@acme.example' })).status).toBe(200);
    expect(await stored(site)).toMatchObject([{ agent_id: 21 }]);
  });

  describe('answers 400', () => {
    it.each(['listing_id', 'agent_email', 'first_name', 'last_name', 'email'])(
      'without %s',
      async (name) => {
        for (const value of [undefined, null, '', '  ']) {
          const { status, body } = await sendLead({ [name]: value });
          expect([status, body]).toEqual([
            400,
            failure(`${name} is required.`, name === 'agent_email' ? { AGENT: '' } : {}),
          ]);
        }
        expect(await stored(site)).toEqual([]);
        expect(await notices()).toHaveLength(4);
        expect(await site.letters()).toHaveLength(4);
      },
    );

    it.each([
      ['email', 'nora@'],
      ['email', 'nora@example.com\r\nBcc: all@example.com'],
      ['first_name', 'Nora\r\nBcc: all@example.com'],
      ['last_name', 'x'.repeat(201)],
      ['agent_email', 'ann@acme.example\nBcc: x@example.com'],
      ['price', 'much'],
      ['price', -1],
      ['bed', 'two'],
      ['beds', 'two'],
      ['bath', true],
      ['message', 'x'.repeat(10_001)],
      ['message', 'a\0b'],
      ['source_name', 'a\nb'],
      ['address', { street: 'Main' }],
      ['listing_id', [7, 8]],
    ])('when %s is malformed (%#)', async (name, value) => {
      const { status, body } = await sendLead({ [name]: value });
      expect([status, body.SUCCESS]).toEqual([400, false]);
      expect(body.ERROR).toMatch(new RegExp(`^${name}: `));
      expect(await stored(site)).toEqual([]);
      const { db } = await site.database();
      const [letter, ...more] = await db.selectFrom('letter').selectAll().execute();
      expect(more).toEqual([]);
      expect(letter).toMatchObject({ to_address: 'operator@localhost', reply_address: '' });
      for (const header of [letter?.subject, letter?.from_name, letter?.to_name]) {
        expect(header).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]|Bcc/u);
      }
    });

    const JSON_WORDS = 'The body must be a JSON object.';
    it.each([
      ['{"listing_id":', 'The body is not valid JSON.', {}],
      ['[1]', JSON_WORDS, {}],
      ['null', JSON_WORDS, {}],
      ['', 'listing_id is required.', {}],
      ['listing_id=7', 'The body is not valid JSON.', {}],
      [
        'listing_id=7&agent_email=ann%40acme.example&first_name=N&last_name=Q&email=n%40example.com',
        JSON_WORDS,
        { 'content-type': 'application/x-www-form-urlencoded' },
      ],
      [`{"message":"${'x'.repeat(1024 * 1024)}"}`, expect.stringMatching(/larger than/), {}],
      [
        '<lead/>',
        expect.stringMatching(/^The content type is not accepted/),
        { 'content-type': 'text/xml' },
      ],
    ])('when the body is no lead (%#)', async (payload, words, headers: Headers) => {
      const { status, body } = await send(payload, headers);
      expect([status, body.SUCCESS, body.ERROR]).toEqual([400, false, words]);
      expect([body.DATABASE, body.MARKETPLACE]).toEqual(['acme', 'StreetWise']);
      expect(await stored(site)).toEqual([]);
      const subjects = (await site.letters()).map(({ subject }) => subject);
      expect(subjects).toEqual(['Marketplace lead refused (400): Acme Realty, from StreetWise']);
    });

    it('when there is no body at all', async () => {
      const url = `/marketplace?apiKey=${partner.key}`;
      const headers = { authorization: partner.header };
      const answer = await site.send({ method: 'POST', url, headers });
      expect([answer.statusCode, answer.json()]).toEqual([400, failure(JSON_WORDS, { AGENT: '' })]);
      expect(await notices()).toHaveLength(1);
    });
  });

  it('takes the lead from the body and the key from the query, and neither from the other', async () => {
    const query = new URLSearchParams({ apiKey: partner.key, ...(aLead() as object) });
    const headers = { authorization: partner.header, 'content-type': 'application/json' };
    const inQuery = await site.send({
      method: 'POST',
      url: `/marketplace?${query}`,
      headers,
      payload: '{}',
    });
    expect([inQuery.statusCode, inQuery.json().ERROR]).toEqual([400, 'listing_id is required.']);
    await forget(site);
    const inBody = await site.send({
      method: 'POST',
      url: '/marketplace',
      headers,
      payload: JSON.stringify(aLead({ apiKey: partner.key })),
    });
    expect(inBody.statusCode).toBe(401);
    expect(await site.letters()).toEqual([]);
  });

  it('is open to keys of either scope, and to private ones without a signature', async () => {
    expect((await send(JSON.stringify(aLead()), {}, site.key)).status).toBe(200);
    const both = await server.addKey('acme', { scopes: ['website', 'marketplace'] });
    expect((await send(JSON.stringify(aLead()), {}, both)).status).toBe(200);
    const elsewhere = await site.send({ url: `/properties?apiKey=${partner.key}` });
    expect(elsewhere.statusCode).toBe(403);
  });

  describe('with a wrong login', () => {
    it.each([
      ['none', ''],
      ['an unknown one', basic('mp_nobody', 'secret')],
      ['no Basic', 'Bearer x'],
    ])('(%s) answers 401, and tells the operator once', async (_, header) => {
      const headers = header === '' ? {} : { authorization: header };
      const { status, body } = await sendBare(JSON.stringify(aLead()), headers);
      const known = { SOURCE: '', MARKETPLACE: '', AGENT: '' };
      expect([status, body]).toEqual([401, failure(BAD_LOGIN, known)]);
      expect(await stored(site)).toEqual([]);
      const [notice, ...more] = await site.letters();
      expect(more).toEqual([]);
      expect(notice).toMatchObject({
        to: 'operator@localhost',
        subject: 'Marketplace lead refused (401): Acme Realty',
      });
      expect(notice?.text).toContain(BAD_LOGIN);
      // The lead was not read.
      expect(notice?.text).not.toContain('nora@example.com');
    });

    it('is told thirty times a minute for one key', async () => {
      server.clock.advance(60_000);
      for (let call = 0; call < 33; call += 1) {
        expect((await sendBare('{}')).status).toBe(401);
      }
      expect(await notices()).toHaveLength(30);
      // A partner who is known is always told of.
      await send('{}');
      expect(await notices()).toHaveLength(31);
      const other = await server.addKey('acme');
      await sendBare('{}', {}, other);
      expect(await notices()).toHaveLength(32);
      server.clock.advance(60_000);
      await sendBare('{}');
      expect(await notices()).toHaveLength(33);
    });

    it('that comes too often is answered 420 without a letter', async () => {
      server.clock.advance(120_000);
      const keys = await Promise.all([server.addKey('acme'), server.addKey('acme')]);
      const guess = { authorization: basic('mp_nobody', 'x'), 'x-forwarded-for': '198.51.100.77' };
      for (let call = 0; call < 30; call += 1) {
        expect((await send('{}', guess, keys[call % 2])).status).toBe(401);
      }
      expect(await notices()).toHaveLength(30);
      expect((await send('{}', guess, keys[0])).status).toBe(420);
      expect(await notices()).toHaveLength(30);
    });
  });

  it('raises no letter when the call does not get there', async () => {
    const pinned = await server.addKey('acme', { addresses: ['203.0.113.9/32'] });
    const closed = await server.addKey('acme', { scopes: [] });
    for (const [key, status] of [
      ['', 401],
      ['pk_unknown', 403],
      [closed, 403],
      [pinned, 405],
    ] as const) {
      expect((await send(JSON.stringify(aLead()), {}, key)).status).toBe(status);
    }
    const read = await site.send({
      url: `/marketplace?apiKey=${site.key}`,
      headers: { authorization: partner.header },
    });
    expect(read.statusCode).toBe(404);
    expect(await site.letters()).toEqual([]);
  });

  it('keeps clients apart: the key decides whose lead it is', async () => {
    const bolt = new Website(server, 'bolt');
    await bolt.open();
    await server.put('bolt', 'listings', [aListing({ main_id: 8 })]);
    const { status, body } = await send(JSON.stringify(aLead({ listing_id: '7' })), {}, bolt.key);
    expect([status, body.DATABASE]).toEqual([404, 'bolt']);
    expect(await site.letters()).toEqual([]);
    expect(await bolt.letters()).toHaveLength(1);
  });

  it('that breaks down is a 500, of which the operator is told as well', async () => {
    const ruin = new Website(server, 'ruin');
    await ruin.open();
    await server.put('ruin', 'listings', [aListing({ main_id: 7 })]);
    await server.put('ruin', 'agents', [{ id: 1, email: 'ann@acme.example', status: 'Active' }]);
    const { db } = await ruin.database();
    await db.schema.alterTable('alert').renameTo('alert_gone').execute();
    const { status, body } = await send(JSON.stringify(aLead()), {}, ruin.key);
    expect([status, body]).toEqual([500, expect.stringMatching(/^An internal error occurred/)]);
    expect((await ruin.letters()).map(({ to, subject }) => [to, subject])).toEqual([
      ['operator@localhost', 'Marketplace lead refused (500): ruin, from StreetWise'],
    ]);
  });
});
