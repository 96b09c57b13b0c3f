import { beforeAll, expect, it } from 'vitest';
import { type Holder, issue, signed } from '../../http/gate/signing.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { BODY_KINDS, type Fields, Website } from '../members/website.js';
import { aLead, fillOffice, STORED, stored } from './leads.js';

const CALLS = [
  ['/alerts', {}],
  ['/alerts/listingAlert', { listingID: 7 }],
] as const;

forEachDatabase('leads, to keys with private access', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  const held: { holder?: Holder } = {};

  beforeAll(async () => {
    await server.addTenant('onekey', { kind: 'mls' });
    await server.addTenant('rebny', { kind: 'rls' });
    await site.open();
    await fillOffice(server);
    held.holder = await issue(server.services);
  });

  const send = async (path: string, fields: Fields, kind: (typeof BODY_KINDS)[number]) => {
    const texts = Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const form = kind === 'form';
    const answer = await site.send({
      method: 'POST',
      url: path,
      headers: { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' },
      payload: form ? new URLSearchParams(texts).toString() : JSON.stringify(fields),
    });
    return [answer.statusCode, answer.json()];
  };

  it.each(CALLS.flatMap(([path, told]) => BODY_KINDS.map((kind) => [path, kind, told] as const)))(
    '%s is signed, with a %s body',
    async (path, kind, told) => {
      const { holder } = held;
      if (holder === undefined) throw new Error('No key was issued.');
      const before = (await stored(site)).length;
      const lead = aLead(told);
      const [unsigned] = await send(path, { ...lead, apiKey: holder.apiKey }, kind);
      expect(unsigned).toBe(401);
      const once = { ...lead, ...signed(holder, server.clock.now()) };
      expect(await send(path, once, kind)).toEqual([200, STORED]);
      const [replayed] = await send(path, once, kind);
      expect(replayed).toBe(403);
      expect(await stored(site)).toHaveLength(before + 1);
      expect(await send(path, { ...lead, apiKey: site.key }, kind)).toEqual([200, STORED]);
    },
  );

  it.each(CALLS)('%s is closed to keys of marketplaces', async (path, told) => {
    const apiKey = await server.addKey('acme', { scopes: ['marketplace'] });
    const [status] = await send(path, { ...aLead(told), apiKey }, 'json');
    expect(status).toBe(403);
  });
});
