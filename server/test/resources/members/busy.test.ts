import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { Passwords } from '../../../src/passwords/passwords.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { asOwner } from '../../rig/owner.js';
import { serverFor } from '../../rig/server.js';
import { aMember, type Fields, PASSWORD, Website } from './website.js';

const WORDS =
  'Too many passwords are waiting to be checked. Nothing was done: please send the request again in some seconds.';

forAnyDatabase('passwords that come too fast', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');

  /** Sends a call to a server that hashes one password at a time and lets none wait. */
  async function whileBusy(send: () => Promise<LightMyRequestResponse>) {
    const tools = server.services.tools as { passwords: Passwords };
    const usual = tools.passwords;
    const passwords = new Passwords(randomBytes, { atOnce: 1, mostWaiting: 0 });
    tools.passwords = passwords;
    try {
      return await server.inThisProcess(async () => {
        // One after the other until the call is answered, however long it takes to come here.
        let answered = false;
        const keepBusy = async (): Promise<void> => {
          while (!answered) await passwords.hash(PASSWORD);
        };
        const busy = keepBusy();
        try {
          return await send();
        } finally {
          answered = true;
          await busy;
        }
      });
    } finally {
      tools.passwords = usual;
      await passwords.close();
    }
  }

  const post = (path: string, fields: Fields) => () =>
    site.send({ method: 'POST', url: site.url(path), payload: fields });

  function expectBusy(answer: LightMyRequestResponse): void {
    expect(answer.statusCode).toBe(420);
    expect(answer.json()).toBe(WORDS);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }

  beforeAll(() => site.open());

  it('register nobody, and can be sent again', async () => {
    const member = aMember({ email: 'late@example.com' });
    expectBusy(await whileBusy(post('/clients', member)));
    expect(await site.letters()).toEqual([]);
    expect(await site.get('/clients/list')).toMatchObject({ TOTAL_COUNT: 0 });
    expect((await site.register({ email: 'late@example.com' })).email).toBe('late@example.com');
  });

  it('change nothing of a member', async () => {
    const { id } = await site.register({ email: 'busy@example.com' });
    const change = { clientID: id, firstname: 'Changed', password: 'another password' };
    expectBusy(await whileBusy(post('/clients/Update', change)));
    expect(await site.get(`/clients/${id}`)).toMatchObject([{ firstName: 'Mia' }]);
    // Without a password there is nothing to wait for.
    const nameAlone = { clientID: id, firstname: 'Changed' };
    const answer = await whileBusy(post('/clients/Update', nameAlone));
    expect(answer.json()).toMatchObject({ STATUS_CODE: '100' });
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
      const path = site.url('/account/getVerifiedStatus', login);
      expectBusy(await whileBusy(() => site.send({ url: path })));
    }
    expect(await site.get('/account/getVerifiedStatus', login)).toMatchObject({
      STATUS_CODE: '100',
    });
  });
});
