import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Overload } from '../../../src/http/gate/overload.js';
import { refusals } from '../../../src/http/gate/refusals.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { type GateApp, gateApp } from './gate-app.js';

/* How much of bodies may be on its way: what a caller without a key can have the process hold. */

const KIB = 1024;
const TOO_MANY =
  '"Too many requests are sending a body at once. Try again later, or send the API key in the query string or in the header X-API-Key."';
const CHUNKED = 'Transfer-Encoding: chunked';

let server: GateApp;
let port: number;
const sockets: Socket[] = [];

const logged: string[] = [];

async function start(options: Parameters<typeof gateApp>[0]): Promise<void> {
  server = gateApp(options);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
}

beforeEach(async () => {
  logged.length = 0;
  const stream = { write: (line: string) => logged.push(line) };
  await start({
    bodyRoom: { keyless: 128 * KIB, ofKey: 3 * KIB * KIB },
    server: { logger: { level: 'info', stream } },
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.app.close();
});

const ofLength = (bytes: number) => `Content-Length: ${bytes}`;

/** Begins a call; nothing of its body is sent yet. */
function begin(path: string, ...headers: string[]): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers];
  socket.write(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  return socket;
}

/** Begins calls whose bodies wait, and looks that the server knows of them. */
async function hold(count: number, path: string, ...headers: string[]): Promise<Socket[]> {
  const held: Socket[] = [];
  for (let at = 0; at < count; at += 1) {
    const begun = once(server.app.server, 'request');
    held.push(begin(path, ...headers));
    await begun;
  }
  // Keys are looked up in a turn of their own.
  await new Promise((resolve) => setImmediate(resolve));
  return held;
}

async function answerOf(socket: Socket): Promise<{ status: number; head: string; body: string }> {
  const [head = '', body = ''] = (await textOf(socket)).split('\r\n\r\n');
  return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), body };
}

const JSON_BODY = '{"a":1}';

function whole(path: string, ...headers: string[]) {
  const socket = begin(path, ofLength(JSON_BODY.length), ...headers);
  socket.write(JSON_BODY);
  return answerOf(socket);
}

describe.each([ofLength(64 * KIB), CHUNKED])('bodies without a key (%s)', (length) => {
  it('are refused where there is no room for them, and those with a key are not', async () => {
    const { text } = server.issue();
    await hold(2, '/key', length);
    const { status, head, body } = await whole('/key');
    expect([status, body]).toEqual([420, TOO_MANY]);
    expect(head).toContain('\r\nretry-after: 5');
    expect((await whole(`/key?apiKey=${text}`)).status).toBe(200);
    expect((await whole('/key', `X-API-Key: ${text}`)).status).toBe(200);
    expect((await whole('/key?apiKey=wrong')).status).toBe(403);
  });

  it('have room again when one was read, or its caller has hung up', async () => {
    // Of a body that is over nothing counts any more.
    expect((await whole('/key')).status).toBe(401);
    const [first, second] = await hold(2, '/key', length);
    expect((await whole('/key')).status).toBe(420);
    const filler = `{"a":"${'x'.repeat(64 * KIB - 8)}"}`;
    first?.write(length === CHUNKED ? `10000\r\n${filler}\r\n0\r\n\r\n` : filler);
    expect((await answerOf(first as Socket)).status).toBe(401);
    expect((await whole('/key')).status).toBe(401);
    await hold(1, '/key', length);
    expect((await whole('/key')).status).toBe(420);
    second?.destroy();
    // Until the server has seen that it is gone.
    while ((await whole('/key')).status === 420);
  });
});

it.each([ofLength(70 * KIB), CHUNKED])(
  'a body of records without a key in the header is not waited for (%s)',
  async (length) => {
    const { text } = server.issue({ scopes: new Set(['manage']) });
    const { words } = refusals.keyNotInHeader;
    const refused = [401, JSON.stringify({ STATUS: 'Error', STATUS_CODE: '401', MESSAGE: words })];
    for (const path of ['/manage', `/manage?apiKey=${text}`]) {
      const { status, body } = await answerOf(begin(path, length));
      expect([status, body]).toEqual(refused);
    }
  },
);

describe('a body whose length is not announced', () => {
  it('is read no further than 64 KiB without a key', async () => {
    const socket = begin('/key', CHUNKED);
    const piece = 'x'.repeat(16 * KIB);
    for (let sent = 0; sent < 5; sent += 1) socket.write(`4000\r\n${piece}\r\n`);
    socket.write('0\r\n\r\n');
    const { status, body } = await answerOf(socket);
    expect([status, body]).toEqual([
      401,
      '"An API key is required: with a body of more than 64 KiB, send it in the query string or in the header X-API-Key."',
    ]);
  });

  it('is read up to 64 KiB for the key in it', async () => {
    const { text } = server.issue();
    const around = JSON.stringify({ filler: '', apiKey: text }).length;
    const body = JSON.stringify({ filler: 'x'.repeat(64 * KIB - around), apiKey: text });
    const socket = begin('/key', CHUNKED);
    socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    expect((await answerOf(socket)).status).toBe(200);
  });
});

describe('large bodies of a key', () => {
  it('are refused before they are read where the key may not come in, and the log says whose it is', async () => {
    const { text, key } = server.issue({ scopes: new Set(['marketplace']) });
    const refused = await answerOf(begin(`/key?apiKey=${text}`, ofLength(70 * KIB)));
    expect(refused.status).toBe(403);
    const lines = logged.filter((line) => line.includes('refused:'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { key: key.prefix, client: key.tenant },
    ]);
  });

  it('are refused where there is no room for them, and those of another key are not', async () => {
    const [one, other] = [server.issue(), server.issue()];
    await hold(3, `/key?apiKey=${one.text}`, CHUNKED);
    const refused = await answerOf(begin(`/key?apiKey=${one.text}`, ofLength(70 * KIB)));
    expect([refused.status, refused.body]).toEqual([
      420,
      expect.stringMatching(/^"Too many simultaneous requests\./),
    ]);
    // The log says whose call it was.
    const lines = logged.filter((line) => line.includes('refused:'));
    expect(lines.map((line) => JSON.parse(line).key)).toEqual([one.key.prefix]);
    expect((await whole(`/key?apiKey=${one.text}`)).status).toBe(200);
    const socket = begin(`/key?apiKey=${other.text}`, ofLength(70 * KIB));
    socket.write(`{"a":"${'x'.repeat(70 * KIB - 8)}"}`);
    expect((await answerOf(socket)).status).toBe(200);
    await once(socket, 'close');
  });

  it('have room for four uploads of the largest size, where nothing else is set', async () => {
    await server.app.close();
    await start({ server: { bodyLimit: 8 * KIB * KIB } });
    const path = `/key?apiKey=${server.issue().text}`;
    await hold(4, path, CHUNKED);
    const fifth = begin(path, CHUNKED);
    fifth.write('0\r\n\r\n');
    expect((await answerOf(fifth)).status).toBe(420);
  });
});

const idle = { after: () => {}, utilization: () => 0, waiting: () => 0 };

it.each([
  ['its body', (text: string) => ['/key', { apiKey: text }] as const],
  ['the query string', (text: string) => [`/key?apiKey=${text}`, {}] as const],
])('counts a call as load once where its key is in %s', async (_, call) => {
  const overload = new Overload({ clock: new ManualClock(0), ...idle });
  const weighed = vi.spyOn(overload, 'refusal');
  const { app, issue } = gateApp({ overload });
  const [url, payload] = call(issue().text);
  const answer = await app.inject({ method: 'POST', url, payload });
  expect([answer.statusCode, weighed.mock.calls.length]).toEqual([200, 1]);
  await app.close();
});

it('refuses a call for load before its body comes, where the key is ahead of it', async () => {
  const overload = new Overload({ clock: new ManualClock(0), ...idle });
  // As many as may be under way.
  for (let call = 0; call < 1000; call += 1) overload.begin();
  await server.app.close();
  await start({ overload });
  const { text } = server.issue();
  const refused = await answerOf(begin(`/key?apiKey=${text}`, ofLength(100)));
  expect([refused.status, refused.body]).toEqual([420, JSON.stringify(refusals.busyCalls.words)]);
});
