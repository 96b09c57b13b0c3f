import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shapes } from '../../../src/store/copy/dump.js';
import { beginState, OPEN } from '../../../src/store/copy/guard.js';
import { installGuard, removeGuard } from '../../../src/store/copy/triggers.js';
import { openAsOwner } from '../../../src/store/tenant/open.js';
import { forEachDatabase } from '../../rig/databases.js';
import { offline } from '../../rig/offline.js';
import { type RunningServer, serve } from '../../rig/program.js';
import { ask } from '../../rig/serving.js';
import { type Place, portico, porticoJson } from '../portico.js';

const VARIANT = `${'0'.repeat(32)}-320.webp`;

forEachDatabase('portico client rename', (database) => {
  const { dataFolder: folder, databaseUrl } = database;
  const place: Place = {
    folder,
    environment: { PORTICO_DATA: folder, PORTICO_DATABASE_URL: databaseUrl },
  };
  const media = (name: string) => join(folder, 'media', name);
  let serving: RunningServer;
  let key: string;
  const read = (path: string) =>
    ask(serving.url, `${path}${path.includes('?') ? '&' : '?'}apiKey=${key}`);
  const failure = (run: { json: Record<string, unknown> }) =>
    (run.json.error as { message: string }).message;

  beforeAll(async () => {
    await portico(place, 'client', 'add', 'acme', '--title', 'Acme Realty');
    await portico(place, 'client', 'add', 'other');
    await portico(place, 'feed', 'add', 'onekey', '--kind', 'mls');
    await portico(place, 'client', 'attach', 'acme', 'onekey');
    writeFileSync(join(folder, 'neighborhoods.csv'), 'cat_id,cat_name,sort\n1,Chelsea,1\n');
    writeFileSync(join(folder, 'agents.csv'), 'id,email,status\n1,ann@example.com,Active\n');
    const files = ['neighborhoods.csv', 'agents.csv'];
    expect((await portico(place, 'import', 'acme', ...files)).code).toBe(0);
    const added = await porticoJson(place, 'key', 'add', 'acme');
    key = added.json.apiKey as string;
    mkdirSync(join(media('acme'), 'photos'), { recursive: true });
    writeFileSync(join(media('acme'), 'photos', '1.jpg'), 'a picture');
    mkdirSync(join(media('.variants'), 'acme'), { recursive: true });
    writeFileSync(join(media('.variants'), 'acme', VARIANT), 'a smaller picture');
    serving = await serve(database);
    expect((await read('/neighborhoods')).body).toContain('Chelsea');
  });
  afterAll(() => serving.stop());

  it('takes data, keys, settings, feeds and pictures along, while a server answers', async () => {
    const run = await porticoJson(place, 'client', 'rename', 'acme', 'brown');
    expect([run.code, run.json]).toMatchObject([
      0,
      { client: 'brown', renamedFrom: 'acme', rows: { neighborhood: 1 }, files: 1 },
    ]);
    expect((await read('/neighborhoods')).body).toContain('Chelsea');
    const { json } = await porticoJson(place, 'client', 'list');
    expect(json.clients).toMatchObject([
      { client: 'brown', title: 'Acme Realty', mls: 'onekey', keys: 1 },
      { client: 'other' },
    ]);
    expect(readFileSync(join(media('brown'), 'photos', '1.jpg'), 'utf8')).toBe('a picture');
    expect(existsSync(join(media('acme'), 'photos', '1.jpg'))).toBe(true);
    for (const name of ['acme', 'brown']) {
      const file = join(media('.variants'), name, VARIANT);
      expect([name, readFileSync(file, 'utf8')]).toEqual([name, 'a smaller picture']);
    }
  });

  it('leaves a client that takes writes, of commands and of the server', async () => {
    const person = { firstname: 'Nora', lastname: 'Quinn', email: 'nora@example.com' };
    const alert = { apiKey: key, agentEmail: 'ann@example.com', ...person };
    const answer = await ask(serving.url, '/alerts', { method: 'POST', form: alert });
    const leads = await porticoJson(place, 'lead', 'list', 'brown');
    expect([answer.body, leads.json.leads]).toMatchObject([
      expect.stringContaining('"STATUS_CODE":"101"'),
      [{ email: 'nora@example.com' }],
    ]);
    writeFileSync(join(folder, 'neighborhoods.csv'), 'cat_id,cat_name,sort\n2,Soho,2\n');
    expect((await portico(place, 'import', 'brown', 'neighborhoods.csv')).code).toBe(0);
    expect((await read('/neighborhoods')).body).toContain('Soho');
  });

  it('leaves an old copy that nobody takes for a client', async () => {
    const add = await porticoJson(place, 'client', 'add', 'acme');
    expect([add.code, failure(add)]).toEqual([
      1,
      'There is a database for acme already. It is what a move to another place has left behind: ' +
        'remove it, or choose another name.',
    ]);
    const gone = await porticoJson(place, 'client', 'rename', 'acme', 'brown');
    expect([gone.code, failure(gone)]).toEqual([
      1,
      expect.stringContaining('no client or feed named acme'),
    ]);
  });

  it('renames a feed for those who read it, and a client back to its old name', async () => {
    expect((await portico(place, 'client', 'rename', 'onekey', 'twokey')).code).toBe(0);
    expect((await portico(place, 'client', 'rename', 'brown', 'acme')).code).toBe(0);
    const { json } = await porticoJson(place, 'feed', 'list');
    expect(json.feeds).toMatchObject([{ feed: 'twokey', clients: ['acme'] }]);
    expect((await read('/neighborhoods')).body).toContain('Soho');
    expect((await porticoJson(place, 'lead', 'list', 'acme')).json.leads).toHaveLength(1);
  });

  it('ends a rename that was killed after the directory had the new name', async () => {
    await offline(database, async ({ tenants, directory, places }) => {
      const entry = await directory.tenant('acme');
      const where = await places.placeOf('acme', entry?.database_url ?? null);
      const owned = await openAsOwner(await tenants.store(where), 'acme');
      await beginState(owned, { move_id: 'x', part: 'target', phase: 'ready' }, 0);
      await owned.close();
    });
    const run = await porticoJson(place, 'client', 'rename', 'brown', 'acme');
    expect(run.json).toEqual({ client: 'acme', renamedFrom: 'brown', finished: true });
    const again = await porticoJson(place, 'client', 'rename', 'brown', 'acme');
    expect([again.code, failure(again)]).toEqual([1, expect.stringContaining('named brown')]);
  });

  it('has a write that waits for it end with a 500, so that nobody takes the key for a wrong one', async () => {
    await offline(database, async ({ tenants, directory, places }) => {
      const entry = await directory.tenant('acme');
      const at = entry?.database_url ?? null;
      const owned = await openAsOwner(
        await tenants.store(await places.placeOf('acme', at)),
        'acme',
      );
      await beginState(owned, { move_id: 'y', part: 'source', phase: 'frozen' }, OPEN.nothing);
      await installGuard(
        owned,
        (await shapes(owned)).map(({ name }) => name),
        [],
      );
      const lead = { apiKey: key, agentEmail: 'ann@example.com', firstname: 'A', lastname: 'B' };
      const form = { ...lead, email: 'waits@example.com' };
      await read('/neighborhoods');
      const answer = ask(serving.url, '/alerts', { method: 'POST', form });
      const place = { from: String(at), to: String(at) };
      expect(await directory.renameClient('acme', 'gone', place)).toBe(true);
      expect((await answer).status).toBe(500);
      await directory.renameClient('gone', 'acme', place);
      await removeGuard(owned);
      await owned.close();
    });
    const { json } = await porticoJson(place, 'lead', 'list', 'acme');
    expect(json.leads).not.toContainEqual(expect.objectContaining({ email: 'waits@example.com' }));
  });

  it('is refused in words, and changes nothing', async () => {
    const taken = await porticoJson(place, 'client', 'rename', 'acme', 'other');
    expect([taken.code, failure(taken)]).toEqual([
      1,
      'There is already a client or feed named other.',
    ]);
    const name = await porticoJson(place, 'client', 'rename', 'acme', 'No Name');
    expect([name.code, failure(name)]).toEqual([2, expect.stringContaining('is not a name')]);
    mkdirSync(join(media('new'), 'photos'), { recursive: true });
    writeFileSync(join(media('new'), 'photos', '1.jpg'), 'another picture');
    const files = await porticoJson(place, 'client', 'rename', 'acme', 'new');
    expect([files.code, failure(files)]).toEqual([1, expect.stringContaining('is another file')]);
    const bucket = {
      ...place,
      environment: {
        ...place.environment,
        PORTICO_MEDIA_URL: 's3://key:secret@127.0.0.1:1/bucket?region=x',
      },
    };
    const refused = await porticoJson(bucket, 'client', 'rename', 'acme', 'fresh');
    expect([refused.code, failure(refused)]).toEqual([1, expect.stringContaining('in the bucket')]);
    const { json } = await porticoJson(place, 'client', 'list');
    expect((json.clients as { client: string }[]).map(({ client: tenant }) => tenant)).toEqual([
      'acme',
      'other',
    ]);
    expect((await read('/neighborhoods')).status).toBe(200);
  });
});
