import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { busyRefusal } from '../../../src/http/gate/busy.js';
import { Overload } from '../../../src/http/gate/overload.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { QueueFull } from '../../../src/lib/queues.js';
import {
  ConnectionsTaken,
  DatabaseAway,
  LargePagesWaiting,
  StillIndexing,
} from '../../../src/lib/unavailable.js';
import { gateApp } from './gate-app.js';

describe('the refusal of a call that found no room', () => {
  const of = (error: unknown, mayHaveWritten = false) =>
    busyRefusal(error, { mayHaveWritten, routeOptions: {} } as FastifyRequest);
  const taken = new ConnectionsTaken(10, 'the directory', 1000, undefined);
  const away = new DatabaseAway(new Error('connect ECONNREFUSED'));

  it('says what the call waited for, and when to send it again', () => {
    for (const [error, words] of [
      [new QueueFull(), /password/i],
      [taken, /busy|database|later/i],
      [away, /busy|database|later/i],
      [new LargePagesWaiting(), /busy/i],
    ] as const) {
      const refusal = of(error);
      expect(refusal).toMatchObject({ status: 420, words: expect.stringMatching(words) });
      expect(refusal?.headers).toMatchObject({ 'retry-after': '2' });
    }
    const queued = [new QueueFull(), new LargePagesWaiting(), new StillIndexing(1000)];
    const errors = [taken, away, ...queued];
    expect(new Set(errors.map((error) => of(error)?.reason)).size).toBe(errors.length);
  });

  it('is none where the call may have written, or failed for another reason', () => {
    expect(of(taken, true)).toBeUndefined();
    expect(of(away, true)).toBeUndefined();
    expect(of(new Error('no'))).toBeUndefined();
    // Passwords are hashed before anything is written.
    expect(of(new QueueFull(), true)).toBeDefined();
  });
});

it('a call is under way until it is answered', async () => {
  const clock = new ManualClock(0);
  const idle = () => 0;
  const overload = new Overload({ clock, after: () => {}, utilization: idle, waiting: idle });
  const { app, issue } = gateApp({ overload });
  app.get('/now', { config: { access: 'key' } }, async () => overload.underWay);
  const { text } = issue();
  for (const url of [`/now?apiKey=${text}`, '/now?apiKey=wrong', `/nowhere?apiKey=${text}`]) {
    const answer = await app.inject(url);
    if (answer.statusCode === 200) expect(answer.json()).toBe(1);
    await expect.poll(() => overload.underWay).toBe(0);
  }
  await app.close();
});

it('a call is under way once, whatever is said of it after its end', () => {
  const clock = new ManualClock(0);
  const idle = () => 0;
  const overload = new Overload({ clock, after: () => {}, utilization: idle, waiting: idle });
  const [one, two] = [overload.begin(), overload.begin()];
  expect(overload.underWay).toBe(2);
  one.works();
  one.end();
  one.end();
  two.end();
  two.works();
  two.end();
  expect(overload.underWay).toBe(0);
});
