import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { boundedBody } from '../../../src/http/gate/bounded-body.js';

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
