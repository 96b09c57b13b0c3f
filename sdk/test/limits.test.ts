import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  AbortedError,
  type AnswerStore,
  MemoryStore,
  Portico,
  type PorticoOptions,
  QueueFullError,
  type StoredAnswer,
} from '../src/index.js';
import { Pace, type PaceOptions } from '../src/pace.js';
import { httpServers } from './http-servers.js';

const { listening } = httpServers();
const never = () => new Promise<never>(() => {});
/** Answers everything with an empty record and a tag. */
const answering = () =>
  listening(createServer((_, answer) => answer.setHeader('etag', '"1"').end('{}')));

describe('the queue of calls', () => {
  test('is bounded, and refuses one more at once', async () => {
    const baseURL = await listening(createServer(() => {}));
    const pace = { inFlight: 2, maxQueue: 3 };
    const portico = new Portico({ baseURL, apiKey: 'k', maxRetries: 0, answers: false, pace });
    const stop = new AbortController();
    const { signal } = stop;
    const calls = Array.from({ length: 5 }, () => portico.site.get({ signal }));
    for (const call of calls) call.catch(() => {});
    const error = await portico.site.get().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(QueueFullError);
    expect(String(error)).toContain('3 calls wait');
    stop.abort();
    const outcomes = await Promise.allSettled(calls);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(AbortedError) });
  });

  test('lets what need not wait through, even where none may wait', async () => {
    const pace = new Pace({ inFlight: 1, perSecond: 100, maxQueue: 0 });
    const first = pace.run(async () => 'first');
    await expect(pace.run(async () => 'second')).rejects.toBeInstanceOf(QueueFullError);
    expect(await first).toBe('first');
    expect(await pace.run(async () => 'third')).toBe('third');
  });

  test('has a place for every retry, before those that have not been sent yet', async () => {
    const pace = new Pace({ inFlight: 1, perSecond: 100, maxQueue: 1 });
    const order: string[] = [];
    const work = (name: string) => async () => void order.push(name);
    await Promise.all([
      pace.run(work('first')),
      pace.run(work('second')),
      pace.run(work('retry'), undefined, true),
    ]);
    expect(order).toEqual(['first', 'retry', 'second']);
  });

  describe('where calls are made for somebody', () => {
    let turn: string | undefined;
    /** A pace, and what makes calls for somebody: they end when they are told to. */
    const paceWith = (options: PaceOptions) => {
      const pace = new Pace({ perSecond: 1000, ...options, turnOf: () => turn });
      const started: string[] = [];
      const ends: (() => void)[] = [];
      const call = (of: string, name: string) => {
        turn = of;
        return pace.run(() => {
          started.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        });
      };
      return { started, ends, call };
    };

    test('one has a quarter at most, and another need not wait behind them', async () => {
      const { started, ends, call } = paceWith({ inFlight: 8 });
      const calls = [1, 2, 3, 4, 5].map((number) => call('a', `a${number}`));
      calls.push(call('b', 'b1'));
      await expect.poll(() => started).toEqual(['a1', 'a2', 'b1']);
      ends[0]?.();
      await expect.poll(() => started).toEqual(['a1', 'a2', 'b1', 'a3']);
      for (let end = 1; end < 6; end++) {
        await expect.poll(() => ends[end]).toBeDefined();
        ends[end]?.();
      }
      await Promise.all(calls);
    });

    test('one of those for whom most wait leaves a full queue', async () => {
      const { started, ends, call } = paceWith({ inFlight: 1, maxQueue: 2 });
      const [first, second, third] = ['a1', 'a2', 'a3'].map((name) => call('a', name));
      const other = call('b', 'b1');
      await expect(third).rejects.toBeInstanceOf(QueueFullError);
      ends[0]?.();
      await expect.poll(() => started).toEqual(['a1', 'b1']);
      ends[1]?.();
      await expect.poll(() => started).toEqual(['a1', 'b1', 'a2']);
      ends[2]?.();
      await Promise.all([first, second, other]);
    });
  });
});

describe('the signal of a call is a limit for all of it', () => {
  const failing = () =>
    listening(
      createServer((_, answer) => answer.writeHead(503, { 'retry-after': '60' }).end('"later"')),
    );
  const cases: Record<
    string,
    (options: PorticoOptions) => PorticoOptions | Promise<PorticoOptions>
  > = {
    'while the key is fetched': (options) => ({ ...options, apiKey: never }),
    'while the stamp is fetched': (options) => ({
      ...options,
      ...{ secret: 's', keyID: 1, nextStamp: never },
    }),
    'while it waits for its turn': (options) => ({ ...options, pace: { inFlight: 0 } }),
    'while it waits for a retry': async (options) => ({ ...options, baseURL: await failing() }),
    'while it is answered': async (options) => ({
      ...options,
      baseURL: await listening(createServer(() => {})),
    }),
  };
  test.each(Object.entries(cases))('%s', async (_, change) => {
    const options = await change({ baseURL: await answering(), apiKey: 'k', answers: false });
    const portico = new Portico(options);
    const call = portico.members.search({}, { signal: AbortSignal.timeout(50) });
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AbortedError);
    expect(String(error)).toContain('its signal is out of time');
  });
});

describe('a store of answers that', () => {
  const stores: Record<string, AnswerStore> = {
    'refuses to read': { get: () => Promise.reject(new Error('gone')), set: () => {} },
    'refuses to write': {
      get: () => undefined,
      set: () => {
        throw new Error('full');
      },
    },
    hangs: { get: never, set: never },
    'has null': { get: () => null as never, set: () => {} },
  };
  test.each(Object.entries(stores))('%s fails no read', async (_, answers) => {
    const portico = new Portico({ baseURL: await answering(), apiKey: 'k', answers });
    expect(await portico.site.get()).toEqual({});
  });
});

describe('the memory for answers', () => {
  const answer = (text: string): StoredAnswer => ({ etag: '', text, checkedAt: 0 });

  test('is bounded by entries, and keeps those that were used last', () => {
    const store = new MemoryStore(2);
    store.set('a', answer('1'));
    store.set('b', answer('2'));
    store.get('a');
    store.set('c', answer('3'));
    expect(['a', 'b', 'c'].map((name) => store.get(name)?.text)).toEqual(['1', undefined, '3']);
  });

  test('is bounded by bytes, whatever the size of an answer', () => {
    const store = new MemoryStore(200, 2000);
    const text = 'x'.repeat(300);
    for (const name of ['a', 'b', 'c', 'd']) store.set(name, answer(text));
    const held = () => ['a', 'b', 'c', 'd', 'e'].filter((name) => store.get(name));
    expect(held()).toEqual(['b', 'c', 'd']);
    // One that fits nowhere drives no other out, and one that is replaced counts once.
    store.set('e', answer('x'.repeat(2000)));
    for (let time = 0; time < 10; time++) store.set('b', answer(text));
    expect(held()).toEqual(['b', 'c', 'd']);
    store.set('b', answer('x'.repeat(900)));
    expect(held()).toEqual(['b']);
  });
});
