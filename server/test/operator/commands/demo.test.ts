import { readdirSync, readFileSync } from 'node:fs';
import { get as httpsGet } from 'node:https';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { temporaryFolder } from '../../rig/temp.js';
import { onlyObject, type Place, portico, porticoJson, type Run, Running } from './portico.js';

/** Generating takes seconds, and a machine may be busy. */
const PATIENCE = { timeout: 120_000 };

interface FirstStart {
  readonly url: string;
  readonly demo?: { readonly client: string; readonly apiKey: string };
}

async function stop(run: Running): Promise<Run> {
  run.child.kill('SIGTERM');
  const end = await run.ended;
  expect(end).toMatchObject({ code: 0, signal: null });
  return end;
}

forEachDatabase('the demo', ({ dataFolder, databaseUrl }) => {
  const place: Place = {
    folder: dataFolder,
    environment: {
      PORTICO_DATA: 'data',
      PORTICO_PORT: '0',
      PORTICO_DATABASE_URL: databaseUrl,
    },
  };

  async function start(): Promise<{ run: Running; said: FirstStart; ca: string }> {
    const run = new Running(place, ['serve', '--demo', '--json']);
    const said = await run.until(({ stdout }) =>
      stdout.endsWith('\n') ? (JSON.parse(stdout) as FirstStart) : undefined,
    );
    const ca = readFileSync(join(dataFolder, 'data', 'tls', 'certificate.pem'), 'utf8');
    return { run, said, ca };
  }

  function get(url: string, ca: string): Promise<{ status: number | undefined; body: Buffer }> {
    return new Promise((resolve, reject) => {
      httpsGet(url, { ca, agent: false }, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        resolve({ status: answer.statusCode, body: Buffer.concat(chunks) });
      }).on('error', reject);
    });
  }

  test('is made by a first start, with a key and pictures that work', PATIENCE, async () => {
    const { run, said, ca } = await start();
    const apiKey = String(said.demo?.apiKey);
    expect(said).toEqual({
      url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      demo: { client: 'demo', apiKey: expect.stringMatching(/^pk_/) },
    });
    const list = await get(`${said.url}/properties?apiKey=${apiKey}&perPage=200`, ca);
    expect(list.status).toBe(200);
    const { TOTAL_COUNT, LISTINGS } = JSON.parse(String(list.body)) as {
      TOTAL_COUNT: number;
      LISTINGS: { main_image: string }[];
    };
    expect(TOTAL_COUNT).toBeGreaterThan(20);
    const images = LISTINGS.map(({ main_image }) => main_image).filter((image) => image !== '');
    expect(images.length).toBeGreaterThan(10);
    for (const image of images) expect(image.startsWith(`${said.url}/media/demo/`)).toBe(true);
    const picture = await get(String(images[0]), ca);
    expect(picture.status).toBe(200);
    // What every JPEG begins with.
    expect(picture.body.subarray(0, 3).toString('hex')).toBe('ffd8ff');

    const end = await stop(run);
    expect(onlyObject(end)).toEqual(said);
    expect(end.stderr).toContain('Generating a brokerage');
    expect(end.stderr).not.toContain(apiKey);
  });

  test('is kept by later starts, which show no key', PATIENCE, async () => {
    const before = await porticoJson(place, 'key', 'list', 'demo');
    const { run, said } = await start();
    expect(said).toEqual({ url: expect.stringMatching(/^https:/) });
    const end = await stop(run);
    expect(end.stderr).not.toContain('Generating');
    const after = await porticoJson(place, 'key', 'list', 'demo');
    expect(after.json).toEqual(before.json);
    expect(after.json.keys).toMatchObject([{ active: true, private: false, scopes: ['website'] }]);
  });

  test('is not made beside a client of its name', PATIENCE, async () => {
    const run = await porticoJson(place, 'demo');
    expect([run.code, run.json]).toEqual([
      1,
      { error: { code: 'failed', message: 'There is already a client or feed named demo.' } },
    ]);
  });
});

// On one database is enough for what is not about it.
describe('the demo, on SQLite alone', () => {
  const dataFolder = temporaryFolder('portico-demo-');

  test('is not made by a start where there is any client', PATIENCE, async () => {
    const other: Place = {
      folder: dataFolder,
      environment: { PORTICO_DATA: 'other', PORTICO_PORT: '0' },
    };
    await portico(other, 'client', 'add', 'acme');
    const run = new Running(other, ['serve', '--demo']);
    await run.until(({ stdout }) => stdout.endsWith('\n') || undefined);
    const { stdout } = await stop(run);
    expect(stdout).toMatch(/^Portico listens on https:\/\/127\.0\.0\.1:\d+\n$/);
    expect(readdirSync(join(dataFolder, 'other', 'clients'))).toEqual(['acme.sqlite']);
  });

  test('tells people the address, the key and two lines to try', PATIENCE, async () => {
    const folder = join(dataFolder, 'people');
    const environment = { PORTICO_DATA: folder, PORTICO_PORT: '0' };
    const run = new Running({ folder: dataFolder, environment }, ['serve', '--demo']);
    const key = await run.until(({ stdout }) => /^apiKey {4}(pk_\S+)$/m.exec(stdout)?.[1]);
    const { stdout } = await stop(run);
    const url = /^Portico listens on (https:\S+)$/m.exec(stdout)?.[1];
    const curl = 'curl --cacert people/tls/certificate.pem';
    expect(stdout).toContain(`\n  ${curl} "${url}/properties?apiKey=${key}&perPage=10"\n`);
    expect(stdout).toContain(`\n  ${curl} "${url}/neighborhoods?apiKey=${key}"\n`);

    const again = new Running({ folder: dataFolder, environment }, ['serve', '--demo']);
    await again.until((later) => later.stdout.includes('npx portico key add demo') || undefined);
    const later = await stop(again);
    expect(later.stdout).not.toContain(String(key));
  });

  test('is made by `portico demo` with the seed that is asked for', PATIENCE, async () => {
    const environment = { PORTICO_DATA: 'seeded' };
    const run = await porticoJson({ folder: dataFolder, environment }, 'demo', '--seed', '7');
    expect(run.code).toBe(0);
    expect(run.json).toMatchObject({ client: 'demo', apiKey: expect.stringMatching(/^pk_/) });
    const { listings } = run.json.records as { listings: number };
    expect(listings).toBeGreaterThan(100);
    expect(readdirSync(join(dataFolder, 'seeded', 'media', 'demo'))).not.toEqual([]);
  });

  test('takes whole numbers as seeds only', async () => {
    for (const seed of ['-1', '1.5', 'x', '9007199254740992']) {
      const place = { folder: dataFolder };
      expect((await porticoJson(place, 'demo', '--seed', seed)).code).toBe(2);
    }
  });
});
