import { beforeAll, expect, it } from 'vitest';
import { membersEndpoints } from '../../../src/endpoints.js';
import { type Holder, issue, signed } from '../../http/gate/signing.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { aMember, PASSWORD, Website } from './website.js';

/** Every endpoint of members, and whether a private-access key has to sign a call. */
const CALLS: readonly [method: 'GET' | 'POST', path: string, signed: boolean][] = [
  ['POST', '/clients', true],
  ['GET', '/clients/list', true],
  ['GET', '/clients/1', true],
  ['POST', '/clients/Update', true],
  ['POST', '/clients/favoriteListing/', true],
  ['POST', '/clients/insertClientTrail/', true],
  ['GET', '/account/getVerifiedStatus', true],
  ['GET', '/account/verifyAccount', true],
  ['POST', '/account/forgotPassword', true],
  ['POST', '/account/resetPassword', true],
  ['POST', '/account/resendConfirmation', true],
  ['POST', '/clients/ListFavoriteListingID/', false],
];

forEachDatabase('members, to keys with private access', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  const held: { holder?: Holder } = {};
  const ask = async (method: 'GET' | 'POST', path: string, fields: Record<string, string>) => {
    const url = `${path}?${new URLSearchParams(fields)}`;
    const answer = await site.send({ method, url });
    return [answer.statusCode, answer.headers['cache-control']];
  };

  beforeAll(async () => {
    await site.open();
    held.holder = await issue(server.services);
  });

  it.each(CALLS)('%s %s is signed: %s', async (method, path, needsSignature) => {
    const { holder } = held;
    if (holder === undefined) throw new Error('No key was issued.');
    const bare = { apiKey: holder.apiKey };
    const unsigned = await ask(method, path, bare);
    expect(unsigned).toEqual([needsSignature ? 401 : 200, 'no-store']);
    const once = signed(holder, server.clock.now());
    expect(await ask(method, path, once)).toEqual([200, 'no-store']);
    if (needsSignature) expect(await ask(method, path, once)).toEqual([403, 'no-store']);
    // A key without private access calls with the key alone.
    expect(await ask(method, path, { apiKey: site.key })).toEqual([200, 'no-store']);
    expect((await ask(method, path, {}))[0]).toBe(401);
  });

  it('are all of the endpoints there are', () => {
    const paths = CALLS.map(([method, path]) => `${method} ${path.replace('/1', '/{id}')}`);
    expect(membersEndpoints.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      paths.sort(),
    );
  });

  it('answer a signed body as well', async () => {
    const { holder } = held;
    if (holder === undefined) throw new Error('No key was issued.');
    server.clock.advance(1100);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/clients',
      headers: { 'x-forwarded-proto': 'https', 'content-type': 'application/json' },
      payload: JSON.stringify({ ...aMember(), ...signed(holder, server.clock.now()) }),
    });
    expect(answer.json()).toMatchObject({ STATUS_CODE: '100' });
    const status = await site.get('/account/getVerifiedStatus', {
      email: 'mia@example.com',
      password: PASSWORD,
    });
    expect(status).toMatchObject({ STATUS_CODE: '100' });
  });

  it('are found in any letter case, with and without a slash at the end', async () => {
    for (const path of ['/CLIENTS/List', '/clients/list/', '/Account/GETVERIFIEDSTATUS/']) {
      expect(await ask('GET', path, { APIKEY: site.key })).toEqual([200, 'no-store']);
    }
    for (const path of ['/clients/', '/clients/update/', '/clients/favoritelisting']) {
      expect(await ask('POST', path, { apikey: site.key })).toEqual([200, 'no-store']);
    }
  });
});
