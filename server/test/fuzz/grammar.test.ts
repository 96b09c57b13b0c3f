import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Random } from 'portico-demo';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/endpoints.js';
import { FACET_NAMES } from '../../src/search/params/listing.params.js';
import { spellings } from './grammar/names.js';
import { oneColour } from './grammar/pictures.js';
import { hostileRequest } from './grammar/shapes.js';
import {
  type Credentials,
  type HostileRequest,
  keyPlaceholder,
  materialize,
  STAMP,
  TOKEN,
} from './request.js';
import { send } from './sender.js';

const MANY = 6000;
const requests = Array.from({ length: MANY }, (_, number) => hostileRequest(7, number));
const bytesOf = ({ steps }: HostileRequest): string => steps.map(({ bytes }) => bytes).join('');

describe('hostile requests', () => {
  it('are the same for the same seed and number, and others for others', () => {
    for (const number of [0, 17, 4711]) {
      expect(hostileRequest(7, number)).toEqual(hostileRequest(7, number));
      expect(hostileRequest(8, number)).not.toEqual(hostileRequest(7, number));
    }
  });

  it('are whole after a file has held them', () => {
    for (const request of requests.slice(0, 500)) {
      expect(JSON.parse(JSON.stringify(request))).toEqual(request);
    }
  });

  it('consist of bytes', () => {
    for (const request of requests) expect(/^[\0-\xff]*$/.test(bytesOf(request))).toBe(true);
  });

  it('reach every endpoint, a fifth of them with a good key', () => {
    const all = requests.map(bytesOf);
    for (const { method, path } of endpoints) {
      const [before = ''] = path.split('{');
      expect([path, all.some((text) => text.includes(`${method} ${before}`))]).toEqual([
        path,
        true,
      ]);
    }
    const keyed = requests.filter(({ key }) => key !== undefined);
    expect(keyed.length / MANY).toBeGreaterThan(0.17);
    expect(keyed.length / MANY).toBeLessThan(0.23);
    for (const request of keyed) expect(request.key).not.toMatch(/revoked|elsewhere/);
  });

  it('hold the keys that they say, and no good one where they say none', () => {
    const good = /pk_FUZZ(?:alpha|beta)\w{5,}0{3,}/;
    const shown = requests.filter(
      (request) => request.key === undefined && good.test(bytesOf(request)),
    );
    expect(shown.map(({ shape }) => shape)).toEqual([]);
  });

  it('ask for what costs the most: misspelt words, areas of many corners, all counts', () => {
    const searches = requests
      .filter(({ shape }) => shape === 'costly search')
      .map(
        (request) =>
          new URLSearchParams(
            bytesOf(request)
              .split(' ')[1]
              ?.replace(/^[^?]*/, ''),
          ),
      );
    const has = (name: string, pattern: RegExp) =>
      searches.some((search) => pattern.test(search.get(name) ?? ''));
    expect(has('q', /^([a-z]+ ){9}[a-z]+$/)).toBe(true);
    expect(has('polygon', /^POLYGON\(\(([-\d. ]+,){498}[-\d. ]+\)\)$/)).toBe(true);
    expect(has('facets', new RegExp(`^${FACET_NAMES.join(',')}$`))).toBe(true);
    expect(has('cluster', /^\d+$/)).toBe(true);
  });

  it('are large now and then, and within what a test may send', () => {
    const lengths = requests.map((request) => bytesOf(request).length);
    expect(Math.max(...lengths)).toBeGreaterThan(500_000);
    expect(Math.max(...lengths)).toBeLessThan(9_000_000 * 5);
  });
});

it('spells a name in as many letter cases as are asked for', () => {
  expect(new Set(spellings('a_b', 100))).toEqual(new Set(['a_b', 'A_b', 'a_B', 'A_B']));
  expect(new Set(spellings('listingid', 300)).size).toBe(300);
});

it('makes a picture of few bytes and many pixels', async () => {
  const bytes = Buffer.from(oneColour(640, 480), 'latin1');
  expect(bytes.length).toBeLessThan(40);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 });
});

it('puts keys and signatures in the place of what stands for them, as long as they were', () => {
  const credentials = {
    key: () => `pk_${'k'.repeat(32)}`,
    signature: () => ({ stamp: '1'.repeat(13), token: 'a'.repeat(64) }),
    basic: 'QUJD',
    nonce: () => '0123456789ab',
  } satisfies Credentials;
  const bytes = `?apiKey=${keyPlaceholder('betaPrivate')}&stamp=${STAMP}&token=${TOKEN}`;
  const sent = materialize({ bytes }, 'betaPrivate', credentials).toString('latin1');
  expect(sent).toBe(`?apiKey=pk_${'k'.repeat(32)}&stamp=${'1'.repeat(13)}&token=${'a'.repeat(64)}`);
});

describe('the sender', () => {
  const random = new Random(1, 'sender');
  const none: Credentials = {
    key: () => '',
    signature: () => ({ stamp: '', token: '' }),
    basic: '',
    nonce: () => String(random.bits()),
  };
  let server: Server;
  let port: number;

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      if (request.url !== '/silence') response.end('ok');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const toSend = (path: string, ending: HostileRequest['ending'], count = 1): HostileRequest => ({
    shape: 'single',
    steps: [{ bytes: `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(count) }],
    methods: Array.from({ length: count }, () => 'GET'),
    ending,
  });

  it('waits for every answer', async () => {
    const { answers, silent } = await send(toSend('/', { kind: 'answered' }, 3), port, none);
    expect([answers.map(({ body }) => body), silent]).toEqual([['ok', 'ok', 'ok'], false]);
  });

  it('notices silence, and not where it cuts the connection itself', async () => {
    expect(
      await send(toSend('/silence', { kind: 'answered' }), port, none, { silenceMs: 50 }),
    ).toMatchObject({
      silent: true,
    });
    const cut = { kind: 'cut', afterMs: 5 } as const;
    expect(await send(toSend('/silence', cut), port, none, { silenceMs: 50 })).toMatchObject({
      silent: false,
      answers: [],
    });
  });
});
