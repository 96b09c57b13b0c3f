import { mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { removeOldUploads } from '../../src/console/import.routes.js';
import { forEachDatabase } from '../rig/databases.js';
import { Browser, consoleFor } from './console.js';

forEachDatabase('a file that is imported in the console', (database) => {
  const console = consoleFor(database);
  let editor: Browser;
  let other: Browser;

  beforeAll(async () => {
    await console.server.addTenant('acme');
    await console.server.addTenant('other');
    editor = await console.person('editor@example.com', 'acme: editor');
    other = await console.person('other@example.com', 'other: editor');
  });

  const at = (path: string) => `/api/brokerages/acme/${path}`;
  const send = (verb: string, head: object | string, file: string) => {
    const line = typeof head === 'string' ? head : JSON.stringify(head);
    return editor.call('POST', at(`imports/${verb}`), Buffer.from(`${line}\n${file}`), {
      'content-type': 'application/octet-stream',
    });
  };

  const FILE = 'id,full name\n1,Ann Lee\nx,Bob Ray\n';
  const MAPPING = 'resource: offices\nfields:\n  id: id\n  name: full name\n';
  const offices = async () => (await editor.get(at('offices'))).json().records;
  const left = () => readdirSync(join(database.dataFolder, 'uploads'));

  test('gets a draft of a mapping', async () => {
    const listings = 'ListingId,ListPrice,City,StandardStatus\n1,500000,Austin,Active\n';
    const draft = (await send('draft', { name: 'feed.csv' }, listings)).json();
    expect(draft).toMatchObject({
      kind: 'listings',
      mapping: expect.stringContaining('ListPrice'),
    });
    const none = (await send('draft', { name: 'empty.csv' }, '')).json();
    expect(none).toEqual({ mapping: '', words: expect.stringMatching(/^empty\.csv: /) });
  });

  test('is tried, and nothing is written', async () => {
    const tried = await send('try', { name: 'offices.csv', mapping: MAPPING }, FILE);
    expect([tried.statusCode, tried.json()]).toMatchObject([
      200,
      {
        offices: { read: 2, written: 1, rejected: 1 },
        reasons: { offices: [{ field: 'id', line: 3 }] },
        rejects: expect.stringContaining('Bob Ray'),
        shown: { offices: [{ id: '1', name: 'Ann Lee' }] },
      },
    ]);
    expect(tried.body).not.toContain(tmpdir());
    expect(await offices()).toEqual([]);
  });

  test('is imported for the account, and gone from the server', async () => {
    const done = await send('run', { name: 'offices.csv', mapping: MAPPING }, FILE);
    expect(done.json()).toMatchObject({ offices: { written: 1, rejected: 1 } });
    expect(await offices()).toMatchObject([{ id: 1, name: 'Ann Lee' }]);
    expect(left()).toEqual([]);
    const { imports } = (await editor.get(at('imports'))).json();
    expect(imports).toMatchObject([
      { files: ['offices.csv'], result: 'ok', by: 'console editor@example.com' },
    ]);
    expect((await editor.get(at('audit?kind=import'))).json().entries).toMatchObject([
      { by: 'console editor@example.com', action: 'import' },
    ]);
  });

  test('that takes longer than a call may is answered later, once, with what it refused', async () => {
    let letGo = () => {};
    const after = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const late = await console.build({ waitMs: 0, after });
    try {
      const at = (path: string) => `/api/brokerages/acme/imports/run${path}`;
      const browser = new Browser(() => late);
      browser.cookie = editor.cookie;
      const begin = (name: string, mapping = MAPPING) => {
        const upload = Buffer.from(`${JSON.stringify({ name, mapping })}\n${FILE}`);
        const headers = { 'content-type': 'application/octet-stream' };
        return browser.call('POST', at(''), upload, headers);
      };
      const end = async (id: string) => {
        for (;;) {
          const answer = await browser.get(at(`/${id}`));
          if (answer.statusCode !== 202) return [answer.statusCode, answer.json()];
        }
      };
      const begun = await begin('offices.csv');
      expect(begun.statusCode).toBe(202);
      letGo();
      const id = begun.json().running;
      const ofOthers = await other.get(`/api/brokerages/other/imports/run/${id}`);
      expect(await end(id)).toMatchObject([
        200,
        { offices: { rejected: 1 }, rejects: expect.stringContaining('Bob Ray') },
      ]);
      expect(ofOthers.statusCode).toBe(404);
      await vi.waitFor(async () => {
        expect((await browser.get(at(`/${id}`))).statusCode).toBe(404);
      });
      // So soon refused that it may be answered at once.
      const refused = await begin('what.csv', '');
      const { statusCode } = refused;
      expect(
        statusCode === 202 ? await end(refused.json().running) : [statusCode, refused.json()],
      ).toMatchObject([422, { error: { message: expect.stringMatching(/^file: .*what\.csv/) } }]);
      await vi.waitFor(() => expect(left()).toEqual([]));
    } finally {
      await late.close();
    }
  });

  test('says what is wrong with it, without a place of the server', async () => {
    for (const [head, words] of [
      [{ name: '../x.csv' }, 'name: has letters, digits, dots and dashes only, as listings.csv'],
      [{ name: 'mapping.yaml' }, 'name: is that of a mapping'],
      [{}, 'name: is missing'],
      ['x', 'The first line of the body is not JSON.'],
      [{ name: 'what.csv' }, /^file: .*what\.csv/],
      [{ name: 'offices.csv', mapping: 'fields: 7' }, /^file: mapping\.yaml/],
    ] as const) {
      const answer = await send('try', head, FILE);
      const { message } = answer.json().error;
      expect([head, message]).toEqual([
        head,
        typeof words === 'string' ? words : expect.stringMatching(words),
      ]);
      expect(message).not.toContain(tmpdir());
    }
  });

  test('is imported only for who has given the password lately: a file may remove members', async () => {
    console.server.clock.advance(15 * 60_000);
    const head = { name: 'offices.csv', mapping: MAPPING };
    expect((await send('run', head, FILE)).json().error.code).toBe('proofNeeded');
    expect((await send('try', head, FILE)).statusCode).toBe(200);
  });

  test('is removed by the next start where its server was killed', async () => {
    const now = console.server.clock.now();
    for (const [name, age] of [
      ['import-old', 2 * 3_600_000],
      ['import-new', 60_000],
    ] as const) {
      const folder = join(database.dataFolder, 'uploads', name);
      mkdirSync(folder, { recursive: true });
      utimesSync(folder, (now - age) / 1000, (now - age) / 1000);
    }
    await removeOldUploads(database.dataFolder, now);
    expect(left()).toEqual(['import-new']);
  });
});
