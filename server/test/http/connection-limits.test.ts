import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import fastify, { type FastifyInstance } from 'fastify';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  registerConnections,
} from '../../src/http/connections.js';
import { answerMalformedHttp } from '../../src/http/malformed-http.js';

/* What somebody can have by holding connections open. */

const opened: FastifyInstance[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const app of opened.splice(0)) await app.close();
});

async function serverWith(limits: Partial<ConnectionLimits>, https?: object): Promise<number> {
  const app = fastify({
    ...(https === undefined ? {} : { https: https as never }),
    clientErrorHandler: answerMalformedHttp,
    forceCloseConnections: true,
  }) as unknown as FastifyInstance;
  opened.push(app);
  registerConnections(app, { ...CONNECTION_LIMITS, ...limits });
  app.post('/', async () => 'done');
  app.get('/', async () => 'here');
  app.get('/bytes', async () => Buffer.from('bytes'));
  app.post('/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return 'at last';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  return socket;
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`;

/** Whether a connection is answered on, rather than closed. */
function isServed(socket: Socket): Promise<boolean> {
  socket.write(GET);
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
}

describe('connections', () => {
  it('are bounded in all', async () => {
    const port = await serverWith({ most: 2 });
    const [first, second] = [open(port), open(port)];
    expect([await isServed(first), await isServed(second)]).toEqual([true, true]);
    expect(await isServed(open(port))).toBe(false);
    first.destroy();
    // Until the server has seen that it is gone.
    while (!(await isServed(open(port))));
  });

  it.each(['HTTP', 'HTTPS'])('are bounded for each address, over %s', async (kind) => {
    const attributes = [{ name: 'commonName', value: 'localhost' }];
    const { private: key, cert } = await generate(attributes, { keyType: 'ec' });
    const port = await serverWith(
      { mostOfAddress: 2 },
      kind === 'HTTPS' ? { key, cert } : undefined,
    );
    const dial = (localAddress = '127.0.0.1') => {
      const at = { port, host: '127.0.0.1', localAddress };
      const socket =
        kind === 'HTTP' ? connect(at) : connectTls({ ...at, rejectUnauthorized: false });
      sockets.push(socket.on('error', () => {}));
      return socket;
    };
    const first = dial();
    expect([await isServed(first), await isServed(dial())]).toEqual([true, true]);
    expect(await isServed(dial())).toBe(false);
    expect(await isServed(dial('127.0.0.2'))).toBe(true);
    first.destroy();
    while (!(await isServed(dial())));
  });
});

describe('a body', () => {
  it('that stands still ends with its connection', async () => {
    const port = await serverWith({ bodyStallsMs: 100 });
    const socket = open(port);
    socket.write(`${post('/', 10)}12345`);
    expect(await textOf(socket)).toBe('');
  });

  it('that moves, and an answer that takes its time, do not', async () => {
    const port = await serverWith({ bodyStallsMs: 100 });
    const socket = open(port);
    socket.setEncoding('utf8');
    socket.write(`${post('/slow', 3)}123`);
    const [answer] = (await once(socket, 'data')) as [string];
    expect(answer).toMatch(/at last$/);
    // Nor does a connection that is kept.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await isServed(socket)).toBe(true);
  });
});

describe('a request for another protocol', () => {
  it.each(['h2c', 'websocket'])(
    'is answered as if it had not asked for %s, and is the last one',
    async (name) => {
      const port = await serverWith({});
      const socket = open(port);
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${name}\r\n\r\n`);
      socket.write('FOO /nonsense\r\n\r\n');
      const answer = await textOf(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 (?:200|400) /);
      expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
    },
  );
});

it('a request that expects what nobody offers is refused, and is the last one', async () => {
  const port = await serverWith({});
  const socket = open(port);
  const body = 'Content-Length: 70000\r\nConnection: Upgrade\r\nUpgrade: h2c';
  socket.write(`PUT /anything HTTP/1.1\r\nHost: x\r\nExpect: x\r\n${body}\r\n\r\n{"some":`);
  const answer = await textOf(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 417 /);
  expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
});

describe('a request that waits to be told to go on, behind another one', () => {
  const expecting = (line: string, more = '') =>
    `${line} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n${more}\r\n`;

  it('gets its answer whole', async () => {
    const port = await serverWith({});
    const socket = open(port);
    socket.write(`${post('/slow', 3)}123${expecting('GET /bytes')}`);
    const answers = await textOf(socket);
    expect(answers).toMatch(/at lastHTTP\/1\.1 200 OK\r\n(?:[\w-]+: .*\r\n)+\r\nbytes$/);
  });

  it('is told so once its turn has come', async () => {
    const port = await serverWith({});
    const socket = open(port);
    socket.setEncoding('utf8');
    const length = 'Content-Type: text/plain\r\nContent-Length: 4\r\n';
    socket.write(`${post('/slow', 3)}123${expecting('POST /', length)}`);
    let seen = '';
    socket.on('data', (text: string) => {
      seen += text;
      if (seen.endsWith('at lastHTTP/1.1 100 Continue\r\n\r\n')) socket.write('body');
    });
    await once(socket, 'close');
    expect(seen).toMatch(/100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n[\s\S]*done$/);
  });
});
