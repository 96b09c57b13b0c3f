import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { ManualClock, systemClock } from '../../src/lib/clock.js';
import { buildServer } from '../../src/server.js';
import { openServices } from '../../src/services.js';
import { removeDatabase } from '../../src/store/remove-database.js';
import { forEachDatabase } from '../rig/databases.js';
import { NOON, serverFor, testConfig } from '../rig/server.js';

forEachDatabase('a call whose client is removed while it is under way', (database) => {
  const server = serverFor(database);

  /** A server of its own, and the levels of its log's lines; the database of `name` goes in the middle of a call. */
  async function callWhileRemoved(name: string, tenant: string, url: string) {
    const lines = new PassThrough();
    const log = pino({ level: 'info' }, lines);
    const services = await openServices(testConfig(database), new ManualClock(NOON), log);
    const app = await buildServer(services);
    await services.tenants.tenant(tenant);
    app.addHook('preHandler', async () => {
      const entry = await services.directory.tenant(name);
      if (entry === undefined) throw new Error(`There is no ${name}.`);
      await services.directory.removals.begin(entry);
      await services.tenants.letGo(name);
      const store = await services.tenants.store('default');
      await removeDatabase(store, name, systemClock);
    });
    const answer = await app.inject({ url, headers: { 'x-forwarded-proto': 'https' } });
    await app.close();
    await services.close();
    const levels = String(lines.read() ?? '').matchAll(/"level":(\d+)/g);
    return { answer, levels: new Set([...levels].map(([, level]) => level)) };
  }

  it('is refused as the next one is, and logs no error', async () => {
    await server.addTenant('onekey', { kind: 'mls' });
    await server.addTenant('acme', { mls_feed: 'onekey' });
    const key = await server.addKey('acme');
    await server.addTenant('brown');
    const theirs = await server.addKey('brown');
    const wiped = await callWhileRemoved(
      'onekey',
      'acme',
      `/properties/1?isMLS=true&apiKey=${key}`,
    );
    expect([wiped.answer.statusCode, wiped.answer.headers['retry-after']]).toEqual([420, '2']);
    expect(wiped.levels).toEqual(new Set(['30']));
    const removed = await callWhileRemoved('brown', 'brown', `/neighborhoods?apiKey=${theirs}`);
    expect([removed.answer.statusCode, removed.answer.body]).toEqual([
      403,
      expect.stringContaining('The API key does not match or is not active.'),
    ]);
    expect(removed.levels).toEqual(new Set(['30']));
  });
});
