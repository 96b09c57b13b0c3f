import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiKey } from '../../../src/store/directory/key-directory.js';
import { type GateApp, gateApp } from './gate-app.js';

/* What only a real connection shows: who holds a slot and for how long, and what is read. */

/** A call that has reached its handler and waits there. */
interface Held {
  readonly closed: Promise<unknown>;
  answer(): void;
}

let server: GateApp;
let port: number;
let held: Held[];
let arrived: () => void;
/** Calls that have passed onRequest, the gate's own hook included. */
let begun: number;

async function start(options: Parameters<typeof gateApp>[0] = {}): Promise<void> {
  server = gateApp(options);
  held = [];
  begun = 0;
  server.app.addHook('onRequest', async () => {
    begun += 1;
    arrived();
  });
  server.app.get('/slow', { config: { access: 'key' } }, (_request, reply) => {
    const closed = once(reply.raw, 'close');
    held.push({ closed, answer: () => reply.send({}) });
    arrived();
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
}

/** Waits until something is so that the server brings about. */
async function until(so: () => boolean): Promise<void> {
  while (!so()) {
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
  }
}

beforeEach(() => {
  arrived = () => {};
});
afterEach(async () => {
  for (const call of held) call.answer();
  await server.app.close();
});

function open(path: string): ClientRequest {
  return get({ host: '127.0.0.1', port, path, agent: false }).on('error', () => {});
}

async function statusOf(request: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

async function slotsLeft(key: string): Promise<string | undefined> {
  const [response] = (await once(open(`/read?apiKey=${key}`), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return /"simultaneous";r=(\d)/.exec(String(response.headers.ratelimit))?.[1];
}

describe('a slot', () => {
  it('is held until the answer is out', async () => {
    await start();
    const { text } = server.issue();
    const calls = [1, 2, 3].map(() => open(`/slow?apiKey=${text}`));
    await until(() => held.length === 3);
    const [refused] = (await once(open(`/read?apiKey=${text}`), 'response')) as [IncomingMessage];
    expect(refused.statusCode).toBe(420);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.headers.ratelimit).toBe('"second";r=7;t=1, "simultaneous";r=0');
    expect(await textOf(refused)).toBe(
      '"Too many simultaneous requests. Please send at most 8 requests a second, and wait for answers before asking more."',
    );
    const answered = Promise.race(calls.map(statusOf));
    held[0]?.answer();
    expect(await answered).toBe(200);
    expect(await statusOf(open(`/read?apiKey=${text}`))).toBe(200);
  });

  it('is given back when the caller hangs up', async () => {
    await start();
    const { text } = server.issue();
    const calls = [1, 2, 3].map(() => open(`/slow?apiKey=${text}`));
    await until(() => held.length === 3);
    expect(await statusOf(open(`/read?apiKey=${text}`))).toBe(420);
    calls[1]?.destroy();
    await Promise.race(held.map((call) => call.closed));
    expect(await statusOf(open(`/read?apiKey=${text}`))).toBe(200);
  });

  it('is given back when a connection is cut on which answers wait for another one', async () => {
    await start();
    const [first, second] = [server.issue(), server.issue()];
    const closed = new Promise((resolve) => {
      server.app.server.once('connection', (socket: Socket) => socket.once('close', resolve));
    });
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    for (const { text } of [first, second, second, second]) {
      socket.write(`GET /slow?apiKey=${text} HTTP/1.1\r\nHost: x\r\n\r\n`);
    }
    await until(() => held.length === 4);
    expect(await statusOf(open(`/read?apiKey=${second.text}`))).toBe(420);
    socket.destroy();
    await closed;
    expect(await slotsLeft(first.text)).toBe('2');
    expect(await slotsLeft(second.text)).toBe('2');
  });

  it('is not taken by a caller who hung up while the key was looked up', async () => {
    const lookups: ((key: ApiKey) => void)[] = [];
    let slow = true;
    let known: ApiKey | undefined;
    await start({
      keys: {
        findByHash: () => {
          if (!slow) return Promise.resolve(known);
          return new Promise((resolve) => {
            lookups.push(resolve);
            arrived();
          });
        },
      },
    });
    const { text, key } = server.issue();
    known = key;
    const sockets: Socket[] = [];
    server.app.server.on('connection', (socket) => sockets.push(socket));
    const calls = [1, 2, 3].map(() => open(`/slow?apiKey=${text}`));
    await until(() => lookups.length === 3);
    const gone = sockets.map((socket) => once(socket, 'close'));
    for (const call of calls) call.destroy();
    await Promise.all(gone);
    for (const answer of lookups) answer(key);
    await until(() => held.length === 3);
    slow = false;
    expect(await slotsLeft(text)).toBe('2');
  });

  it('falls free after sixty seconds', async () => {
    await start();
    const { text } = server.issue();
    for (let call = 0; call < 3; call += 1) open(`/slow?apiKey=${text}`);
    await until(() => held.length === 3);
    server.clock.advance(59_999);
    expect(await statusOf(open(`/read?apiKey=${text}`))).toBe(420);
    server.clock.advance(1);
    expect(await slotsLeft(text)).toBe('2');
  });

  it('is not held by a body that is slow to come', async () => {
    await start();
    const { text } = server.issue();
    const senders = [1, 2, 3, 4].map(() => {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST /key?apiKey=${text} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
          'Content-Length: 7\r\nConnection: close\r\n\r\n{"a"',
      );
      return socket;
    });
    await until(() => begun === 4);
    expect(await slotsLeft(text)).toBe('2');
    for (const socket of senders) socket.write(':1}');
    for (const socket of senders) expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a small body', () => {
  it('of a refused call is read to its end, so that its connection takes the next call', async () => {
    // Plain HTTP through a proxy is refused before any of the body is there.
    await start({ trustedProxies: ['127.0.0.1/32'] });
    const { text } = server.issue();
    const socket = connect(port, '127.0.0.1');
    let answers = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      answers += part;
    });
    const head = `POST /key?apiKey=${text} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    // A call without a body comes first, and leaves its connection open, too.
    socket.write('GET /read HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.write(`${head}Content-Length: 2\r\n\r\n`);
    await expect.poll(() => answers.split('HTTP/1.1 403 ')).toHaveLength(3);
    expect(answers.toLowerCase()).not.toContain('connection: close');
    socket.write(
      `{}${head}X-Forwarded-Proto: https\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`,
    );
    await once(socket, 'close');
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 403',
      'HTTP/1.1 403',
      'HTTP/1.1 200',
    ]);
  });
});

describe('a large body', () => {
  const LENGTHS = ['Content-Length: 65537', 'Transfer-Encoding: chunked'];

  async function sendHead(path: string, length: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`);
    socket.write(`${length}\r\n\r\n`);
    return textOf(socket);
  }

  it.each(LENGTHS)('is not read for an unknown key (%s)', async (length) => {
    await start();
    const inactive = server.issue({ active: false });
    const elsewhere = server.issue({ addresses: ['192.0.2.1'] });
    const refused = async (key: string, status: number) => {
      const answer = await sendHead(`/key?apiKey=${key}`, length);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
    };
    // Nothing of the body is ever sent: an answer shows that nobody has waited for it. All at once, as each
    // is drained for two seconds.
    await Promise.all([
      refused('wrong', 403),
      refused('a&apiKey=b', 403),
      refused(inactive.text, 403),
      refused(elsewhere.text, 405),
    ]);
  });

  it.each(LENGTHS)('is not read on a partner route for a stranger (%s)', async (length) => {
    await start();
    const { text } = server.issue();
    const paths = [`/partner?apiKey=${text}`, '/partner'];
    for (const answer of await Promise.all(paths.map((path) => sendHead(path, length)))) {
      expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    }
  });

  it('is read with a good key ahead of it alone', async () => {
    await start();
    const { text, key } = server.issue();
    const filler = 'x'.repeat(200_000);
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const bySide = await post(`/key?apiKey=${text}`, { filler });
    expect([bySide.status, await bySide.json()]).toEqual([200, { client: key.tenant }]);
    const inHeader = await post('/key', { filler }, { 'x-api-key': text });
    expect([inHeader.status, await inHeader.json()]).toEqual([200, { client: key.tenant }]);
    const inside = await post('/key', { filler, apiKey: text });
    expect([inside.status, await inside.json()]).toEqual([
      401,
      'An API key is required: with a body of more than 64 KiB, send it in the query string or in the header X-API-Key.',
    ]);
    expect((await post('/key', { filler, apiKey: 'wrong' })).status).toBe(401);
    expect((await post(`/key?apiKey=${text}`, { filler, apiKey: 'wrong' })).status).toBe(403);
    expect((await post('/key', { filler })).status).toBe(401);
  });
});
