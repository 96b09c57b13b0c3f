import { createHook } from 'node:async_hooks';
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/endpoints.js';
import { buildServer } from '../../src/server.js';
import { porticoJson } from '../commands/portico.js';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { ask, eventually, logLines, type Serving, servingForAll } from '../rig/serving.js';
import { temporaryFolder } from '../rig/temp.js';

/* What a call may cost that comes from somebody who means no good. */

const ENCODED = 'The body has a Content-Encoding: send it without one.';
const JSON_TYPE = { 'content-type': 'application/json' };

forAnyDatabase('a body that is packed', (database) => {
  const server = serverFor(database);
  let key = '';
  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
  });

  const post = async (url: string, headers: Record<string, string>, payload: string | Buffer) => {
    server.clock.advance(1100);
    const answer = await server.app.inject({
      method: 'POST',
      url,
      headers: { 'x-forwarded-proto': 'https', ...JSON_TYPE, ...headers },
      payload,
    });
    return [answer.statusCode, answer.json()] as const;
  };

  it.each([
    ['br', brotliCompressSync],
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['x', Buffer.from],
    ['zstd', Buffer.from],
    ['gzip, gzip', Buffer.from],
  ])('as %s is refused in words, and to strangers by the gate', async (encoding, pack) => {
    const packed = pack(Buffer.from(JSON.stringify({ apiKey: key })));
    const headers = { 'content-encoding': encoding };
    const refused = { STATUS: 'Error', STATUS_CODE: '256', MESSAGE: ENCODED };
    expect(await post(`/alerts?apiKey=${key}`, headers, packed)).toEqual([200, refused]);
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    expect(await post(`/alerts?apiKey=${key}`, form, packed)).toEqual([200, refused]);
    const multipart = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
    expect(await post(`/blog?apiKey=${key}`, multipart, packed)).toEqual([200, refused]);
    const none = [401, 'An API key is required: send it as the parameter apiKey.'];
    const managing = [
      401,
      {
        ...refused,
        STATUS_CODE: '401',
        MESSAGE: expect.stringContaining('sent in the header X-API-Key alone'),
      },
    ];
    for (const { method, path, access } of endpoints) {
      if (method !== 'GET' && !path.includes('{')) {
        const refused = access === 'manage' ? managing : none;
        expect([path, await post(path, headers, packed)]).toEqual([path, refused]);
      }
    }
  });

  it.each(['identity', 'Identity', ''])(
    'with the encoding "%s" is not packed',
    async (encoding) => {
      const answer = await post('/alerts', { 'content-encoding': encoding }, `{"apiKey":"${key}"}`);
      expect(answer).toEqual([200, expect.objectContaining({ STATUS_CODE: '250' })]);
    },
  );

  it('is unpacked by no route, and nothing is set up to do so', () =>
    server.inThisProcess(async () => {
      const routes: RouteOptions[] = [];
      const watch = (message: unknown) => {
        const { fastify } = message as { fastify: FastifyInstance };
        fastify.addHook('onRoute', (route) => {
          routes.push(route);
        });
      };
      diagnostics.subscribe('fastify.initialization', watch);
      const app = await buildServer(server.services);
      diagnostics.unsubscribe('fastify.initialization', watch);
      await app.ready();
      await app.close();
      expect(routes.length).toBeGreaterThan(endpoints.length);
      expect(routes.filter(({ preParsing }) => preParsing !== undefined)).toEqual([]);

      let unpackers = 0;
      const hook = createHook({
        init(_id, type) {
          if (type === 'ZLIB' || type === 'BROTLI') unpackers += 1;
        },
      }).enable();
      const bomb = brotliCompressSync(Buffer.alloc(1024 * 1024, ' '));
      unpackers = 0;
      const [status] = await post('/alerts', { 'content-encoding': 'br' }, bomb);
      hook.disable();
      expect([status, unpackers]).toEqual([401, 0]);
    }));
});

forAnyDatabase('names in many letter cases', (database) => {
  const server = serverFor(database);
  let key = '';
  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
  });

  /** A name in as many letter cases as are wanted. */
  const spellings = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      [...name].map((sign, bit) => ((at >> bit) & 1 ? sign.toUpperCase() : sign)).join(''),
    );
  const alert = async (body: object) => {
    server.clock.advance(1100);
    const answer = await server.app.inject({
      method: 'POST',
      url: `/alerts?apiKey=${key}`,
      headers: { 'x-forwarded-proto': 'https', ...JSON_TYPE },
      payload: JSON.stringify({ firstName: 'A', lastName: 'B', email: 'a@example.com', ...body }),
    });
    return [answer.statusCode, (answer.json() as { MESSAGE: string }).MESSAGE];
  };
  const spelled = (count: number, value: unknown) =>
    Object.fromEntries(spellings('comment', count).map((name) => [name, value]));

  it('are one name in up to 16 of them', async () => {
    expect(await alert(spelled(16, 'x'))).toEqual([200, '']);
    expect(await alert(spelled(17, 'x'))).toEqual([
      200,
      'comment: accepted is a name in at most 16 spellings.',
    ]);
  });

  it('have up to 1,000 values together', async () => {
    const values = (count: number) => Array(count).fill('x');
    expect(await alert({ comment: values(600), COMMENT: values(400) })).toEqual([200, '']);
    expect(await alert({ comment: values(600), COMMENT: values(401) })).toEqual([
      200,
      'comment: accepted is a list of at most 1000 values.',
    ]);
  });
});

describe('a server that is abused', () => {
  let serving: Serving;
  let key = '';
  let port = 0;
  const place = { folder: temporaryFolder(), environment: { PORTICO_METRICS_PORT: '0' } };
  const shared = servingForAll(() => place);
  beforeAll(async () => {
    serving = shared();
    port = Number(new URL(serving.url).port);
    await porticoJson(place, 'client', 'add', 'acme');
    const { json } = await porticoJson(place, 'key', 'add', 'acme');
    key = String(json.apiKey);
  });

  const messages = () => logLines(serving.run).map(({ msg }) => msg);

  it('tells of no fault, and counts none, where uploads break off or come packed', async () => {
    for (const path of [`/alerts?apiKey=${key}`, '/alerts', `/marketplace?apiKey=${key}`]) {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json'];
      socket.write(`${head.join('\r\n')}\r\nContent-Length: 1000\r\n\r\n{"a":`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.destroy();
    }
    for (const encoding of ['br', 'gzip', 'x', 'gzip, gzip']) {
      const headers = { 'content-encoding': encoding, 'x-api-key': key };
      const { status, body } = await ask(serving.url, '/alerts', {
        method: 'POST',
        headers,
        form: { a: 'b' },
      });
      expect([status, JSON.parse(body).MESSAGE]).toEqual([200, ENCODED]);
    }
    await eventually(async () => {
      const broken = messages().filter((msg) => msg.startsWith('the caller broke off'));
      return broken.length >= 2 || undefined;
    });
    const { body } = await ask(serving.metrics ?? '', '/metrics');
    expect(body).toContain('method="POST",route="/alerts",status="aborted"} 2\n');
    expect(body).not.toMatch(/^portico_http_requests_total\{.*status="5/m);
    expect(logLines(serving.run).filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  it('logs no key that came in a header', async () => {
    const asked = { headers: { 'x-api-key': key } };
    expect((await ask(serving.url, '/neighborhoods', asked)).status).toBe(200);
    expect((await ask(serving.url, '/nowhere', asked)).status).toBe(404);
    const wrong = 'pk_nobodyhasthiskeyatallnobodyhasit';
    expect(
      (await ask(serving.url, '/neighborhoods', { headers: { 'x-api-key': wrong } })).status,
    ).toBe(403);
    await eventually(async () => messages().includes('refused: unknown key') || undefined);
    expect(serving.run.stderr).not.toContain(key.slice(12));
    expect(serving.run.stderr).not.toContain(wrong.slice(12));
  });
});
