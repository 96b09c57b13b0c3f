import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/api/endpoint.js';
import { endpoints } from '../../src/endpoints.js';
import { bodyOf } from '../resources/content/blog-writing.js';
import { aLead } from '../resources/leads/leads.js';
import { Marketplace } from '../resources/leads/partners.js';
import { aMember, type Fields, PASSWORD } from '../resources/members/website.js';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';

const STRICT = { prefer: 'handling=strict' };

const ordinary = endpoints.filter(({ access }) => access === 'key' || access === 'signed');

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, object>> }>>
    >
  >;
}
const { paths } = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as Document;

forAnyDatabase('Strict errors', (database) => {
  const server = serverFor(database);
  const marketplace = new Marketplace(server);
  const { site } = marketplace;
  const member = { id: 0 };
  beforeAll(async () => {
    await marketplace.open();
    member.id = (await site.register(aMember())).id;
  });

  /** Calls an endpoint with its parameters in the query string or, on a write, in a JSON body. */
  function call(
    { method, path }: Pick<Endpoint, 'method' | 'path'>,
    fields: Fields,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const url = path.replace(/\{\w+\}/, '1');
    if (method === 'GET') return site.send({ url: site.url(url, fields), headers });
    const { payload, headers: kind } = bodyOf(fields, 'json');
    return site.send({
      method: method as 'POST',
      url: site.url(url),
      payload: payload as string,
      headers: { ...kind, ...headers },
    });
  }

  describe.each(ordinary)('$method $path', (endpoint) => {
    it('refuses an unknown parameter by name', async () => {
      const answer = await call(endpoint, { minPrise: 1 }, STRICT);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().MESSAGE).toMatch(/^"minPrise" is not a parameter of this endpoint\./);
      expect(answer.headers).toMatchObject({
        'preference-applied': 'handling=strict',
        'cache-control': 'no-store',
      });
    });
  });

  it.each(['/alerts', '/alerts/listingAlert'])(
    'answers the number of a lead to %s',
    async (path) => {
      const lead = aLead({ listingID: 7 });
      const strict = (await call({ method: 'POST', path }, lead, STRICT)).json();
      const newest = (await site.database()).db
        .selectFrom('alert')
        .select('id')
        .orderBy('id', 'desc');
      const { id } = await newest.executeTakeFirstOrThrow();
      expect(strict).toEqual({ STATUS: 'Success', STATUS_CODE: '101', MESSAGE: '', ID: id });
      expect((await call({ method: 'POST', path }, lead)).body).toBe(
        '{"STATUS":"Success","STATUS_CODE":"101","MESSAGE":""}',
      );
    },
  );

  const post = (path: string) => ({ method: 'POST' as const, path });
  const get = (path: string) => ({ method: 'GET' as const, path });
  it.each([
    [get('/properties'), { priceMin: 'much' }, 400],
    [get('/buildings'), { page: 0 }, 400],
    [get('/properties/{id}'), { addPhotos: 'perhaps' }, 400],
    [post('/alerts'), aLead({ email: '' }), 400],
    [post('/alerts'), aLead({ email: 'nora' }), 400],
    [post('/alerts'), aLead({ listingID: 999 }), 404],
    [post('/alerts/listingAlert'), aLead({ listingID: 7, agentID: 99 }), 404],
    [post('/alerts/listingAlert'), aLead({ listingID: 7, clientID: 999 }), 404],
    [post('/clients'), aMember(), 409],
    [post('/clients/Update'), { clientID: 999, firstname: 'Nell' }, 404],
    [post('/clients/favoriteListing/'), { clientID: 999, listingID: 7 }, 404],
    [post('/clients/ListFavoriteListingID/'), { clientID: 999 }, 404],
    [post('/clients/insertClientTrail/'), { clientID: 999, trailKey: 1, userIP: '192.0.2.1' }, 404],
    [get('/account/getVerifiedStatus'), { email: 'nobody@example.com', password: PASSWORD }, 422],
    [
      get('/account/verifyAccount'),
      { email: 'nobody@example.com', verifyCode: 'a'.repeat(32) },
      422,
    ],
    [post('/properties/viewCounter/'), { listingID: 999 }, 404],
    [post('/vtour'), { listingID: 999, vtourURL: 'https://tour.example/1' }, 404],
    [post('/videohook'), { ulid: 'none', videoID: 'none' }, 404],
    [post('/blog'), { title: 'A', body: 'B', agent_id: 99 }, 400],
  ])('answers %o with %o the same, under %i', async (endpoint, fields, status) => {
    const lenient = await call(endpoint, fields);
    const strict = await call(endpoint, fields, STRICT);
    expect([lenient.statusCode, strict.statusCode]).toEqual([200, status]);
    expect(lenient.json().STATUS).toBe('Error');
    expect(strict.body).toBe(lenient.body);
    expect(lenient.headers).not.toHaveProperty('preference-applied');
    expect(strict.headers['preference-applied']).toBe('handling=strict');
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(Object.keys(operation?.responses ?? {})).toContain(String(status));
  });

  it('answers a body that cannot be read with 400', async () => {
    const answer = await site.send({
      method: 'POST',
      url: site.url('/alerts'),
      payload: '{"firstname":',
      headers: { 'content-type': 'application/json', ...STRICT },
    });
    expect([answer.statusCode, answer.json().STATUS_CODE]).toEqual([400, '256']);
    expect(answer.headers['preference-applied']).toBe('handling=strict');
  });

  it('suggests the name that was probably meant, in any letter case and without its value', async () => {
    const answer = await call(get('/properties'), { priceMinn: 'geheim' }, STRICT);
    expect(answer.json()).toEqual({
      STATUS: 'Error',
      STATUS_CODE: '256',
      MESSAGE: '"priceMinn" is not a parameter of this endpoint. Did you mean priceMin?',
      TOTAL_COUNT: 0,
      LISTINGS: [],
    });
    expect((await call(get('/properties'), { PRICEMIN: 1 }, STRICT)).statusCode).toBe(200);
  });

  it.each([
    ['minPrice', 'priceMin'],
    ['maxPrce', 'priceMax'],
    ['price_min', 'priceMin'],
    ['pricemin1', 'priceMin'],
  ])(
    'suggests for %s, whose words stand in another order or hold a slip, %s',
    async (name, meant) => {
      const { MESSAGE } = (await call(get('/properties'), { [name]: 1 }, STRICT)).json();
      expect(MESSAGE).toBe(`"${name}" is not a parameter of this endpoint. Did you mean ${meant}?`);
    },
  );

  it('leaves what is no error as it is: 200, an empty list too', async () => {
    const lenient = await call(get('/properties'), { priceMin: 99_000_000 });
    const strict = await call(get('/properties'), { priceMin: 99_000_000 }, STRICT);
    expect([strict.statusCode, strict.body]).toEqual([200, lenient.body]);
    expect(strict.headers['preference-applied']).toBe('handling=strict');
  });

  it('leaves the refusals of the gate as they are', async () => {
    const answer = await site.send({ url: '/properties?minPrise=1', headers: STRICT });
    expect([answer.statusCode, typeof answer.json()]).toEqual([401, 'string']);
    expect(answer.headers).not.toHaveProperty('preference-applied');
  });

  it('comes before a 304 and before a cached answer', async () => {
    const fields = { minPrise: 1, perPage: 3 };
    const lenient = await call(get('/properties'), fields);
    expect(lenient.statusCode).toBe(200);
    const tag = { 'if-none-match': String(lenient.headers.etag) };
    expect((await call(get('/properties'), fields, tag)).statusCode).toBe(304);
    const strict = await call(get('/properties'), fields, { ...STRICT, ...tag });
    expect([strict.statusCode, strict.headers.etag]).toEqual([400, undefined]);
    expect((await call(get('/properties'), fields)).body).toBe(lenient.body);
  });

  it('takes the preference next to others, in any letter case, and no other word for it', async () => {
    const statusWith = async (prefer: string) =>
      (await call(get('/properties'), { minPrise: 1 }, { prefer })).statusCode;
    for (const prefer of ['respond-async, handling=strict', 'Handling="Strict"; x=1, wait=5']) {
      expect([prefer, await statusWith(prefer)]).toEqual([prefer, 400]);
    }
    for (const prefer of ['handling=lenient, handling=strict', 'xhandling=strict', 'strict', '']) {
      expect([prefer, await statusWith(prefer)]).toEqual([prefer, 200]);
    }
  });

  it('is part of what an Idempotency-Key stands for', async () => {
    const key = { 'idempotency-key': 'strict-1' };
    expect((await call(post('/alerts'), aLead(), key)).json().STATUS).toBe('Success');
    expect((await call(post('/alerts'), aLead(), { ...key, ...STRICT })).statusCode).toBe(422);
    expect((await call(post('/alerts'), aLead(), key)).headers['idempotent-replayed']).toBe('true');
  });

  it('leaves the marketplace its own envelope, and refuses its unknown parameters', async () => {
    const answer = await marketplace.send('{"surname":"Quinn"}', STRICT);
    expect([answer.status, answer.body.SUCCESS]).toEqual([400, false]);
    expect(answer.body.ERROR).toContain('"surname" is not a parameter of this endpoint.');
  });

  it('lets scripts of other origins read that it was applied', async () => {
    const answer = await call(get('/labels'), {}, { ...STRICT, origin: 'https://a.example' });
    expect(answer.headers['access-control-expose-headers']).toContain('Preference-Applied');
  });
});
