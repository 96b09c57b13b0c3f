import { expect, it } from 'vitest';
import { recordedImport } from '../../../src/commands/import/recorded.js';
import { importProblems, importStates } from '../../../src/commands/status/installation.js';
import { importLines } from '../../../src/commands/status/status.js';
import { NOTE_SETTLES_MS } from '../../../src/outbox/sweep.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, serverFor } from '../../rig/server.js';

forEachDatabase('the imports of all clients', (installation) => {
  const server = serverFor(installation);
  const entries = () => server.services.directory.tenants();
  const statesWithin = async (ms: number) => importStates(server.services, await entries(), ms);
  const openedOf = async (name: string) => {
    const tenant = await server.services.tenants.tenant(name);
    const entry = await server.services.directory.tenant(name);
    if (tenant === undefined || entry === undefined) throw new Error(`There is no client ${name}.`);
    return { services: server.services, entry, database: tenant.database };
  };
  const importInto = async (name: string, work: () => Promise<never>) =>
    recordedImport(await openedOf(name), { sources: ['listings.csv'], mode: 'import' }, work).catch(
      () => {},
    );
  const summary = { listings: { read: 1, written: 1, rejected: 0 }, rejects: null } as never;

  it('are named that were not read in time', async () => {
    for (const name of ['acme', 'bravo', 'zulu']) await server.addTenant(name);
    const late = await statesWithin(0);
    expect(late).toEqual({ found: new Map(), unread: ['acme', 'bravo', 'zulu'] });
    expect(importLines(late)).toEqual([['imports', 'not read of acme, bravo, zulu']]);
    const inTime = await statesWithin(10_000);
    expect([inTime.unread, importLines(inTime)]).toEqual([[], []]);
  });

  it('are known without opening a database, from begin to end', async () => {
    await importInto('zulu', async () => {
      const { found, unread } = await statesWithin(0);
      expect(unread).toEqual(['acme', 'bravo']);
      expect(found.get('zulu')).toMatchObject({ result: 'running', startedAt: NOON });
      throw new Error('The last one fails.');
    });
    const late = await statesWithin(0);
    expect(importProblems(late)).toEqual(['The last import of zulu failed. The last one fails.']);
    expect([...late.found]).toEqual([...(await statesWithin(10_000)).found]);
    await importInto('zulu', async () => summary);
    const { found } = await statesWithin(0);
    expect(found.get('zulu')).toMatchObject({ result: 'ok', failedAt: NOON });
  });

  it('are known of databases that a server has looked into, as what a key has pushed is', async () => {
    const [acme, sweep] = [await openedOf('acme'), server.services.outbox];
    sweep.startSending();
    await sweep.settled();
    expect((await statesWithin(0)).unread).toEqual([]);
    await server.services.outbox.announce(acme.database);
    const key = await server.addKey('acme', { scopes: ['manage'] });
    const { statusCode } = await server.app.inject({
      method: 'PUT',
      url: '/manage/listings',
      headers: { 'x-forwarded-proto': 'https', 'x-api-key': key },
      payload: [{ main_id: 1, financials_price: 'much' }],
    });
    expect(statusCode).toBe(200);
    expect((await statesWithin(0)).found.has('acme')).toBe(false);
    // What the directory has noted may be out of date, so that the database is asked.
    const pushed = (await statesWithin(10_000)).found.get('acme');
    expect(pushed).toMatchObject({ mode: 'push', result: 'rejected' });
    await sweep.close();
    server.clock.advance(NOTE_SETTLES_MS + 1);
    sweep.startSending();
    await sweep.settled();
    await sweep.close();
    expect((await statesWithin(0)).found.get('acme')).toEqual(pushed);
  });

  it('are looked up where an older program has noted the rest', async () => {
    const { db } = server.services.directory.tables;
    await db.updateTable('queued_email').set({ last_import: null }).execute();
    expect((await statesWithin(0)).unread).toEqual(['acme', 'bravo', 'zulu']);
    const { found, unread } = await statesWithin(10_000);
    expect([[...found.keys()], unread]).toEqual([['acme', 'zulu'], []]);
  });
});
