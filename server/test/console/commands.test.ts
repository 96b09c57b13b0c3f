import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { pullSchedules } from '../../src/store/tenant/pull-schedules.js';
import { Counterpart } from '../pull/counterpart.js';
import { forEachDatabase } from '../rig/databases.js';
import { type Browser, consoleFor, PASSWORD } from './console.js';

interface Field {
  readonly name: string;
  readonly value: unknown;
  readonly choices?: unknown;
}

forEachDatabase('what operators do by commands in the console', (database) => {
  const console = consoleFor(database);
  let operator: Browser;

  beforeAll(async () => {
    await console.server.addTenant('acme', { title: 'Acme Realty' });
    await console.server.addTenant('onekey', { kind: 'mls', title: 'OneKey MLS' });
    operator = await console.person('operator@example.com', 'operator');
  });

  test('a client is added, by a name that is free', async () => {
    const input = { client: 'north', title: '--North', timezone: 'America/Chicago' };
    const made = await operator.call('POST', '/api/clients', input);
    expect([made.statusCode, made.json()]).toEqual([201, { client: 'north' }]);
    expect((await operator.get('/api/clients?q=north')).json().clients).toMatchObject([
      { client: 'north', title: '--North', timeZone: 'America/Chicago' },
    ]);
    const refusal = async (changes: object) => {
      const answer = await operator.call('POST', '/api/clients', { ...input, ...changes });
      return [answer.statusCode, answer.json().error.fields];
    };
    expect(await refusal({})).toEqual([409, { client: 'north is taken.' }]);
    for (const client of ['No!', '--help']) {
      expect(await refusal({ client })).toEqual([
        ...[422, { client: expect.stringContaining('is not a name for a client') }],
      ]);
    }
    expect(await refusal({ client: 'south', timezone: 'Mars' })).toEqual([
      ...[422, { timezone: expect.stringMatching(/^"Mars" is not a time zone/) }],
    ]);
    expect(await refusal({ client: 'south', title: 'two\nlines' })).toEqual([
      ...[422, { title: expect.stringMatching(/is not a title/) }],
    ]);
    const { entries } = (await operator.get('/api/audit')).json();
    expect(entries).toContainEqual(
      expect.objectContaining({ by: 'console operator@example.com', client: 'north' }),
    );
  });

  const SETTINGS = '/api/clients/acme/settings';

  test('settings, those of the website and feeds are shown and changed', async () => {
    const changes = {
      ...{ title: 'Acme of Chicago', 'fold-repeat-leads': true, 'lead-copies': 'all@example.com' },
      ...{ 'site=city': 'Chicago=Loop', mls: 'onekey' },
    };
    const values = async () => {
      const { fields } = (await operator.get(SETTINGS)).json();
      const known = (fields as Field[]).map(({ name, value }) => [name, value] as const);
      return Object.fromEntries(known.filter(([name]) => name in changes));
    };
    expect(await values()).toEqual({
      ...{ title: 'Acme Realty', 'fold-repeat-leads': false, 'lead-copies': '' },
      ...{ 'site=city': '', mls: '' },
    });
    expect((await operator.call('PUT', SETTINGS, changes)).statusCode).toBe(204);
    expect(await values()).toEqual(changes);
    const { fields } = (await operator.get(SETTINGS)).json();
    expect((fields as Field[]).find(({ name }) => name === 'mls')?.choices).toEqual([
      { value: 'onekey', words: 'OneKey MLS' },
    ]);
    const back = { 'fold-repeat-leads': false, 'site=city': '', mls: '' };
    expect((await operator.call('PUT', SETTINGS, back)).statusCode).toBe(204);
    expect(await values()).toEqual({ ...changes, ...back });
  });

  test('name what is wrong with a setting', async () => {
    for (const [name, value, words] of [
      ['database', 'postgres://x', /^is not a setting$/],
      ['title', 7, /^is not text of at most 2000 characters$/],
      ['title', ' ', /^" " is not a title\./],
      ['timezone', 'Mars', /^"Mars" is not a time zone\./],
      ['coarsen-hidden', 'yes', /^is not on or off$/],
      ['lead-recipients', 'boss', /^"boss" is not one of agent, coagent, office\.$/],
      ['lead-copies', 'crm', /^"crm" is not an email address\.$/],
      [
        'listing-page',
        '/homes/{id}',
        /^The link pattern "\/homes\/\{id\}" is not an http or https URL/,
      ],
      ['site=zoom', 'near', /^"near" is not a number from 1 to 20\.$/],
    ] as const) {
      const answer = await operator.call('PUT', SETTINGS, { [name]: value });
      const { fields } = answer.json().error;
      expect([answer.statusCode, fields]).toEqual([422, { [name]: expect.stringMatching(words) }]);
    }
    const answer = await operator.call('PUT', SETTINGS, { mls: 'nowhere' });
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      ...[400, expect.stringContaining('nowhere')],
    ]);
  });

  test('a marketplace gets credentials once, which are revoked', async () => {
    const wrong = await operator.call('POST', '/api/partners', { name: 'two\nlines' });
    expect([wrong.statusCode, wrong.json().error.fields]).toEqual([
      ...[422, { name: expect.stringContaining('is not a name for a partner') }],
    ]);
    const made = await operator.call('POST', '/api/partners', { name: 'StreetWise' });
    expect([made.statusCode, made.json()]).toEqual([
      201,
      {
        partnerKey: expect.stringMatching(/^mp_/),
        secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    const listed = async () => (await operator.get('/api/partners')).json().partners;
    const [partner] = await listed();
    expect(partner).toMatchObject({ partner: 'StreetWise', active: true });
    expect(JSON.stringify(partner)).not.toContain(made.json().secret);
    const revoke = () => operator.call('DELETE', `/api/partners/${partner.prefix}`);
    console.server.clock.advance(15 * 60_000);
    expect((await revoke()).json().error.code).toBe('proofNeeded');
    await operator.call('POST', '/api/session/proof', { password: PASSWORD });
    expect((await revoke()).statusCode).toBe(204);
    expect(await listed()).toMatchObject([{ partner: 'StreetWise', active: false }]);
  });

  test('a feed is added, and says what its license asks', async () => {
    const input = { client: 'rebny', kind: 'rls', title: 'REBNY' };
    expect((await operator.call('POST', '/api/clients', input)).statusCode).toBe(201);
    const at = '/api/feeds/rebny/settings';
    const changes = { timezone: 'America/Denver', 'display=history': 'no' };
    expect((await operator.call('PUT', at, changes)).statusCode).toBe(204);
    const { fields } = (await operator.get(at)).json();
    const values = (fields as Field[]).map(({ name, value }) => [name, value]);
    expect(Object.fromEntries(values)).toMatchObject({ ...changes, title: 'REBNY' });
    const refusal = async (method: 'GET' | 'PUT', where: string, body?: object) => {
      const answer = await operator.call(method, where, body);
      return [answer.statusCode, answer.json().error.message];
    };
    expect(await refusal('PUT', at, { 'display=history': 'maybe' })).toEqual([
      ...[422, 'display=history: "maybe" is not yes or no.'],
    ]);
    expect(await refusal('PUT', at, { mls: 'onekey' })).toEqual([422, 'mls: is not a setting']);
    for (const name of ['acme', 'nobody']) {
      expect(await refusal('GET', `/api/feeds/${name}/settings`)).toEqual([
        ...[404, 'There is no such feed.'],
      ]);
    }
  });

  const AT = '/api/pulls/onekey/onekey';
  const FROM = 'from: { dialect: reso, url: "https://mls.example.com", token: $TOKEN }';
  const pullOf = (from = FROM, map = 'reso/property.yaml') =>
    `source: onekey\n${from}\ntake: { Property: { map: ${map} } }`;
  const add = async (changes: object) => {
    const body = { name: 'onekey', every: '10m', file: pullOf(), ...changes };
    const answer = await operator.call('POST', '/api/pulls', body);
    return [answer.statusCode, answer.json().error?.fields];
  };
  const stored = async () => {
    const [found] = await pullSchedules(await console.database('onekey'));
    return { found, secrets: JSON.parse(found?.secrets ?? '{}') as Record<string, string> };
  };

  test('a pull is added with its secrets, which nobody reads again', async () => {
    await operator.call('POST', '/api/session/proof', { password: PASSWORD });
    expect(await add({})).toEqual([422, { $TOKEN: 'Give its secret.' }]);
    expect(await add({ secrets: { TOKEN: 'two words' } })).toEqual([
      ...[422, { $TOKEN: expect.stringMatching(/^A secret has 1 to/) }],
    ]);
    expect(await stored()).toMatchObject({ found: undefined });
    expect(await add({ secrets: { TOKEN: 'quite-secret' } })).toEqual([201, undefined]);
    const shown = await operator.get(AT);
    expect(shown.json()).toMatchObject({
      ...{ everySeconds: 600, secrets: { TOKEN: true }, file: pullOf() },
    });
    const { found, secrets } = await stored();
    expect(JSON.stringify(found) + shown.body).not.toContain('quite-secret');
    expect(Object.keys(secrets)).toEqual(['TOKEN']);
  });

  test('a stored secret goes to no other place, and none comes from the environment', async () => {
    const before = (await stored()).secrets;
    expect(await add({ every: '20m' })).toEqual([201, undefined]);
    expect((await stored()).secrets).toEqual(before);
    expect(await add({ file: pullOf(FROM.replace('mls.', 'evil.')) })).toEqual([
      ...[422, { $TOKEN: 'Give its secret again, because `from` has changed.' }],
    ]);
    expect(await add({ file: pullOf(FROM.replace('$TOKEN', '$PORTICO_SECRET_KEY')) })).toEqual([
      ...[422, { $PORTICO_SECRET_KEY: expect.stringMatching(/^Give its secret/) }],
    ]);
    expect(await stored()).toMatchObject({ found: { every_ms: 1_200_000 }, secrets: before });
  });

  test('a mapping comes with it, and never from a file of the server', async () => {
    writeFileSync(join(database.dataFolder, 'ours.yaml'), 'resource: listings\nfields: {}\n');
    for (const map of ['ours.yaml', '../ours.yaml', join(database.dataFolder, 'ours.yaml')]) {
      expect(await add({ file: pullOf(FROM, map) })).toEqual([
        ...[422, { file: expect.stringContaining('there is no such file') }],
      ]);
    }
    const mapping = 'resource: listings\nfields: { main_id: { key: ListingKey } }\n';
    const own = { file: pullOf(FROM, 'ours.yaml'), mappings: { 'ours.yaml': mapping } };
    expect(await add(own)).toEqual([201, undefined]);
    // It stays where only the file is sent.
    expect(await add({ file: own.file })).toEqual([201, undefined]);
    expect((await operator.get(AT)).json()).toMatchObject({ mappings: ['ours.yaml'] });
    expect(await add({})).toEqual([201, undefined]);
    expect((await operator.get(AT)).json()).toMatchObject({ mappings: [] });
  });

  test('a pull is tried: its first records are shown, and nothing is stored', async () => {
    const source = new Counterpart('reso', () => Date.now());
    await source.start();
    try {
      source.put('Property', 'p1', { StandardStatus: 'Active', ListPrice: 750_000 });
      const before = await stored();
      const tried = (secrets: object) => {
        const file = pullOf(`from: { dialect: reso, url: "${source.url}", token: $TOKEN }`);
        return operator.call('POST', '/api/pulls/try', { name: 'onekey', file, secrets });
      };
      const refused = await tried({});
      expect([refused.statusCode, refused.json().error.fields]).toEqual([
        ...[422, { $TOKEN: 'Give its secret again, because `from` has changed.' }],
      ]);
      const answer = await tried({ TOKEN: 'quite-secret' });
      expect(answer.json()).toMatchObject({ listings: { read: 1 }, shown: expect.anything() });
      expect(answer.body).toContain('750000');
      expect(answer.body).not.toContain('quite-secret');
      expect(await stored()).toEqual(before);
      const { db } = await console.database('onekey');
      expect(await db.selectFrom('listing').select('id').execute()).toEqual([]);
    } finally {
      await source.close();
    }
  });

  test('says what is wrong with a pull', async () => {
    for (const [changes, field, words] of [
      [{ file: 'x' }, 'file', /^The file: is not an object/],
      [{ file: 'source: onekey' }, 'file', /The file: take: is missing/],
      [{ every: '13h' }, 'every', /^'13h' is invalid\. A time from 1m to 12h/],
      [{ name: 'nobody' }, 'name', /^There is no brokerage or feed of this name/],
      [{ mappings: [] }, 'mappings', /^is not an object of texts/],
      [{ secrets: { TOKEN: 7 } }, 'secrets', /^is not an object of texts/],
    ] as const) {
      expect(await add(changes)).toEqual([422, { [field]: expect.stringMatching(words) }]);
    }
  });

  test('a pull is paused, due again, and removed', async () => {
    const act = async (verb: string) => {
      const answer = await operator.call('POST', `${AT}/${verb}`, {});
      return [answer.statusCode, (await operator.get('/api/pulls')).json().pulls];
    };
    expect(await act('pause')).toMatchObject([200, [{ name: 'onekey', paused: true, next: null }]]);
    expect(await act('resume')).toMatchObject([200, [{ paused: false, everySeconds: 600 }]]);
    expect((await operator.get('/api/pulls/onekey/other')).json().error.message).toContain(
      'onekey is not pulled from this source',
    );
    expect((await operator.call('DELETE', AT)).statusCode).toBe(200);
    expect((await operator.get('/api/pulls')).json().pulls).toEqual([]);
  });
});
