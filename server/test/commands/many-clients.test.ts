import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';
import { NOTE_SETTLES_MS } from '../../src/outbox/sweep.js';
import { openServices, type Services } from '../../src/services.js';
import { forEachDatabase } from '../rig/databases.js';
import { offline } from '../rig/offline.js';
import { NOON, testConfig } from '../rig/server.js';
import { type Place, portico, porticoJson } from './portico.js';

forEachDatabase('many clients', (database) => {
  const { kind, dataFolder, databaseUrl } = database;
  const place: Place = {
    folder: dataFolder,
    environment: {
      ...{ PORTICO_DATA: dataFolder, PORTICO_DATABASE_URL: databaseUrl, PORTICO_PORT: '0' },
    },
  };
  const add = () =>
    porticoJson(place, 'client', 'add', '--from', 'clients.csv', '--coarsen-hidden');
  /** Runs work that notes the names of all databases that it opens. */
  const opening = (work: (services: Services) => Promise<unknown>) =>
    offline(database, async (services) => {
      const seen: string[] = [];
      const { visit } = services.tenants;
      services.tenants.visit = (entry) => {
        seen.push(entry.name);
        return visit.call(services.tenants, entry);
      };
      await work(services);
      return seen;
    });

  beforeAll(() => {
    const lines = [
      'Name,Title,timezone,Lead-Recipients,fold_repeat_leads',
      'acme,"Acme, Realty",America/Chicago,"agent,office",yes',
      'Brown,Brown,,,',
      'cole,,Nowhere,,',
      'dale,,,,perhaps',
      'only,three,cells',
      'elm,,,,',
    ];
    writeFileSync(join(dataFolder, 'clients.csv'), `${lines.join('\n')}\n`);
  });

  test('are made from a file, and a line that is wrong costs only itself', async () => {
    const { code, json } = await add();
    expect([code, json]).toMatchObject([
      1,
      {
        made: ['acme', 'elm'],
        existing: 0,
        rejected: [
          { line: 3, field: 'name', reason: expect.stringContaining('"Brown" is not a name') },
          { line: 4, field: 'timezone', reason: expect.stringContaining('is not a time zone') },
          { line: 5, field: 'fold-repeat-leads', reason: '"perhaps" is neither yes nor no.' },
          { line: 6, reason: 'has 3 cells where the header has 5' },
        ],
      },
    ]);
    const list = (await porticoJson(place, 'client', 'list')).json.clients;
    expect(list).toMatchObject([
      {
        ...{ client: 'acme', title: 'Acme, Realty', timezone: 'America/Chicago', listings: 0 },
        ...{ leadRecipients: ['agent', 'office'], foldRepeatLeads: true, coarsenHidden: true },
      },
      { client: 'elm', title: 'elm', timezone: 'America/New_York', foldRepeatLeads: false },
    ]);
  });

  test('are made once, and again only where they are missing', async () => {
    writeFileSync(join(dataFolder, 'clients.csv'), 'name\nacme\nelm\nfir\n');
    const { code, json } = await add();
    expect([code, json]).toEqual([0, { made: ['fir'], existing: 2, rejected: [] }]);
  });

  test('are refused with a file of other columns', async () => {
    writeFileSync(join(dataFolder, 'other.csv'), 'name,colour\nacme,red\n');
    const run = await portico(place, 'client', 'add', '--from', 'other.csv');
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('no column "colour"')]);
    const gone = await portico(place, 'client', 'add', '--from', 'gone.csv');
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('no such file')]);
  });

  test('are opened only where the directory does not know what they hold', async () => {
    const { countListings } = await import('../../src/commands/status/visits.js');
    const count = async (services: Services) => {
      counts = await countListings(services, await services.directory.tenants());
    };
    let counts: ReadonlyMap<string, number> = new Map();
    expect(await opening(count)).toEqual([]);
    writeFileSync(join(dataFolder, 'listings.ndjson'), '{"main_id":1,"main_status":"For Rent"}\n');
    expect((await portico(place, 'import', 'elm', 'listings.ndjson')).code).toBe(0);
    expect(await opening(count)).toEqual(['elm']);
    expect([...counts]).toEqual([
      ['acme', 0],
      ['elm', 1],
      ['fir', 0],
    ]);

    // A server looks into it, and notes what it holds.
    const clock = new ManualClock(Date.now() + NOTE_SETTLES_MS + 1);
    const services = await openServices(testConfig(database), clock, pino({ level: 'silent' }));
    services.outbox.startSending();
    await services.outbox.settled();
    await services.close();
    expect(await opening(count)).toEqual([]);
    expect(counts.get('elm')).toBe(1);

    expect((await portico(place, 'remove', 'elm', 'listings', '1')).code).toBe(0);
    expect(await opening(count)).toEqual(['elm']);
    expect(counts.get('elm')).toBe(0);
  });

  test('with email are listed by the newest, and the others stay closed', async () => {
    await offline(database, async ({ directory }) => {
      for (const name of ['acme', 'elm', 'fir']) {
        const { notedAt } = (await directory.emailNotes.noted()).find(
          ({ entry }) => entry.name === name,
        ) ?? { notedAt: 0 };
        const counts = { listings: 0, sent: name === 'acme' ? 2 : 0, newestEmailAt: NOON };
        await directory.emailNotes.settle(name, notedAt, 1, {
          ...{ ...counts, lastImport: 'null', pulls: '[]' },
          newestEmailAt: name === 'fir' ? 0 : NOON,
        });
      }
    });
    // What the notes say is not asked again.
    const { json } = await porticoJson(place, 'outbox', 'list');
    expect(json).toEqual({ counts: { waiting: 0, sent: 2, failed: 3 }, letters: [] });
  });

  test.runIf(kind === 'sqlite')('that are gone are named without opening the others', async () => {
    rmSync(join(dataFolder, 'clients', 'fir.sqlite'));
    const { json } = await porticoJson(place, 'migrate', '--dry-run');
    expect(JSON.stringify(json)).toContain('it is not where the directory says');
  });

  test.runIf(kind === 'sqlite')('that cannot be made leave no file', async () => {
    const { addEntry, newEntry } = await import('../../src/commands/client/entry.js');
    await offline(database, async (services) => {
      services.directory.addTenant = async () => {
        throw new Error('The disk is full.');
      };
      await expect(addEntry(services, newEntry('gone', 'client', 0))).rejects.toThrow('full');
    });
    expect(existsSync(join(dataFolder, 'clients', 'gone.sqlite'))).toBe(false);
  });
});
