import { beforeAll, expect, it } from 'vitest';
import { savedSearchEndpoints } from '../../../src/resources/saved-searches/saved-search.endpoints.js';
import { signed } from '../../http/gate/signing.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { refused } from '../members/website.js';
import { PATH, SignedWebsite } from './signed-website.js';

const NOTHING = { ITEM: [], DROPPED: [] };

forEachDatabase('saved searches', (database) => {
  const server = serverFor(database);
  const acme = new SignedWebsite(server);
  const people = { ada: 0, ben: 0 };
  const refusal = (code: string, message: unknown) => ({ ...refused(code, message), ...NOTHING });

  beforeAll(async () => {
    await server.addTenant('onekey', { kind: 'mls' });
    await acme.open({ mls_feed: 'onekey' });
    people.ada = (await acme.site.register({ email: 'ada@example.com' })).id;
    people.ben = (await acme.site.register({ email: 'ben@example.com' })).id;
    await server.put('acme', 'clients', [{ id: 900, email: 'lead@example.com' }]);
    const homes = [1, 2, 3].map((main_id) =>
      aListing({ main_id, financials_price: main_id * 1000 }),
    );
    await server.put('acme', 'listings', homes);
    await server.put('onekey', 'listings', [aListing({ main_id: 1, financials_price: 1500 })]);
  });

  it('are stored in one form, listed, counted, changed and removed', async () => {
    const { ada } = people;
    const answer = await acme.ask('POST', PATH, {
      ...{
        clientID: ada,
        name: ' Two rooms ',
        query: '?PriceMax=2500.0&priceMin=0&page=3&fields=main_id',
      },
    });
    const id = answer.ITEM[0]?.id ?? 0;
    const stored = {
      ...{
        id,
        clientID: ada,
        name: 'Two rooms',
        query: 'priceMax=2500',
        frequency: 'daily',
      },
      ...{ priceDrops: 1, lastSent: '', problem: '' },
      date_create: expect.stringMatching(/^2026-11-20 12:/),
      date_update: expect.stringMatching(/^2026-11-20 12:/),
    };
    const done = { STATUS: 'Success', STATUS_CODE: '100', MESSAGE: '', DROPPED: [] };
    expect(answer).toEqual({ ...done, ITEM: [stored], DROPPED: ['page', 'fields'] });
    expect(await acme.ask('GET', PATH, { clientID: ada })).toEqual({ ...done, ITEM: [stored] });
    const one = `${PATH}/${id}`;
    const counted = { ...done, ITEM: [{ ...stored, matches: 2 }] };
    expect(await acme.ask('GET', one, { clientID: ada })).toEqual(counted);
    const more = {
      clientID: ada,
      query: 'priceMax=2500&isMLS=include',
      frequency: 'NEVER',
    };
    const changed = {
      ...stored,
      query: 'priceMax=2500&isMLS=include',
      frequency: 'never',
    };
    expect(await acme.ask('POST', one, { ...more, priceDrops: 'no' })).toEqual({
      ...done,
      ITEM: [{ ...changed, priceDrops: 0 }],
    });
    expect((await acme.ask('GET', one, { clientID: ada })).ITEM[0]?.matches).toBe(3);
    const renamed = await acme.ask('POST', one, { clientID: ada, name: 'With the feed' });
    expect(renamed.ITEM).toEqual([{ ...changed, priceDrops: 0, name: 'With the feed' }]);
    const gone = await acme.ask('DELETE', one, { clientID: ada });
    expect(gone).toEqual({ STATUS: 'Success', STATUS_CODE: '100', MESSAGE: '' });
    expect((await acme.ask('GET', PATH, { clientID: ada })).ITEM).toEqual([]);
    // Its number is not given again.
    expect((await acme.save(ada, 'bedsMin=1')).id).toBeGreaterThan(id);
  });

  it('of another member are refused in each call, as if there were none', async () => {
    const { ada, ben } = people;
    const { id } = await acme.save(ada, 'bedsMin=2');
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      for (const number of [id, 999_999]) {
        const fields = { clientID: ben, name: 'Mine now' };
        const answer = await acme.ask(method, `${PATH}/${number}`, fields);
        const words = `Member ${ben} has no saved search ${number}.`;
        expect(answer).toMatchObject(refused('257', words));
      }
    }
    const [kept] = (await acme.ask('GET', `${PATH}/${id}`, { clientID: ada })).ITEM;
    expect(kept).toMatchObject({ name: 'A search', query: 'bedsMin=2' });
    const listed = await acme.ask('GET', PATH, { clientID: ben });
    expect(listed.ITEM).toEqual([]);
  });

  it('are for members only', async () => {
    for (const clientID of [404, 900]) {
      const unknown = refusal('257', `Member ${clientID} does not exist.`);
      expect(await acme.ask('GET', PATH, { clientID })).toEqual(unknown);
      const fields = { clientID, name: 'x', query: 'bedsMin=2' };
      expect(await acme.ask('POST', PATH, fields)).toEqual(unknown);
    }
  });

  it('are refused by name where something is missing or malformed', async () => {
    const { ada } = people;
    const whole = { clientID: ada, name: 'x', query: 'bedsMin=2' };
    const cases: [Record<string, unknown>, string, unknown][] = [
      [{ ...whole, clientID: '' }, '255', 'clientID is required.'],
      [{ ...whole, name: '' }, '255', 'name is required.'],
      [{ ...whole, query: '' }, '255', 'query is required.'],
      [{ ...whole, name: 'a\nb' }, '256', expect.stringMatching(/^name: /)],
      [{ ...whole, frequency: 'hourly' }, '256', expect.stringMatching(/^frequency: "hourly"/)],
      [{ ...whole, priceDrops: 'maybe' }, '256', expect.stringMatching(/^priceDrops: /)],
      [
        { ...whole, query: 'priceMin=cheap' },
        '256',
        'query: priceMin: "cheap" was given; accepted is a number, 0 or more.',
      ],
      [{ ...whole, query: 'x'.repeat(40_001) }, '256', expect.stringMatching(/^query: /)],
    ];
    for (const [fields, code, message] of cases) {
      expect([fields, await acme.ask('POST', PATH, fields)]).toEqual([
        fields,
        refusal(code, message),
      ]);
    }
  });

  it('need a key with private access, and a signature', async () => {
    const { ada } = people;
    const { id } = await acme.save(ada, 'bedsMin=2');
    for (const { method, path } of savedSearchEndpoints) {
      const url = path.replace('{id}', String(id));
      const ask = async (credentials: Record<string, string>) => {
        const query = new URLSearchParams({
          ...credentials,
          clientID: String(ada),
          ...{ name: 'x', query: 'bedsMin=1' },
        });
        return acme.site.send({ method, url: `${url}?${query}` });
      };
      const open = await ask({ apiKey: acme.site.key });
      expect(open.json()).toMatchObject(
        refused('256', 'apiKey: accepted is a key with private access.'),
      );
      expect((await ask({ apiKey: acme.holder.apiKey })).statusCode).toBe(401);
      const forged = { ...signed(acme.holder, server.clock.now() + 5000), token: '0'.repeat(64) };
      expect((await ask(forged)).statusCode).toBe(403);
    }
    expect((await acme.ask('GET', PATH, { clientID: ada })).ITEM.length).toBeGreaterThan(0);
  });

  it('are at most 50 a member, of calls at once, too', async () => {
    const { id: clientID } = await acme.site.register({ email: 'many@example.com' });
    for (let at = 0; at < 49; at += 1) await acme.save(clientID, `bedsMin=${at + 1}`);
    server.clock.advance(1100);
    const answers = await Promise.all(
      [1, 2].map((at) =>
        server.app.inject({
          method: 'POST',
          url: PATH,
          headers: { 'x-forwarded-proto': 'https' },
          payload: {
            ...signed(acme.holder, server.clock.now() + at),
            ...{ clientID, name: 'x', query: 'bedsMin=1' },
          },
        }),
      ),
    );
    const codes = answers.map((answer) => answer.json().STATUS_CODE).sort();
    expect(codes).toEqual(['100', '256']);
    const full = await acme.ask('POST', PATH, { clientID, name: 'x', query: 'bedsMin=1' });
    expect(full.MESSAGE).toMatch(/^clientID: member \d+ has 50 saved searches/);
    const { ITEM } = await acme.ask('GET', PATH, { clientID });
    expect(ITEM).toHaveLength(50);
    await acme.ask('DELETE', `${PATH}/${ITEM[0]?.id}`, { clientID });
    await acme.save(clientID, 'bedsMin=1');
  });

  it('of another release say that they are not understood, and count nothing', async () => {
    const { ada } = people;
    const { id } = await acme.save(ada, 'bedsMin=2');
    const { db } = await acme.site.database();
    const query = 'bedsMin=2&moonlight=3';
    await db.updateTable('saved_search').set({ query }).where('id', '=', id).execute();
    const { ITEM } = await acme.ask('GET', `${PATH}/${id}`, { clientID: ada });
    const problem = '"moonlight" is not a parameter of this endpoint.';
    expect(ITEM).toEqual([expect.objectContaining({ id, query, problem })]);
    expect(ITEM[0]).not.toHaveProperty('matches');
  });

  it('leave with their member', async () => {
    const { id: clientID } = await acme.site.register({ email: 'leaves@example.com' });
    await acme.save(clientID, 'bedsMin=2');
    const key = await server.addKey('acme', { scopes: ['manage'] });
    server.clock.advance(1100);
    const answer = await server.app.inject({
      method: 'DELETE',
      url: `/manage/clients/${clientID}`,
      headers: { 'x-forwarded-proto': 'https', 'x-api-key': key },
    });
    expect(answer.statusCode).toBe(200);
    const { db } = await acme.site.database();
    const left = db.selectFrom('saved_search').selectAll().where('client_id', '=', clientID);
    expect(await left.execute()).toEqual([]);
  });

  it('are exported and imported as they are', async () => {
    const { ada } = people;
    const saved = await acme.save(ada, 'type=condo&q=terrace', { frequency: 'instantly' });
    const key = await server.addKey('acme', { scopes: ['manage'] });
    const manage = async (method: 'GET' | 'PUT', payload?: object[]) => {
      server.clock.advance(1100);
      const answer = await server.app.inject({
        ...{ method, url: '/manage/saved-searches' },
        headers: {
          ...{ 'x-forwarded-proto': 'https', 'x-api-key': key },
          ...(payload && { 'content-type': 'application/x-ndjson' }),
        },
        ...(payload && { payload: payload.map((one) => `${JSON.stringify(one)}\n`).join('') }),
      });
      return answer.body;
    };
    const lines = (await manage('GET')).trim().split('\n');
    const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const mine = records.find(({ id }) => id === saved.id);
    expect(mine).toMatchObject({
      ...{ clientID: ada, name: 'A search', query: 'type=condo&q=terrace' },
      ...{ frequency: 'instantly', priceDrops: 1, lastSent: null },
    });
    // What another release has stored is refused: this one cannot run it.
    const understood = records.filter(({ query }) => !String(query).includes('moonlight'));
    const answer = JSON.parse(await manage('PUT', understood));
    expect(answer).toMatchObject({ STORED: 0, UNCHANGED: understood.length, REJECTED: [] });
    const wrong = [
      { id: 7001, clientID: 404, name: 'x', query: 'bedsMin=2' },
      { id: 7002, clientID: ada, name: 'x', query: 'bedsMin=few' },
      { id: 7003, clientID: ada, name: 'x', query: 'bedsMin=2&moonlight=3' },
    ];
    expect(JSON.parse(await manage('PUT', wrong)).REJECTED).toEqual([
      expect.objectContaining({ field: 'clientID' }),
      expect.objectContaining({ field: 'query' }),
      expect.objectContaining({ field: 'query' }),
    ]);
    const next = { id: saved.id + 500, clientID: ada, name: 'Moved', query: 'PriceMax=100.0' };
    await manage('PUT', [next]);
    const [moved] = (await acme.ask('GET', `${PATH}/${next.id}`, { clientID: ada })).ITEM;
    expect(moved).toMatchObject({ query: 'priceMax=100', frequency: 'daily', priceDrops: 1 });
    expect((await acme.save(ada, 'bedsMin=1')).id).toBeGreaterThan(next.id);
  });
});
