import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { boundedBody } from '../../../src/http/gate/body-admission.js';
import { drainRequestBody } from '../../../src/http/gate/request-end.js';

it('ends with a caller who hangs up, also where nobody listens to it', async () => {
  const body = new PassThrough();
  const bounded = boundedBody(body as unknown as IncomingMessage, 10, () => {});
  // Not `once` of node:events, which listens for errors too.
  const closed = new Promise<void>((resolve) => bounded.on('close', () => resolve()));
  // An error that nobody hears ends the process: here it would fail the test.
  const unheard: unknown[] = [];
  const hear = (error: unknown): void => void unheard.push(error);
  process.on('uncaughtException', hear);
  body.destroy(new Error('aborted'));
  await closed;
  await new Promise((resolve) => setImmediate(resolve));
  process.off('uncaughtException', hear);
  expect(unheard).toEqual([]);
  expect(bounded.destroyed).toBe(true);
});

it('ends where a body comes in tiny pieces, long before it is large', async () => {
  const body = new PassThrough();
  const exceeded: boolean[] = [];
  const bounded = boundedBody(body as unknown as IncomingMessage, 64 * 1024, (areTiny) => {
    exceeded.push(areTiny);
  });
  const taken: Buffer[] = [];
  bounded.on('data', (piece: Buffer) => taken.push(piece));
  const closed = new Promise<void>((resolve) => bounded.on('close', () => resolve()));
  for (let at = 0; at < 10_000; at += 1) body.write('x');
  await closed;
  expect([exceeded, taken.length]).toEqual([[true], 1024]);
});

it('takes a large body in pieces of an ordinary size', async () => {
  const body = new PassThrough();
  const bounded = boundedBody(body as unknown as IncomingMessage, 1024 * 1024, () => {});
  const taken: Buffer[] = [];
  bounded.on('data', (piece: Buffer) => taken.push(piece));
  const ended = new Promise<void>((resolve) => bounded.on('end', () => resolve()));
  for (let at = 0; at < 8000; at += 1) body.write('x'.repeat(128));
  body.end();
  await ended;
  expect(Buffer.concat(taken)).toHaveLength(8000 * 128);
});

it('is left where it is in tiny pieces behind a refusal, and passed over in others', async () => {
  const left = async (piece: string) => {
    const body = new PassThrough();
    for (let at = 0; at < 2000; at += 1) body.write(piece);
    body.end();
    await drainRequestBody(body as unknown as IncomingMessage, true);
    return body.readableLength + body.writableLength;
  };
  expect([await left('x'), await left('x'.repeat(128))]).toEqual([2000 - 1025, 0]);
});
