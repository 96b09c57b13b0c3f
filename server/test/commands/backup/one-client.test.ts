import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { signed } from '../../http/gate/signing.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';
import {
  command,
  exported,
  filesOf,
  fillInstallation,
  type Place,
  type Secrets,
  served,
} from './installation.js';

const messageOf = (json: Record<string, unknown>) => (json.error as { message: string }).message;

forEachDatabase('one client of a backup', (database) => {
  let secrets: Secrets;
  let backup: string;
  let elsewhere: Place;

  beforeAll(async () => {
    secrets = await fillInstallation(database);
    mkdirSync(join(database.dataFolder, 'media', 'acme'), { recursive: true });
    writeFileSync(join(database.dataFolder, 'media', 'acme', 'a.jpg'), 'a');
    backup = join(temporaryFolder(), 'backup');
    expect((await command(database, 'backup', backup)).code).toBe(0);
    elsewhere = { dataFolder: temporaryFolder(), databaseUrl: undefined };
    await command(elsewhere, 'client', 'add', 'other');
    // A secret key of its own, and the number 1001 for signatures.
    await command(elsewhere, 'key', 'add', 'other', '--private');
    await command(elsewhere, 'key', 'add', 'other', '--private');
  });

  it('stands beside the clients of another installation', async () => {
    const run = await command(elsewhere, 'restore', backup, '--client', 'acme');
    expect([run.code, run.json]).toMatchObject([
      0,
      { databases: { acme: expect.any(Number) }, files: 1, keys: 0, letters: 4 },
    ]);
    expect(run.json.warnings).toEqual([
      'There is no such feed as onekey here. Attach one with `portico client attach`.',
      expect.stringContaining('are in use here and were left out: pk_'),
    ]);
    expect(await exported(elsewhere, 'acme')).toEqual(await exported(database, 'acme'));
    expect(readdirSync(join(elsewhere.dataFolder, 'media', 'acme'))).toEqual(['a.jpg']);
    const { json } = await command(elsewhere, 'client', 'list');
    expect(json.clients).toMatchObject([
      { client: 'acme', title: 'Acme “Realty” 🏠', foldRepeatLeads: true, mls: null },
      { client: 'other' },
    ]);
  });

  it('brings its keys where they are free, sealed anew', async () => {
    const place = { dataFolder: temporaryFolder(), databaseUrl: undefined };
    await command(place, 'client', 'add', 'other');
    // The restored key has another id than it had.
    await command(place, 'key', 'add', 'other');
    const feed = await command(place, 'restore', backup, '--client', 'onekey');
    expect([feed.code, feed.json]).toMatchObject([
      0,
      { databases: { onekey: expect.any(Number) } },
    ]);
    const run = await command(place, 'restore', backup, '--client', 'acme', '--as', 'acme-2');
    expect([run.code, run.json]).toMatchObject([0, { keys: 1, warnings: [] }]);
    const keysOf = async (where: Place, name: string) =>
      (await command(where, 'key', 'list', name)).json.keys as { lastUsed: string | null }[];
    expect(await keysOf(place, 'acme-2')).toEqual(await keysOf(database, 'acme'));
    expect((await keysOf(place, 'acme-2'))[0]?.lastUsed).toMatch(/^2026-11-20T17:/);
    const server = await served(place, NOON);
    try {
      const fresh = new URLSearchParams(signed(secrets.key, NOON));
      expect((await server.call({ url: `/clients/list?${fresh}` })).status).toBe(200);
      const mls = await server.call({ url: `/properties?isMLS=true&apiKey=${secrets.key.apiKey}` });
      expect(mls.body).not.toContain('"TOTAL":0');
    } finally {
      await server.close();
    }
  });

  it('stands beside itself under another name, and writes to nobody', async () => {
    const run = await command(database, 'restore', backup, '--client', 'acme', '--as', 'acme-then');
    expect([run.code, run.json]).toMatchObject([0, { keys: 0, letters: 4, files: 1 }]);
    expect(await exported(database, 'acme-then')).toEqual(await exported(database, 'acme'));
    const held = await command(database, 'outbox', 'list', '--client', 'acme-then');
    const states = (held.json.letters as { state: string }[]).map(({ state }) => state);
    expect(states).toEqual(['failed', 'failed', 'failed', 'failed']);
    const live = await command(
      database,
      'outbox',
      'list',
      '--client',
      'acme',
      '--state',
      'waiting',
    );
    expect(live.json.letters).toHaveLength(4);
    expect(readdirSync(join(database.dataFolder, 'media')).sort()).toEqual(['acme', 'acme-then']);
  });

  it.each([
    [
      ['--client', 'nobody'],
      1,
      'The backup has no client or feed "nobody". It has acme, beta, onekey.',
    ],
    [['--client', 'acme', '--as', 'beta'], 1, 'There is already a client or feed named beta.'],
    [['--client', 'acme', '--as', 'Not A Name'], 2, 'is not a name for a client'],
  ])('%j is refused', async (options, code, words) => {
    const before = filesOf(join(database.dataFolder, 'media'));
    const run = await command(database, 'restore', backup, ...options);
    expect([run.code, messageOf(run.json)]).toEqual([code, expect.stringContaining(words)]);
    expect(filesOf(join(database.dataFolder, 'media'))).toEqual(before);
  });

  it('is refused where files are in its way', async () => {
    mkdirSync(join(database.dataFolder, 'media', 'files'));
    writeFileSync(join(database.dataFolder, 'media', 'files', 'mine.jpg'), 'mine');
    const run = await command(database, 'restore', backup, '--client', 'acme', '--as', 'files');
    expect([run.code, messageOf(run.json)]).toEqual([
      1,
      expect.stringContaining('holds files already'),
    ]);
  });

  const { databaseUrl: url } = database;
  if (url !== undefined) {
    it('keeps a database of its own, or comes home', async () => {
      const own: Place = { dataFolder: temporaryFolder(), databaseUrl: undefined };
      await command(own, 'client', 'add', 'gamma', '--database', url);
      await command(own, 'client', 'add', 'home');
      const made = join(temporaryFolder(), 'backup');
      expect((await command(own, 'backup', made)).code).toBe(0);
      const databaseOf = async (place: Place) => {
        const { json } = await command(place, 'client', 'list');
        return (json.clients as { client: string; database: unknown }[]).map((each) => [
          each.client,
          each.database === null ? null : 'own',
        ]);
      };

      // Nothing was stored in it: it is filled where it was.
      const first = { dataFolder: temporaryFolder(), databaseUrl: undefined };
      expect((await command(first, 'restore', made)).code).toBe(0);
      expect(await databaseOf(first)).toEqual([
        ['gamma', 'own'],
        ['home', null],
      ]);

      // It has outlived the machine, with what was stored since.
      const file = join(temporaryFolder(), 'agents.ndjson');
      writeFileSync(file, '{"id":1,"firstname":"Ann"}\n');
      expect((await command(own, 'import', 'gamma', file)).code).toBe(0);
      const place = () => ({ dataFolder: temporaryFolder(), databaseUrl: undefined });
      const refused = await command(place(), 'restore', made);
      expect([refused.code, messageOf(refused.json)]).toEqual([
        1,
        expect.stringMatching(/^The database of gamma has its own place, .*--adopt.*--home\.$/),
      ]);
      expect(messageOf(refused.json)).not.toContain(new URL(url).password);

      const adopting = place();
      const adopted = await command(adopting, 'restore', made, '--adopt');
      expect([adopted.code, adopted.json]).toMatchObject([
        0,
        { databases: { home: 1 }, warnings: ['Used as they are: the databases of gamma.'] },
      ]);
      expect((await exported(adopting, 'gamma'))['agents.ndjson']).toContain('Ann');

      const moving = place();
      expect((await command(moving, 'restore', made, '--home')).json).toMatchObject({
        databases: { gamma: 1, home: 1 },
      });
      expect(await databaseOf(moving)).toEqual([
        ['gamma', null],
        ['home', null],
      ]);
      expect((await exported(moving, 'gamma'))['agents.ndjson']).toBe('');
      expect((await exported(own, 'gamma'))['agents.ndjson']).toContain('Ann');
    });
  }
});
