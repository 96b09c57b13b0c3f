import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/clock.js';
import { removeDatabase } from '../../../src/store/remove-database.js';
import { forEachDatabase } from '../../rig/databases.js';
import { offline } from '../../rig/offline.js';
import { repeats } from '../../rig/part.js';
import { type RunningServer, serve } from '../../rig/program.js';
import { ask } from '../../rig/serving.js';
import { type Place, portico, porticoJson, Running } from '../portico.js';

forEachDatabase('commands that remove a client or feed', (database) => {
  const { dataFolder: folder, databaseUrl, kind } = database;
  const place: Place = {
    folder,
    environment: { PORTICO_DATA: folder, PORTICO_DATABASE_URL: databaseUrl },
  };
  const typing = (...lines: string[]): Place => ({
    ...place,
    stdin: Object.assign(Readable.from(lines.map((line) => `${line}\n`)), { isTTY: true }),
  });
  const media = (name: string, ...path: string[]) => join(folder, 'media', name, ...path);
  const failure = ({ json }: { json: Record<string, unknown> }) =>
    (json.error as { message: string }).message;
  let serving: RunningServer;

  async function makeTenant(name: string): Promise<string> {
    const made = await porticoJson(place, 'client', 'add', name);
    expect([made.code, made.json]).toEqual([0, { client: name }]);
    writeFileSync(join(folder, 'neighborhoods.csv'), 'cat_id,cat_name,sort\n1,Chelsea,1\n,,\n');
    writeFileSync(join(folder, 'listings.ndjson'), '{"main_id":1,"main_status":"For Rent"}\n');
    writeFileSync(join(folder, 'agents.csv'), 'id,email,status\n1,ann@example.com,Active\n');
    const files = ['neighborhoods.csv', 'listings.ndjson', 'agents.csv'];
    expect((await portico(place, 'import', name, ...files)).code).toBe(0);
    mkdirSync(media(name, 'photos'), { recursive: true });
    writeFileSync(media(name, 'photos', '1.jpg'), 'a picture');
    const { json } = await porticoJson(place, 'key', 'add', name);
    return json.apiKey as string;
  }

  const read = (key: string, path = '/neighborhoods') => ask(serving.url, `${path}?apiKey=${key}`);

  /** What is left of a tenant anywhere: its file, its schema and its role. */
  async function leftOf(name: string): Promise<string[]> {
    const files = ['clients', 'media', 'rejects'].flatMap((each) =>
      existsSync(join(folder, each)) ? readdirSync(join(folder, each)) : [],
    );
    const left = files.filter(
      (file) => file === name || file.startsWith(`${name}.`) || file.startsWith(`${name}-2`),
    );
    if (databaseUrl === undefined) return left;
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const { rows } = await client.query(
        `select nspname as name from pg_namespace where nspname = $1
         union all select rolname from pg_roles where rolname like '%' || current_database() || '_' || $2`,
        [`client_${name}`, name],
      );
      return [...left, ...rows.map((row: { name: string }) => row.name)];
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    await portico(place, 'client', 'add', 'other');
    serving = await serve(database);
  });
  afterAll(() => serving.stop());

  it('removes everything of a client that a server answers for, whose name is then free', async () => {
    const key = await makeTenant('acme');
    expect((await read(key)).body).toContain('Chelsea');
    const person = { firstname: 'Nora', lastname: 'Quinn', email: 'nora@example.com' };
    const alert = { apiKey: key, agentEmail: 'ann@example.com', ...person };
    const answer = await ask(serving.url, '/alerts', { method: 'POST', form: alert });
    expect(answer.body).toContain('"STATUS_CODE":"101"');
    expect(await leftOf('acme')).not.toEqual([]);
    const run = await porticoJson(place, 'client', 'remove', 'acme', '--yes');
    expect([run.stderr, run.code, run.json]).toMatchObject([
      '',
      0,
      {
        client: 'acme',
        removed: { listings: 1, leads: 1, keys: 1, files: 1, rejects: 1 },
        backup: null,
      },
    ]);
    expect(await leftOf('acme')).toEqual([]);
    expect((await read(key)).status).toBe(403);
    const list = await porticoJson(place, 'client', 'list');
    expect(list.json.clients).toMatchObject([{ client: 'other' }]);
    const again = await porticoJson(place, 'client', 'remove', 'acme', '--yes');
    expect([again.code, failure(again)]).toEqual([
      1,
      expect.stringContaining('There is no client named acme.'),
    ]);
    // A server that had the old one shows the new one, and takes writes for it.
    expect((await porticoJson(place, 'client', 'add', 'acme')).code).toBe(0);
    const fresh = (await porticoJson(place, 'key', 'add', 'acme')).json.apiKey as string;
    expect((await read(fresh)).body).not.toContain('Chelsea');
    const leads = await porticoJson(place, 'lead', 'list', 'acme');
    expect(leads.json.leads).toEqual([]);
    expect((await portico(place, 'import', 'acme', 'neighborhoods.csv')).code).toBe(0);
    await expect.poll(async () => (await read(fresh)).body).toContain('Chelsea');
    expect((await portico(place, 'client', 'remove', 'acme', '--yes')).code).toBe(0);
  });

  it('asks twice at a terminal, and offers a backup that the client comes back from', async () => {
    await makeTenant('brown');
    for (const [lines, reason] of [
      [['', 'acme'], 'That is another name. Nothing was removed.'],
      [['', 'brown', 'y'], 'Nothing was removed.'],
      [['', 'brown'], 'Nothing was removed.'],
      [[], 'Nothing was removed.'],
    ] as const) {
      const { code, stderr } = await portico(typing(...lines), 'client', 'remove', 'brown');
      expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
    }
    const run = await portico(typing('saved', 'brown', 'yes'), 'client', 'remove', 'brown');
    expect(run.stderr).toContain(
      'The client brown goes with 1 listings, 0 clients, 0 leads, 1 keys',
    );
    expect([run.code, run.stdout]).toEqual([
      0,
      expect.stringContaining('Removed the client brown'),
    ]);
    expect(await leftOf('brown')).toEqual([]);
    const back = await portico(place, 'restore', 'saved', '--client', 'brown');
    expect(back.code).toBe(0);
    expect(existsSync(media('brown', 'photos', '1.jpg'))).toBe(true);
    expect((await portico(place, 'client', 'remove', 'brown', '--yes')).code).toBe(0);
  });

  it('is refused where nobody can be asked', async () => {
    await makeTenant('plain');
    const run = await porticoJson(place, 'client', 'remove', 'plain');
    expect([run.code, failure(run)]).toEqual([2, expect.stringContaining('Say --yes.')]);
    const wipe = await porticoJson(place, 'feed', 'remove', 'plain', '--yes');
    expect([wipe.code, failure(wipe)]).toEqual([1, 'plain is a client, not a feed.']);
    expect(
      (await porticoJson(place, 'client', 'remove', 'plain', '--yes', '--backup', 'kept')).json,
    ).toMatchObject({ backup: join(folder, 'kept') });
    expect(existsSync(join(folder, 'kept', 'databases', 'plain'))).toBe(true);
  });

  it('is finished by the same command after it was cut short, wherever that was', async () => {
    for (const cut of ['before the database', 'after the database'] as const) {
      await makeTenant('cut');
      await offline(database, async ({ tenants, directory }) => {
        const entry = await directory.tenant('cut');
        if (entry === undefined) throw new Error('It is gone.');
        await directory.removals.begin(entry);
        if (cut === 'after the database') {
          await removeDatabase(await tenants.store('default'), 'cut', systemClock);
        }
      });
      const { json } = await porticoJson(place, 'client', 'list');
      expect(json.clients).toContainEqual(
        expect.objectContaining({ client: 'cut', database: '(being removed)', keys: 0 }),
      );
      for (const args of [
        ['lead', 'list', 'cut'],
        ['import', 'cut', 'agents.csv'],
      ]) {
        const run = await porticoJson(place, ...args);
        expect([run.code, failure(run)]).toEqual([
          1,
          expect.stringContaining('cut is being removed.'),
        ]);
      }
      const saved = await porticoJson(
        place,
        'client',
        'remove',
        'cut',
        '--yes',
        '--backup',
        'late',
      );
      expect([saved.code, failure(saved)]).toEqual([1, expect.stringContaining('has begun')]);
      expect((await portico(place, 'client', 'remove', 'cut', '--yes')).code).toBe(0);
      expect(await leftOf('cut')).toEqual([]);
    }
    // Killed at any moment.
    for (const afterMs of [400, 1_000, 150, 700].slice(0, repeats(2, 4))) {
      await makeTenant('cut');
      const running = new Running(place, ['client', 'remove', 'cut', '--yes']);
      await pause(afterMs);
      await running.kill();
      const { code, stderr } = await portico(place, 'client', 'remove', 'cut', '--yes');
      if (code !== 0) expect(stderr).toContain('no client named cut');
      expect(await leftOf('cut')).toEqual([]);
    }
  });

  it('takes along the copy that a move has left', async () => {
    if (kind === 'sqlite') return;
    await makeTenant('moved');
    expect((await portico(place, 'client', 'move', 'moved', 'sqlite')).code).toBe(0);
    expect(await leftOf('moved')).toContain('moved.sqlite');
    const { json } = await porticoJson(place, 'client', 'remove', 'moved', '--yes');
    expect((json.removed as { databases: string[] }).databases).toHaveLength(2);
    expect(await leftOf('moved')).toEqual([]);
    expect((await portico(place, 'client', 'add', 'moved')).code).toBe(0);
  });

  it('wipes a feed, whose readers then see none of it, and removes it when nobody reads it', async () => {
    await portico(place, 'feed', 'add', 'onekey', '--kind', 'mls');
    await portico(place, 'client', 'attach', 'other', 'onekey');
    expect((await portico(place, 'import', 'onekey', 'listings.ndjson')).code).toBe(0);
    mkdirSync(media('onekey'), { recursive: true });
    writeFileSync(media('onekey', '1.jpg'), 'a picture');
    const key = (await porticoJson(place, 'key', 'add', 'other')).json.apiKey as string;
    const listing = async () =>
      (await ask(serving.url, `/properties/1?apiKey=${key}&isMLS=true`)).body;
    expect(await listing()).toContain('"main_id"');
    const changes = JSON.parse((await ask(serving.url, `/changes?apiKey=${key}&isMLS=true`)).body);
    expect(changes.CHANGES).toHaveLength(1);
    const refused = await porticoJson(place, 'feed', 'wipe', 'onekey');
    expect(refused.code).toBe(2);
    const run = await porticoJson(place, 'feed', 'wipe', 'onekey', '--yes');
    expect([run.code, run.json]).toMatchObject([0, { feed: 'onekey', removed: { files: 1 } }]);
    expect(await listing()).toBe('[]');
    expect(existsSync(media('onekey'))).toBe(false);
    const gone = await ask(
      serving.url,
      `/changes?apiKey=${key}&isMLS=true&since=${changes.CURSOR}`,
    );
    expect(gone.status).toBe(410);
    // It is as useful as before.
    expect((await portico(place, 'import', 'onekey', 'listings.ndjson')).code).toBe(0);
    expect(await listing()).toContain('"main_id"');
    const kept = await porticoJson(place, 'feed', 'remove', 'onekey', '--yes');
    expect([kept.code, failure(kept)]).toEqual([
      1,
      'other reads the feed onekey: end that with `portico client detach` first.',
    ]);
    await portico(place, 'client', 'detach', 'other', 'onekey');
    expect((await portico(place, 'feed', 'remove', 'onekey', '--yes')).code).toBe(0);
    expect(await leftOf('onekey')).toEqual([]);
  });

  it('wipes a feed whose licence has ended without a backup, and says what is left to do', async () => {
    await portico(place, 'feed', 'add', 'actris', '--kind', 'rls');
    await portico(place, 'client', 'attach', 'other', 'actris');
    const saved = (name: string) => join(folder, 'of-the-feed', name);
    const backup = (name: string) => portico(place, 'backup', saved(name), '--no-media');
    expect((await backup('empty')).code).toBe(0);
    expect((await portico(place, 'import', 'actris', 'listings.ndjson')).code).toBe(0);
    mkdirSync(join(folder, 'rejects'), { recursive: true });
    const rejects = join(folder, 'rejects', 'actris-2026-11-20T170000.listings.ndjson');
    writeFileSync(rejects, '{"ListingKey":"L1"}\n');
    expect((await backup('full')).code).toBe(0);
    const wipe = (...more: string[]) => porticoJson(place, 'feed', 'wipe', 'actris', ...more);
    const both = await wipe('--license-ended', '--backup', saved('more'), '--yes');
    expect([both.code, failure(both)]).toEqual([
      2,
      '--license-ended makes no backup: give it without --backup.',
    ]);
    const wrong = await wipe('--license-ended', '--backups', saved('none'), '--yes');
    expect([wrong.code, existsSync(rejects)]).toEqual([1, true]);
    const asked = typing('actris', 'yes');
    const ended = ['--license-ended', '--backups', saved('')];
    const run = await portico(asked, 'feed', 'wipe', 'actris', ...ended);
    expect(run.code).toBe(0);
    expect(run.stderr).not.toContain('folder for a backup');
    expect(existsSync(rejects)).toBe(false);
    expect(run.stdout).toContain('portico client detach other actris');
    expect(run.stdout).toContain(`Of 2 backups, 1 hold it.\n  ${saved('full')}, of 20`);
    const again = await wipe(...ended, '--yes');
    expect(again.json).toMatchObject({
      ...{ removed: { files: 0, rejects: 0 }, backup: null, clients: ['other'] },
      backups: { looked: 2, holding: [{ folder: saved('full') }] },
    });
    expect((await portico(place, 'client', 'rename', 'actris', 'austin')).code).toBe(0);
    const renamed = await porticoJson(place, 'feed', 'wipe', 'austin', ...ended, '--yes');
    expect(renamed.json.backups).toMatchObject({ looked: 2, holding: [{ folder: saved('full') }] });
  });
});
