import { beforeAll, expect, test } from 'vitest';
import { storePullSchedule } from '../../src/store/tenant/pull-schedules.js';
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
      return [answer.statusCode, answer.json().error.message];
    };
    expect(await refusal({})).toEqual([409, 'north is taken.']);
    expect(await refusal({ client: 'No!' })).toEqual([
      ...[400, expect.stringContaining('is not a name for a client')],
    ]);
    expect(await refusal({ client: '--help' })).toEqual([
      ...[400, expect.stringContaining('is not a name for a client')],
    ]);
    expect(await refusal({ client: 'south', timezone: 'Mars' })).toEqual([
      ...[400, expect.stringContaining('is not a time zone')],
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
    for (const [body, status, words] of [
      [{ database: 'postgres://x' }, 422, 'database: is not a setting'],
      [{ title: 7 }, 422, 'title: is not text of at most 1000 characters'],
      [{ 'coarsen-hidden': 'yes' }, 422, 'coarsen-hidden: is not on or off'],
      [{ 'site=zoom': 'near' }, 400, 'zoom: "near" is not a number from 1 to 20.'],
      [{ mls: 'nowhere' }, 400, expect.stringContaining('nowhere')],
    ] as const) {
      const answer = await operator.call('PUT', SETTINGS, body);
      const { message } = answer.json().error;
      expect([body, answer.statusCode, message]).toEqual([body, status, words]);
    }
  });

  test('a marketplace gets credentials once, which are revoked', async () => {
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

  test('a pull is shown, paused and due again', async () => {
    const feed = await console.database('onekey');
    await storePullSchedule(feed, {
      ...{ source: 'onekey', public_id: 'pl_1', mappings: '{}', every_ms: 600_000 },
      file: 'source: onekey\nfrom: { dialect: reso, url: "https://mls.example.com", token: $T }\ntake: { Property: { map: reso/property.yaml } }\n',
    });
    const act = async (verb: string) => {
      const answer = await operator.call('POST', `/api/pulls/onekey/onekey/${verb}`, {});
      return [answer.statusCode, (await operator.get('/api/pulls')).json().pulls];
    };
    expect(await act('pause')).toMatchObject([200, [{ name: 'onekey', paused: true, next: null }]]);
    expect(await act('resume')).toMatchObject([200, [{ paused: false, everySeconds: 600 }]]);
    expect((await operator.get('/api/pulls/onekey/onekey')).json()).toMatchObject({
      ...{ secrets: { T: false }, file: expect.stringContaining('mls.example.com') },
    });
    expect((await operator.get('/api/pulls/onekey/other')).json().error.message).toContain(
      'onekey is not pulled from this source',
    );
  });
});
