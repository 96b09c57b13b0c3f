import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stampDate } from '../../../src/lib/dates.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { forget, stored } from './leads.js';
import { basic, Marketplace, marketFailure, marketLead } from './partners.js';

const BAD_LOGIN = 'The partner key and secret (HTTP Basic) are missing or do not match.';

forEachDatabase('logins of POST /marketplace', (database) => {
  const server = serverFor(database);
  const market = new Marketplace(server);
  const { site } = market;

  beforeAll(() => market.open());
  beforeEach(() => forget(site));

  it('is open to keys of either scope, and to private ones without a signature', async () => {
    expect((await market.sendLead({}, site.key)).status).toBe(200);
    const both = await server.addKey('acme', { scopes: ['website', 'marketplace'] });
    expect((await market.sendLead({}, both)).status).toBe(200);
    const elsewhere = await site.send({ url: `/properties?apiKey=${market.key}` });
    expect(elsewhere.statusCode).toBe(403);
  });

  describe('with a wrong login', () => {
    it.each([
      ['none', ''],
      ['an unknown one', basic('mp_nobody', 'secret')],
      ['no Basic', 'Bearer x'],
    ])('(%s) answers 401, and tells the operator once', async (_, header) => {
      const headers = header === '' ? {} : { authorization: header };
      const { status, body } = await market.sendBare(JSON.stringify(marketLead()), headers);
      const known = { SOURCE: '', MARKETPLACE: '', AGENT: '' };
      expect([status, body]).toEqual([401, marketFailure(BAD_LOGIN, known)]);
      expect(await stored(site)).toEqual([]);
      const [notice, ...more] = await site.letters();
      expect(more).toEqual([]);
      expect(notice).toMatchObject({
        to: 'operator@localhost',
        subject: 'Marketplace lead refused (401): Acme Realty',
      });
      expect(notice?.text).toContain(BAD_LOGIN);
      // The lead was not read.
      expect(notice?.text).not.toContain('nora@example.com');
    });

    it('is told of with the client, the reason and the time, and nothing that the call said', async () => {
      const guess = { authorization: basic('mp_nobody', 'hunter2') };
      await market.send(JSON.stringify(marketLead({ source_name: 'Elsewhere' })), guess);
      const [notice] = await market.notices();
      const zone = 'America/New_York';
      expect(notice?.text).toBe(
        [
          `Marketplace lead refused (401): ${BAD_LOGIN}\n`,
          'Client: Acme Realty (acme)',
          `Received: ${stampDate(server.clock.now(), zone)} (${zone})`,
        ].join('\n'),
      );
    });

    it('is told thirty times a minute for one key', async () => {
      server.clock.advance(60_000);
      for (let call = 0; call < 33; call += 1) {
        expect((await market.sendBare('{}')).status).toBe(401);
      }
      expect(await market.notices()).toHaveLength(30);
      // A partner who is known is always told of.
      await market.send('{}');
      expect(await market.notices()).toHaveLength(31);
      const other = await server.addKey('acme');
      await market.sendBare('{}', {}, other);
      expect(await market.notices()).toHaveLength(32);
      server.clock.advance(60_000);
      await market.sendBare('{}');
      expect(await market.notices()).toHaveLength(33);
    });

    it('that comes too often is answered 420 without an email', async () => {
      server.clock.advance(120_000);
      const keys = await Promise.all([server.addKey('acme'), server.addKey('acme')]);
      const guess = { authorization: basic('mp_nobody', 'x'), 'x-forwarded-for': '198.51.100.77' };
      for (let call = 0; call < 30; call += 1) {
        expect((await market.send('{}', guess, keys[call % 2])).status).toBe(401);
      }
      expect(await market.notices()).toHaveLength(30);
      expect((await market.send('{}', guess, keys[0])).status).toBe(420);
      expect(await market.notices()).toHaveLength(30);
    });
  });

  it('that are wrong cause an email at once where the server sends email', async () => {
    const { outbox } = server.services;
    outbox.startSending();
    // The first look at all databases is over, and the next one is far away.
    await outbox.settled();
    await server.inThisProcess(() => market.sendBare('{}'));
    await outbox.settled();
    const { db } = await site.database();
    const letters = await db.selectFrom('letter').select(['kind', 'state']).execute();
    expect(letters).toEqual([{ kind: 'marketplace', state: 'sent' }]);
    await outbox.close();
  });

  it('raises no email when the call does not get there', async () => {
    const pinned = await server.addKey('acme', { addresses: ['203.0.113.9/32'] });
    const closed = await server.addKey('acme', { scopes: [] });
    for (const [key, status] of [
      ['', 401],
      ['pk_unknown', 403],
      [closed, 403],
      [pinned, 405],
    ] as const) {
      expect((await market.sendLead({}, key)).status).toBe(status);
    }
    const read = await site.send({
      url: `/marketplace?apiKey=${site.key}`,
      headers: { authorization: market.header },
    });
    expect(read.statusCode).toBe(404);
    expect(await site.letters()).toEqual([]);
  });
});
