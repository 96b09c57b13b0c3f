import { expect, it } from 'vitest';
import { recordedImport } from '../../../src/commands/import/recorded.js';
import { importProblems, importStates } from '../../../src/commands/status/installation.js';
import { importLines } from '../../../src/commands/status/status.js';
import { NOTE_SETTLES_MS } from '../../../src/outbox/sweep.js';
import { beginRun, lastImport } from '../../../src/store/tenant/import-runs.js';
import { ManualTimer } from '../../outbox/email/manual-timer.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON, serverFor } from '../../rig/server.js';

/** A machine may have much else to do. */
const PATIENT = { timeout: 60_000 };

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
  const importInto = async (name: string, work: () => Promise<never>, timer?: ManualTimer) => {
    const request = { sources: ['listings.csv'], mode: 'import', ...(timer && { timer }) } as const;
    await recordedImport(await openedOf(name), request, work).catch(() => {});
  };
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

  it('run as long as they note it, and were killed where they do not any more', async () => {
    const timer = new ManualTimer(server.clock);
    const zulu = async () => (await statesWithin(0)).found.get('zulu');
    await importInto(
      'zulu',
      async () => {
        for (let minute = 1; minute < 10; minute += 1) {
          timer.next();
          await expect.poll(async () => (await zulu())?.endedAt, PATIENT).toBe(server.clock.now());
        }
        expect(await zulu()).toMatchObject({ result: 'running' });
        return summary;
      },
      timer,
    );
    expect(await zulu()).toMatchObject({ result: 'ok', endedAt: server.clock.now() });
    expect(() => timer.next()).toThrow('Nothing waits');

    // One that is killed begins, and is not heard of again.
    const { database } = await openedOf('bravo');
    const begun = server.clock.now();
    await beginRun(database, { mode: 'import', files: '[]' });
    const bravo = async () => (await statesWithin(10_000)).found.get('bravo');
    server.clock.advance(300_000);
    expect(await bravo()).toMatchObject({ result: 'running' });
    server.clock.advance(1);
    const killed = { result: 'failed', endedAt: begun, failedAt: begun };
    expect(await bravo()).toMatchObject(killed);
    expect(importProblems(await statesWithin(10_000))).toContain(
      'The last import of bravo failed. It ended without a word, as when its process is killed.',
    );
    // The next one leaves nobody in doubt of it.
    await importInto('bravo', async () => summary);
    const runs = database.db.selectFrom('import_run').select(['result', 'ended_at']).orderBy('id');
    expect(await runs.execute()).toEqual([
      { result: 'failed', ended_at: begun },
      { result: 'ok', ended_at: server.clock.now() },
    ]);
    expect(await lastImport(database)).toMatchObject({ result: 'ok', failedAt: begun });
  });

  it('that stood still for long and go on run again', async () => {
    const timer = new ManualTimer(server.clock);
    await importInto(
      'acme',
      async () => {
        server.clock.advance(1_000_000);
        await importInto('acme', async () => summary);
        const { database } = await openedOf('acme');
        const first = async () => {
          const query = database.db.selectFrom('import_run').select('result');
          return (await query.where('mode', '=', 'import').orderBy('id').executeTakeFirst())
            ?.result;
        };
        expect(await first()).toBe('failed');
        timer.next();
        await expect.poll(first, PATIENT).toBe('running');
        return summary;
      },
      timer,
    );
    expect((await statesWithin(10_000)).found.get('acme')).toMatchObject({ result: 'ok' });
  });
});
