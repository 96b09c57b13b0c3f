import type { InjectOptions } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { countView } from '../../../src/resources/listings/listing.queries.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { detail } from '../../search/asking.js';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

forEachDatabase('The view counter', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const post = async (request: InjectOptions): Promise<unknown> => {
    server.clock.advance(1100);
    const { headers, ...rest } = request;
    const answer = await server.app.inject({
      method: 'POST',
      url: `/properties/viewCounter/?apiKey=${held.key}`,
      headers: { 'x-forwarded-proto': 'https', ...headers },
      ...rest,
    });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const form = (payload: string, headers = {}) =>
    post({ payload, headers: { 'content-type': FORM, ...headers } });
  const json = (payload: unknown, headers = {}) =>
    post({ payload: JSON.stringify(payload), headers: { 'content-type': JSON_TYPE, ...headers } });
  const counted = (id: number, views: number) => ({
    STATUS: 'Success',
    STATUS_CODE: '200',
    MESSAGE: `Listing ${id} has ${views} views.`,
  });
  const refused = (code: string, message: string) => ({
    STATUS: 'Error',
    STATUS_CODE: code,
    MESSAGE: message,
  });
  const views = async (id: number) =>
    (await detail(server, held.key, id, 'addHitCounter=true')).hitcounter;

  beforeAll(async () => {
    await server.addTenant('acme');
    await server.put('acme', 'listings', [
      aListing({ main_id: 1 }),
      aListing({ main_id: 2, main_status: 'Sold', hitcounter: 99 }),
      aListing({ main_id: 2 ** 52 }),
    ]);
    held.key = await server.addKey('acme');
  });

  it('counts one more with each call, however it is called', async () => {
    const key = held.key;
    const query = (url: string) => post({ url });
    const path = '/properties/viewCounter';
    const calls = [
      () => form('listingID=1'),
      () => json({ listingID: 1 }),
      () => json({ listingID: '1' }),
      () => json({ LISTINGID: 1 }, { 'content-type': 'application/json; charset=utf-8' }),
      () => form('listingid=%201%20'),
      () => query(`${path}/?apiKey=${key}&listingID=1`),
      () => query(`${path}?apiKey=${key}&listingID=1`),
      () => query(`/PROPERTIES/viewcounter/?APIKEY=${key}&listingId=1`),
      () =>
        post({
          url: path,
          payload: `apiKey=${key}&listingID=1`,
          headers: { 'content-type': FORM },
        }),
      () =>
        post({
          url: `${path}/`,
          payload: JSON.stringify({ apikey: key, listingID: 1, other: { deep: [] } }),
          headers: { 'content-type': JSON_TYPE },
        }),
      // The body wins over the query string.
      () =>
        post({
          url: `${path}?apiKey=${key}&listingID=404`,
          payload: 'listingID=1',
          headers: { 'content-type': FORM },
        }),
      // An empty value is none.
      () =>
        post({
          url: `${path}?apiKey=${key}&listingID=1`,
          payload: 'listingid=+',
          headers: { 'content-type': FORM },
        }),
      () =>
        post({
          url: `${path}?apiKey=${key}&listingID=1`,
          payload: JSON.stringify({ LISTINGID: null }),
          headers: { 'content-type': JSON_TYPE },
        }),
    ];
    for (const [index, call] of calls.entries()) {
      expect([index, await call()]).toEqual([index, counted(1, index + 1)]);
    }
    expect(await views(1)).toBe(calls.length);
  });

  it('goes on from what was imported, whatever the status', async () => {
    expect(await form('listingID=2')).toEqual(counted(2, 100));
    expect(await views(2)).toBe(100);
    await server.put('acme', 'listings', [{ main_id: 2, main_status: 'For Rent' }]);
    expect(await views(2)).toBe(100);
    await server.put('acme', 'listings', [{ main_id: 2, hitcounter: 5 }]);
    expect(await form('listingID=2')).toEqual(counted(2, 6));
    expect(await form(`listingID=${2 ** 52}`)).toEqual(counted(2 ** 52, 1));
  });

  it('knows a listing that does not exist, one that is not named, and a bad number', async () => {
    expect(await form('listingID=404')).toEqual(refused('254', 'Listing 404 does not exist.'));
    const missing = refused('255', 'listingID is required.');
    expect(await form('')).toEqual(missing);
    expect(await form('listingID=')).toEqual(missing);
    expect(await json({})).toEqual(missing);
    expect(await json({ listingID: null })).toEqual(missing);
    expect(await post({})).toEqual(missing);
    expect(await form('listing=1')).toEqual(missing);
    const accepted = 'accepted is a whole number, 1 or more.';
    for (const bad of ['0', '-1', '1.5', 'abc', '9007199254740992', '1,2', '0x1', '1e0']) {
      const answer = refused('256', `listingID: "${bad}" was given; ${accepted}`);
      expect(await form(`listingID=${bad}`)).toEqual(answer);
      expect(await json({ listingID: bad })).toEqual(answer);
    }
    expect(await json({ listingID: { $gt: 0 } })).toEqual(refused('256', `listingID: ${accepted}`));
    expect(await json({ listingID: true })).toMatchObject({ STATUS_CODE: '256' });
    expect(await json({ listingID: [1, 2] })).toMatchObject({ STATUS_CODE: '256' });
    expect(await form('listingID=1&listingID=2')).toMatchObject({ STATUS_CODE: '256' });
    expect(await json({ listingID: '9'.repeat(300) })).toEqual(
      refused('256', `listingID: "${'9'.repeat(80)}…" was given; ${accepted}`),
    );
  });

  it('counts nothing that was refused', async () => {
    const before = await views(1);
    await form('listingID=1.0');
    await form('listingID=404');
    expect(await views(1)).toBe(before);
  });

  it('counts every one of many at once', async () => {
    const tenant = await server.services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no client acme.');
    await server.put('acme', 'listings', [aListing({ main_id: 3 })]);
    const seen = await Promise.all(Array.from({ length: 50 }, () => countView(tenant.database, 3)));
    expect(seen.map(Number).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    expect(await views(3)).toBe(50);
    // As far as one key goes, through the whole server too.
    server.clock.advance(1100);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        server.app.inject({
          method: 'POST',
          url: `/properties/viewCounter/?apiKey=${held.key}&listingID=3`,
          headers: { 'x-forwarded-proto': 'https' },
        }),
      ),
    );
    const messages = answers.map((answer) => (answer.json() as { MESSAGE: string }).MESSAGE);
    expect(messages.sort()).toEqual([51, 52, 53].map((n) => `Listing 3 has ${n} views.`));
  });
});
