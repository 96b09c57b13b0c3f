import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { type Browser, consoleFor, PASSWORD } from './console.js';

interface Key {
  readonly name: string;
  readonly active: boolean;
}

forEachDatabase('clients in the console', (database) => {
  const console = consoleFor(database);
  let operator: Browser;

  beforeAll(async () => {
    await console.server.addTenant('acme', { title: 'Acme Realty' });
    await console.server.addTenant('zenith', { title: 'Zenith Homes' });
    await console.server.put('acme', 'listings', [aListing({ main_id: 1 })]);
    operator = await console.person('operator@example.com', 'operator');
  });

  const KEYS = '/api/clients/acme/keys';

  test('are found by name and title', async () => {
    const find = async (query: string) => (await operator.get(`/api/clients?${query}`)).json();
    expect(await find('q=REALTY')).toEqual({
      clients: [
        expect.objectContaining({ client: 'acme', title: 'Acme Realty', kind: 'client', keys: 0 }),
      ],
      total: 1,
    });
    await console.server.services.directory.setTenant('zenith', { title: 'Élan Homes' });
    for (const words of ['élan', 'ÉLAN']) {
      const found = await find(`q=${encodeURIComponent(words)}`);
      expect([words, found.clients]).toMatchObject([words, [{ client: 'zenith' }]]);
    }
    expect(await find('perPage=1&page=2')).toMatchObject({
      ...{ total: 2, clients: [{ client: 'zenith' }] },
    });
  });

  test('get keys that work, are replaced and revoked', async () => {
    const input = {
      ...{ name: 'www', private: true, scope: 'website' },
      address: '203.0.113.7, 203.0.113.7/32',
    };
    const made = await operator.call('POST', KEYS, input);
    expect([made.statusCode, made.json()]).toEqual([
      201,
      {
        ...{ apiKey: expect.stringMatching(/^pk_/), keyID: expect.any(Number) },
        ...{ clientID: expect.any(Number), secret: expect.stringMatching(/^[0-9a-f]{64}$/) },
        url: console.server.services.baseUrl(),
      },
    ]);
    const [key] = (await operator.get(KEYS)).json().keys;
    expect(key).toMatchObject({
      ...{ name: 'www', scopes: ['website'], private: true, addresses: ['203.0.113.7'] },
      ...{ active: true, lastUsed: null, expires: null },
    });
    expect(made.json().apiKey.startsWith(key.prefix)).toBe(true);
    expect(JSON.stringify(key)).not.toContain(made.json().apiKey);

    const rotated = await operator.call('POST', `${KEYS}/${key.id}/rotate`, {});
    expect([rotated.statusCode, rotated.json()]).toEqual([
      201,
      expect.objectContaining({
        ...{ replaced: key.prefix, revoked: true },
        url: console.server.services.baseUrl(),
      }),
    ]);
    const after = (await operator.get(KEYS)).json().keys;
    expect(after.map(({ name, active }: Key) => [name, active])).toEqual([
      ['www', false],
      ['www', true],
    ]);
    const again = await operator.call('POST', `${KEYS}/${key.id}/rotate`, {});
    expect([again.statusCode, again.json().error.message]).toEqual([
      ...[400, expect.stringContaining('is revoked, and a revoked key is not rotated')],
    ]);
    expect((await operator.call('DELETE', `${KEYS}/${after[1].id}`)).statusCode).toBe(204);
    // Those of another client are not there.
    expect((await operator.call('DELETE', `/api/clients/zenith/keys/${key.id}`)).statusCode).toBe(
      404,
    );
    const { entries } = (await operator.get('/api/audit?kind=keys')).json();
    expect(entries.map(({ by, action }: { by: string; action: string }) => [by, action])).toEqual(
      ['key revoke', 'key rotate', 'key rotate', 'key add'].map((action) => [
        ...['console operator@example.com', action],
      ]),
    );
  });

  test('are listed with all active keys, and the newest of those that are revoked', async () => {
    const rows = Array.from({ length: 202 }, (_, at) => ({
      ...{ client: 'zenith', hash: `hash ${at}`, prefix: `pk_${at}`, scopes: 'website' },
      ...{ addresses: '', active: at === 0 ? 1 : 0, private_access: 0, created_at: 1 },
    }));
    const { db } = console.server.services.directory.tables;
    await db
      .insertInto('api_key')
      .values(rows as never)
      .execute();
    const { keys } = (await operator.get('/api/clients/zenith/keys')).json();
    expect(keys.map(({ prefix }: { prefix: string }) => prefix)).toEqual(
      rows.map(({ prefix }) => prefix).filter((_, at) => at !== 1),
    );
  });

  test('keep a key that has expired as it is, instead of a new one that has expired, too', async () => {
    await operator.call('POST', KEYS, { name: 'short', expires: '2999-01-31' });
    const find = async () =>
      (await operator.get(KEYS)).json().keys.filter(({ name }: Key) => name === 'short');
    const [{ id }] = await find();
    await console.server.services.directory.keys.set(id, { expiresAt: 1 });
    const [key] = await find();
    const refused = await operator.call('POST', `${KEYS}/${key.id}/rotate`, {});
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      ...[400, expect.stringContaining(`The key ${key.prefix}… expired on`)],
    ]);
    expect(await find()).toEqual([key]);
    expect(key).toMatchObject({ active: true, expired: true });
  });

  test('give out keys only to who has given the password lately', async () => {
    console.server.clock.advance(15 * 60_000);
    const refused = await operator.call('POST', KEYS, { name: 'www' });
    expect(refused.json().error.code).toBe('proofNeeded');
    await operator.call('POST', '/api/session/proof', { password: PASSWORD });
    expect((await operator.call('POST', KEYS, { name: 'www' })).statusCode).toBe(201);
  });

  test('name what is wrong with a key', async () => {
    for (const [body, field, words] of [
      [{}, 'name', /^is missing$/],
      [{ name: 'two\nlines' }, 'name', /^"two.*" is not a name for a key\./],
      [{ name: 'x', scope: 'root' }, 'scope', /^'root' is invalid\. Allowed choices are website, /],
      [
        { name: 'x', address: 'home' },
        'address',
        /^"home" is not an address\. Accepted is an IPv4 /,
      ],
      [{ name: 'x', rate: 'many' }, 'rate', /^'many' is invalid\. Accepted is a whole number /],
      [
        { name: 'x', 'in-flight': '0' },
        'in-flight',
        /^'0' is invalid\. Accepted is a whole number /,
      ],
      [{ name: 'x', expires: 'soon' }, 'expires', /^"soon" is not a date\. Accepted are dates /],
      [{ name: 'x', expires: '2001-01-01' }, 'expires', /^"2001-01-01" has passed: that is [^-`]*/],
    ] as const) {
      const answer = await operator.call('POST', KEYS, body);
      const { fields } = answer.json().error;
      expect([answer.statusCode, fields]).toEqual([422, { [field]: expect.stringMatching(words) }]);
      expect(fields[field]).not.toMatch(/--|portico /);
    }
  });
});
