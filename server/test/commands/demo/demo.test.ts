import { readdirSync, readFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { forAnyDatabase } from '../../rig/databases.js';
import { copyDemo } from '../../rig/demo.js';
import { temporaryFolder } from '../../rig/temp.js';
import { onlyObject, type Place, portico, porticoJson, type Run, Running } from '../portico.js';

/** Generating takes seconds, and a machine may be busy. */
const PATIENCE = { timeout: 120_000 };

interface FirstStart {
  readonly url: string;
  readonly http: string;
  readonly demo?: { readonly client: string; readonly apiKey: string };
}

async function stop(run: Running): Promise<Run> {
  run.child.kill('SIGTERM');
  const end = await run.ended;
  expect(end).toMatchObject({ code: 0, signal: null });
  return end;
}

/** What a start says in words, as it says it with `--json`. */
function readWords(text: string): FirstStart {
  const [, url = ''] = /^Portico listens on (https:\/\/127\.0\.0\.1:\d+)$/m.exec(text) ?? [];
  const [, http = ''] = /^and on this machine on (http:\S+), for development$/m.exec(text) ?? [];
  const [, client = ''] = /^client {7}(\w+), with generated data$/m.exec(text) ?? [];
  const [, apiKey] = /^apiKey {7}(pk_\S+)$/m.exec(text) ?? [];
  return { url, http, ...(apiKey === undefined ? {} : { demo: { client, apiKey } }) };
}

/** Holds words against what they have to say at any start: the addresses, the certificate and two calls. */
function expectWords(text: string, { http }: FirstStart, certificate: string): void {
  expect(text).toContain(`\nreference    ${http}/reference\n`);
  expect(text).toContain(`\ncertificate  ${certificate}\n`);
  expect(text).toContain('NODE_EXTRA_CA_CERTS');
  expect(text).toContain(`\n  SITE_API_URL='${http}'\n`);
  expect(text).toContain('\n  curl -s -H "X-API-Key: $SITE_API_KEY" "$SITE_API_URL/neighborhoods"');
  const wide = text.split('\n').filter((line) => line.length > 80);
  expect(wide.filter((line) => !line.includes(certificate))).toEqual([]);
}

forAnyDatabase('the demo', ({ kind, dataFolder, databaseUrl }) => {
  // A start says the same on every database: in words on the one, as JSON on the other.
  const inWords = kind === 'sqlite';
  const certificate = join(dataFolder, 'data', 'tls', 'certificate.pem');
  const place: Place = {
    folder: dataFolder,
    environment: {
      PORTICO_DATA: 'data',
      PORTICO_PORT: '0',
      PORTICO_DATABASE_URL: databaseUrl,
    },
  };

  async function start(): Promise<{ run: Running; said: FirstStart; ca: string }> {
    const run = new Running(place, ['serve', '--demo', ...(inWords ? [] : ['--json'])]);
    // In words, the second of two calls to copy comes last.
    const end = inWords ? '/neighborhoods"\n' : '\n';
    const text = await run.until(({ stdout }) => (stdout.includes(end) ? stdout : undefined));
    const said: FirstStart = inWords ? readWords(text) : JSON.parse(text);
    return { run, said, ca: readFileSync(certificate, 'utf8') };
  }

  function get(url: string, ca: string): Promise<{ status: number | undefined; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const read = async (answer: IncomingMessage) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        resolve({ status: answer.statusCode, body: Buffer.concat(chunks) });
      };
      const call = url.startsWith('https:')
        ? httpsGet(url, { ca, agent: false }, read)
        : httpGet(url, { agent: false }, read);
      call.on('error', reject);
    });
  }

  test('is made by a first start, with a key and pictures that work', PATIENCE, async () => {
    // One that is stopped while it draws leaves it to the next.
    const stopped = new Running(place, ['serve', '--demo']);
    await stopped.until(({ stderr }) => stderr.includes('Drawing') || undefined);
    expect((await stop(stopped)).stdout).toBe('');
    const { run, said, ca } = await start();
    const apiKey = String(said.demo?.apiKey);
    expect(said).toEqual({
      url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      http: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      demo: { client: 'demo', apiKey: expect.stringMatching(/^pk_/) },
    });
    // The page of a call over plain HTTP gets pictures that its browser can load, and no other does.
    for (const base of [said.url, said.http, said.url]) {
      const list = await get(`${base}/properties?apiKey=${apiKey}&perPage=200`, ca);
      expect(list.status).toBe(200);
      const { TOTAL_COUNT, LISTINGS } = JSON.parse(String(list.body)) as {
        TOTAL_COUNT: number;
        LISTINGS: { main_image: string }[];
      };
      expect(TOTAL_COUNT).toBeGreaterThan(20);
      const images = LISTINGS.map(({ main_image }) => main_image).filter((image) => image !== '');
      expect(images.length).toBeGreaterThan(10);
      for (const image of images) expect(image.startsWith(`${base}/media/demo/`)).toBe(true);
      const picture = await get(String(images[0]), ca);
      expect(picture.status).toBe(200);
      // What every JPEG begins with.
      expect(picture.body.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    }

    const end = await stop(run);
    if (inWords) {
      expectWords(end.stdout, said, certificate);
      expect(end.stdout).toContain(`\n  SITE_API_KEY='${apiKey}'\n`);
    } else {
      expect(onlyObject(end)).toEqual(said);
    }
    expect(end.stderr).toContain('Generating a brokerage');
    expect(end.stderr).not.toContain(apiKey);
  });

  test('is kept by later starts, which show no key', PATIENCE, async () => {
    const before = await porticoJson(place, 'key', 'list', 'demo');
    const { run, said } = await start();
    expect(said).toEqual({
      url: expect.stringMatching(/^https:/),
      http: expect.stringMatching(/^http:/),
    });
    const end = await stop(run);
    expect(end.stderr).not.toContain('Generating');
    if (inWords) {
      expectWords(end.stdout, said, certificate);
      expect(end.stdout).toContain('npx portico key add demo');
      expect(end.stdout).not.toMatch(/pk_/);
    }
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
    expect(stdout).toMatch(/^Portico listens on https:\/\/127\.0\.0\.1:\d+\n/);
    expect(stdout).toContain('npx portico key add <client>');
    expect(stdout).not.toMatch(/pk_/);
    expect(readdirSync(join(dataFolder, 'other', 'clients'))).toEqual(['acme.sqlite']);
  });

  test('is made by `portico demo` with the seed that is asked for', PATIENCE, async () => {
    const folder = join(dataFolder, 'seeded');
    const json = await copyDemo(folder);
    expect(json).toMatchObject({ client: 'demo', apiKey: expect.stringMatching(/^pk_/) });
    const { listings } = json.records as { listings: number };
    expect(listings).toBeGreaterThan(100);
    expect(readdirSync(join(folder, 'media', 'demo'))).not.toEqual([]);
  });

  test('takes whole numbers as seeds only', async () => {
    for (const seed of ['-1', '1.5', 'x', '9007199254740992']) {
      const place = { folder: dataFolder };
      expect((await porticoJson(place, 'demo', '--seed', seed)).code).toBe(2);
    }
  });
});
