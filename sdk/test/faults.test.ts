import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { porticoJson } from '../../server/test/commands/portico.js';
import { repeats } from '../../server/test/rig/part.js';
import { ConnectionError, Portico, RateLimitError, TimeoutError } from '../src/index.js';
import { demoServer } from './demo-server.js';
import { httpServers } from './http-servers.js';

const { listening, close } = httpServers();

interface Relayed {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Sends a request on to a server. */
function relay(to: string, incoming: IncomingMessage, body: Buffer): Promise<Relayed> {
  return new Promise((resolve, reject) => {
    const { method, headers } = incoming;
    const onward = request(new URL(incoming.url ?? '/', to), { method, headers, agent: false });
    onward.on('error', reject).on('response', async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const { statusCode: status = 0, headers } = answer;
      resolve({ status, headers, body: Buffer.concat(chunks) });
    });
    onward.end(body);
  });
}

/**
 * A proxy that drops some requests, loses some answers, sends some requests twice, and delays others until their
 * caller has given up, in turns that fall on every kind of call. `settled` ends when nothing is under way any more.
 */
function badProxy(to: string) {
  const faults = { count: 0 };
  const underWay = new Set<Promise<void>>();
  let turn = 0;
  const serve = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const gone = new Promise<void>((resolve) => answer.once('close', resolve));
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const fault = turn++ % 11;
    if (fault % 2 === 1) faults.count++;
    if (fault === 1) return void incoming.socket.destroy();
    if (fault === 7) await gone;
    let relayed = await relay(to, incoming, body);
    if (fault === 3) return void incoming.socket.destroy();
    if (fault === 5) relayed = await relay(to, incoming, body);
    if (fault === 9) await gone;
    answer.writeHead(relayed.status, relayed.headers).end(relayed.body);
  };
  const server = createServer((incoming, answer) => {
    const served = serve(incoming, answer).finally(() => underWay.delete(served));
    underWay.add(served);
  });
  return { server, faults, settled: () => Promise.all(underWay) };
}

/** Calls at once: more than a second of the key allows. */
const CALLS = repeats(200, 1000);

describe('a bad connection', () => {
  const server = demoServer();

  test('does no write twice, and loses none', { timeout: 120_000 }, async () => {
    const options = await server.key('--private', '--rate', '1000', '--in-flight', '100');
    const { server: proxy, faults, settled } = badProxy(server.url);
    const portico = new Portico({
      ...options,
      baseURL: await listening(proxy),
      maxRetries: 20,
      timeout: 1500,
      pace: { inFlight: 20, perSecond: 500 },
    });
    const run = crypto.randomUUID();
    const names = Array.from({ length: 60 }, (_, number) => `${run}-${number}@example.com`);
    await Promise.all(
      names.map((email) => portico.leads.send({ firstname: 'A', lastname: 'B', email })),
    );
    await settled();
    expect(faults.count).toBeGreaterThan(20);
    const listed = await porticoJson(server.place, 'lead', 'list', 'demo', '--limit', '200');
    const leads = listed.json.leads as { email: string }[];
    const stored = leads.map(({ email }) => email).filter((email) => names.includes(email));
    expect(stored.sort()).toEqual([...names].sort());
  });

  test('lets no 420 through to many calls at once, whatever the pace', {
    timeout: 120_000,
  }, async () => {
    const options = await server.key('--rate', '50', '--in-flight', '20');
    let refused = 0;
    const proxy = createServer(async (incoming, answer) => {
      const relayed = await relay(server.url, incoming, Buffer.alloc(0));
      if (relayed.status === 420) refused++;
      answer.writeHead(relayed.status, relayed.headers).end(relayed.body);
    });
    const portico = new Portico({
      ...options,
      baseURL: await listening(proxy),
      answers: false,
      pace: { inFlight: 40, perSecond: 1000 },
    });
    const calls = Array.from({ length: CALLS }, (_, n) => portico.listings.search({ page: n + 1 }));
    expect(await Promise.all(calls)).toHaveLength(CALLS);
    expect(refused).toBeGreaterThan(0);
  });

  test('shares stamps between four processes', { timeout: 120_000 }, async () => {
    const options = await server.key('--private', '--rate', '1000', '--in-flight', '100');
    let stamp = Date.now();
    const counter = await listening(createServer((_, answer) => answer.end(String(++stamp))));
    const script = fileURLToPath(new URL('signing-process.ts', import.meta.url));
    const results = await Promise.all(
      Array.from({ length: 4 }, () => {
        const child = spawn(process.execPath, ['--import', 'tsx', script], {
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        child.stdin.end(JSON.stringify({ options, counter }));
        return new Promise<string>((resolve) => {
          let text = '';
          child.stdout.on('data', (chunk) => {
            text += String(chunk);
          });
          child.on('close', () => resolve(text));
        });
      }),
    );
    expect(results).toEqual(Array(4).fill('{"answered":50,"refused":0}'));
  });
});

describe('a server that', () => {
  const at = (baseURL: string) =>
    new Portico({ baseURL, apiKey: 'k', maxRetries: 1, timeout: 300, answers: false });

  test('is not there, is named', async () => {
    const gone = await listening(createServer());
    await close();
    const error = await at(gone)
      .site.get()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toContain('ECONNREFUSED');
  });

  test('does not answer, is given up', async () => {
    const silent = await listening(createServer(() => {}));
    await expect(at(silent).site.get()).rejects.toBeInstanceOf(TimeoutError);
  });

  test('answers something else, is not believed', async () => {
    const other = await listening(createServer((_, answer) => answer.end('<html>')));
    await expect(at(other).site.get()).rejects.toThrow('not JSON');
  });

  test('leads elsewhere, is not followed with the key', async () => {
    let visits = 0;
    const elsewhere = await listening(createServer((_, answer) => answer.end(`[${++visits}]`)));
    const redirecting = createServer((_, answer) =>
      answer.writeHead(307, { location: elsewhere }).end(),
    );
    const call = at(await listening(redirecting)).site.get();
    await expect(call).rejects.toMatchObject({ status: 307 });
    expect(visits).toBe(0);
  });

  test('fails with words of its own, is quoted', async () => {
    const broken = await listening(
      createServer((_, answer) => answer.writeHead(502).end('upstream is gone')),
    );
    await expect(at(broken).site.get()).rejects.toMatchObject({
      ...{ message: '502: upstream is gone', status: 502, body: 'upstream is gone' },
    });
  });

  test('refuses for good, is believed in the end', async () => {
    const busy = await listening(
      createServer((_, answer) => {
        answer.writeHead(420, { 'retry-after': '0' }).end('"Too many requests"');
      }),
    );
    await expect(at(busy).site.get()).rejects.toBeInstanceOf(RateLimitError);
  });
});
