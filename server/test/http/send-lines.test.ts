import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import compress from '@fastify/compress';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { RecordLines } from '../../src/api/endpoint.js';
import { paced, READER_PACE, SlowReader, send } from '../../src/http/send-answer.js';

async function* failing(after: number): AsyncGenerator<string> {
  for (let at = 0; at < after; at += 1) yield `{"id":${at},"text":"${'x'.repeat(70_000)}"}\n`;
  throw new Error('The database is gone.');
}

it.each(['identity', 'gzip', 'br'])(
  'ends a list that fails, in %s, visibly short',
  async (encoding) => {
    const app = Fastify();
    await app.register(compress, { global: true, threshold: 1024 });
    app.get(
      '/late',
      (_request, reply) => send(reply, new RecordLines(failing(40))) as Promise<unknown>,
    );
    app.get(
      '/early',
      (_request, reply) => send(reply, new RecordLines(failing(0))) as Promise<unknown>,
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const ask = (path: string) =>
      new Promise<unknown>((resolve) => {
        const headers = { 'accept-encoding': encoding };
        const sent = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
          const end = () => resolve([answer.statusCode, answer.complete]);
          answer.on('error', end).on('end', end).resume();
        });
        sent.on('error', () => resolve('no answer')).end();
      });
    try {
      expect(await ask('/early')).toEqual([500, true]);
      const late = await ask('/late');
      expect([[200, false], 'no answer']).toContainEqual(late);
    } finally {
      await app.close();
    }
  },
);

async function* portions(count: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < count; at += 1) yield Buffer.alloc(1000);
}

it('cuts off a reader that takes nothing for too long, or too little on average', async () => {
  for (const pace of [
    { freeMs: 10, bytesPerSecond: 1, stallMs: 20 },
    { freeMs: 10, bytesPerSecond: 1_000_000_000, stallMs: 60_000 },
  ]) {
    const error = await new Promise((resolve) => {
      const taken = paced(portions(10), pace, resolve);
      void taken.next().then(() => taken.next());
    });
    expect(error).toBeInstanceOf(SlowReader);
  }
});

it('ends the connection of a reader that is too slow, visibly short', async () => {
  expect(READER_PACE).toMatchObject({ freeMs: 10_000, bytesPerSecond: 64 * 1024 });
  const app = Fastify();
  const pace = { freeMs: 10, bytesPerSecond: 1_000_000_000, stallMs: 60_000 };
  const lines = () => new RecordLines(failing(Number.POSITIVE_INFINITY));
  app.get('/', (_request, reply) => send(reply, lines(), pace) as Promise<unknown>);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  try {
    const cut = new Promise((resolve) => {
      app.server.once('connection', (socket) => socket.once('close', resolve));
    });
    const answer = await new Promise<IncomingMessage>((resolve) => {
      request({ host: '127.0.0.1', port, agent: false }, resolve).end();
    });
    expect(answer.statusCode).toBe(200);
    // It reads no more than what waits on the way, until the server has given it up.
    await cut;
    await expect(answer.resume().toArray()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(answer.complete).toBe(false);
  } finally {
    await app.close();
  }
});

it('does not count the time in which the portions are made', async () => {
  async function* slowly() {
    for (let at = 0; at < 5; at += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      yield Buffer.alloc(10);
    }
  }
  const cut: unknown[] = [];
  const pace = { freeMs: 60, bytesPerSecond: 1_000_000_000, stallMs: 60 };
  let bytes = 0;
  for await (const portion of paced(slowly(), pace, (error) => cut.push(error)))
    bytes += portion.length;
  expect([bytes, cut]).toEqual([50, []]);
});
