import type { InjectOptions } from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forAnyDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { forget, stored } from './leads.js';
import { Marketplace, marketFailure, marketLead } from './partners.js';

type Headers = NonNullable<InjectOptions['headers']>;

forAnyDatabase('POST /marketplace, malformed,', (database) => {
  const server = serverFor(database);
  const market = new Marketplace(server);
  const { site } = market;

  beforeAll(() => market.open());
  beforeEach(() => forget(site));

  describe('answers 400', () => {
    it.each(['listing_id', 'agent_email', 'first_name', 'last_name', 'email'])(
      'without %s',
      async (name) => {
        for (const value of [undefined, null, '', '  ']) {
          const { status, body } = await market.sendLead({ [name]: value });
          expect([status, body]).toEqual([
            400,
            marketFailure(`${name} is required.`, name === 'agent_email' ? { AGENT: '' } : {}),
          ]);
        }
        expect(await stored(site)).toEqual([]);
        expect(await market.notices()).toHaveLength(4);
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
      const { status, body } = await market.sendLead({ [name]: value });
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

    it('and repeats to the operator what was sent, without what no database stores', async () => {
      expect((await market.sendLead({ message: 'Is Sun\0day possible?' })).status).toBe(400);
      const [notice] = await market.notices();
      expect(notice?.text).toContain('> Is Sunday possible?');
    });

    it.each([
      ['listing_id', 50, 404],
      ['agent_email', 254, 404],
      ['first_name', 200, 200],
      ['last_name', 200, 200],
      ['client_id', 50, 200],
      ['cell_phone', 100, 200],
      ['message', 10_000, 200],
      ['address', 500, 200],
      ['unit', 100, 200],
      ['back_link', 2000, 200],
      ['source_name', 200, 200],
    ])('when %s is longer than %i characters, and not before', async (name, most, answered) => {
      expect((await market.sendLead({ [name]: 'x'.repeat(most) })).status).toBe(answered);
      const { status, body } = await market.sendLead({ [name]: 'x'.repeat(most + 1) });
      expect([status, body.ERROR]).toEqual([400, expect.stringMatching(new RegExp(`^${name}: `))]);
      expect(await stored(site)).toHaveLength(answered === 200 ? 1 : 0);
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
      const { status, body } = await market.send(payload, headers);
      expect([status, body.SUCCESS, body.ERROR]).toEqual([400, false, words]);
      expect([body.DATABASE, body.MARKETPLACE]).toEqual(['acme', 'StreetWise']);
      expect(await stored(site)).toEqual([]);
      const subjects = (await site.letters()).map(({ subject }) => subject);
      expect(subjects).toEqual(['Marketplace lead refused (400): Acme Realty, from StreetWise']);
    });

    it('when there is no body at all', async () => {
      const url = `/marketplace?apiKey=${market.key}`;
      const headers = { authorization: market.header };
      const answer = await site.send({ method: 'POST', url, headers });
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        marketFailure(JSON_WORDS, { AGENT: '' }),
      ]);
      expect(await market.notices()).toHaveLength(1);
    });
  });

  it('takes the lead from the body and the key from the query, and neither from the other', async () => {
    const query = new URLSearchParams({ apiKey: market.key, ...(marketLead() as object) });
    const headers = { authorization: market.header, 'content-type': 'application/json' };
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
      payload: JSON.stringify(marketLead({ apiKey: market.key })),
    });
    expect(inBody.statusCode).toBe(401);
    expect(await site.letters()).toEqual([]);
  });
});
