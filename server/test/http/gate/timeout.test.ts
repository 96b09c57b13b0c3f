import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { timeLeft } from '../../../src/http/gate/passage.js';
import { ANSWER_WITHIN_MS } from '../../../src/lib/timeout.js';
import type { ApiKey } from '../../../src/store/directory/key-directory.js';
import { type GateApp, GOOD_BASIC, gateApp } from './gate-app.js';

const opened: GateApp[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.app.close();
});

function open(options: Parameters<typeof gateApp>[0] = {}): GateApp {
  const server = gateApp(options);
  opened.push(server);
  return server;
}

describe('the time that is left to answer a call', () => {
  it('is reckoned from the question, and is never nothing', async () => {
    const server = open();
    const { text } = server.issue();
    server.app.get('/left', { config: { access: 'key' } }, async (request) =>
      [0, 1500, 2499, 5000].map((ms) => {
        server.clock.advance(ms);
        return timeLeft(request);
      }),
    );
    const left = (await server.app.inject(`/left?apiKey=${text}`)).json();
    expect(left).toEqual([ANSWER_WITHIN_MS, ANSWER_WITHIN_MS - 1500, 1, 1]);
  });

  it.each([
    ['the gate was asked before', 'partner', { authorization: GOOD_BASIC }],
    ['the gate is asked after', 'key', {}],
  ] as const)(
    'is reckoned from when its body is here, where %s',
    async (_when, access, headers) => {
      const server = open();
      const { text } = server.issue();
      server.app.addHook('preParsing', async () => server.clock.advance(3000));
      server.app.post('/left', { config: { access } }, async (request) => timeLeft(request));
      const url = `/left?apiKey=${text}`;
      const answer = await server.app.inject({ method: 'POST', url, headers, payload: { a: 1 } });
      expect(answer.json()).toBe(ANSWER_WITHIN_MS);
    },
  );
});

describe('a call that is not decided in time', () => {
  const LATE_MS = ANSWER_WITHIN_MS + 300;

  /** Answers calls of `/late` on a gate of its own, and says what came after the answer. */
  async function late(
    options: (key: ApiKey, reached: string[]) => Parameters<typeof gateApp>[0],
  ): Promise<{ status: number; reached: string[] }> {
    const reached: string[] = [];
    const { key } = open().issue({ privateAccess: true });
    const server = open(options(key, reached));
    server.app.get('/late', { config: { access: 'signed' } }, async () => reached.push('handler'));
    const answer = await server.app.inject('/late?apiKey=any');
    // Long enough for what was late to come to its end.
    await sleep(1000);
    return { status: answer.statusCode, reached };
  }

  it('is answered all the same, spends no stamp and goes nowhere', async () => {
    const [silent, slow, slowSignature] = await Promise.all([
      late(() => ({ keys: { findByHash: () => new Promise(() => {}) } })),
      late((key, reached) => ({
        keys: { findByHash: () => sleep(LATE_MS, key) },
        verifySignature: () => void reached.push('signature'),
      })),
      late((key, reached) => ({
        keys: { findByHash: async () => key },
        verifySignature: async () => {
          reached.push('signature');
          await sleep(LATE_MS);
          return undefined;
        },
      })),
    ]);
    expect(silent).toEqual({ status: 500, reached: [] });
    expect(slow).toEqual({ status: 500, reached: [] });
    expect(slowSignature).toEqual({ status: 500, reached: ['signature'] });
  });
});
