import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Call } from '../../../src/api/endpoint.js';
import { membersEndpoints } from '../../../src/api/members/members.endpoints.js';
import { answerContext } from '../../../src/api/request-context.js';
import { Passwords } from '../../../src/passwords/passwords.js';
import { forEachDatabase } from '../../rig/databases.js';
import { asOwner } from '../../rig/owner.js';
import { serverFor } from '../../rig/server.js';
import { aMember, type Fields, PASSWORD, refused, Website } from './website.js';

const BUSY = refused(
  '261',
  'Too many passwords are waiting to be checked. Try again in some seconds.',
);

forEachDatabase('passwords that come too fast', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');

  /** Calls an endpoint of a server that hashes one password at a time and lets none wait. */
  async function callWhileBusy(path: string, raw: Fields): Promise<unknown> {
    const endpoint = membersEndpoints.find((known) => known.path === path);
    const client = await server.services.clients.client('acme');
    if (endpoint === undefined || client === undefined) throw new Error(`There is no ${path}.`);
    const passwords = new Passwords(randomBytes, { atOnce: 1, mostWaiting: 0 });
    const context = answerContext(client.settings, server.clock.now(), 'https://portico.test');
    const call: Call = {
      client,
      raw,
      id: 0,
      context,
      caller: { keyId: 1, privateAccess: false, partner: undefined },
      tools: { ...server.services.tools, passwords },
      version: undefined,
      feedContext: () => context,
    };
    const first = passwords.hash(PASSWORD);
    const answer = await endpoint.handle(call);
    await first;
    await passwords.close();
    return answer;
  }

  beforeAll(() => site.open());

  it('register nobody, and can be sent again', async () => {
    const member = aMember({ email: 'late@example.com' });
    expect(await callWhileBusy('/clients', member)).toEqual({ ...BUSY, ITEM: [] });
    expect(await site.letters()).toEqual([]);
    expect(await site.get('/clients/list')).toMatchObject({ TOTAL_COUNT: 0 });
    expect((await site.register({ email: 'late@example.com' })).email).toBe('late@example.com');
  });

  it('change nothing of a member', async () => {
    const { id } = await site.register({ email: 'busy@example.com' });
    const change = { clientID: id, firstname: 'Changed', password: 'another password' };
    expect(await callWhileBusy('/clients/Update', change)).toEqual(BUSY);
    expect(await site.get(`/clients/${id}`)).toMatchObject([{ firstName: 'Mia' }]);
    // Without a password there is nothing to wait for.
    expect(
      await callWhileBusy('/clients/Update', { clientID: id, firstname: 'Changed' }),
    ).toMatchObject({ STATUS_CODE: '100' });
  });

  it('that cannot be looked up do not count as a failure either', async () => {
    const known = { email: 'down@example.com', password: PASSWORD };
    await site.register({ email: known.email });
    const rename = (from: string, to: string) =>
      asOwner(server.services, 'acme', ({ schema }) =>
        schema.alterTable(from).renameTo(to).execute(),
      );
    await rename('client', 'client_gone');
    for (let times = 0; times < 6; times += 1) {
      const answer = await site.send({ url: site.url('/account/getVerifiedStatus', known) });
      expect(answer.statusCode).toBe(500);
    }
    await rename('client_gone', 'client');
    expect(await site.get('/account/getVerifiedStatus', known)).toMatchObject({
      STATUS_CODE: '100',
    });
  });

  it('are not called wrong, and do not count as a failure', async () => {
    await site.register({ email: 'login@example.com' });
    const login = { email: 'login@example.com', password: PASSWORD };
    for (let times = 0; times < 10; times += 1) {
      expect(await callWhileBusy('/account/getVerifiedStatus', login)).toEqual({
        ...BUSY,
        ITEM: [],
      });
    }
    expect(await site.get('/account/getVerifiedStatus', login)).toMatchObject({
      STATUS_CODE: '100',
    });
  });
});
