import { createSecretKey } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { signatureCheck } from '../../../src/http/gate/signature.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { NOON } from '../../rig/server.js';
import { type GateApp, gateApp } from './gate-app.js';
import { digest } from './signing.js';

const HOUR = 60 * 60 * 1000;

let server: GateApp;
afterEach(() => server.app.close());

/** A gate whose ledger takes everything and writes down what it was asked. */
function withLedger(): { asked: number[][]; ask(stamp: number): Promise<number> } {
  const clock = new ManualClock(NOON);
  const asked: number[][] = [];
  const ledger = { spend: async (...call: number[]) => asked.push(call) > 0 };
  server = gateApp({ clock, verifySignature: signatureCheck(ledger, clock) });
  const { text } = server.issue({
    privateAccess: true,
    issuedClientId: 7,
    signingKey: () => createSecretKey('secret', 'utf8'),
  });
  return {
    asked,
    async ask(stamp) {
      clock.advance(200);
      const token = digest('secret', stamp, 7).toString('hex');
      const url = `/signed?apiKey=${text}&stamp=${stamp}&token=${token}`;
      return (await server.app.inject({ url })).statusCode;
    },
  };
}

it('keeps a stamp for as long as it is good, and a day more for clocks that differ', async () => {
  const { asked, ask } = withLedger();
  expect(await ask(NOON)).toBe(200);
  expect(asked).toEqual([[7, NOON, NOON + 200 - 27 * HOUR]]);
});

it('is asked for signatures that are right and fresh, and for no other', async () => {
  const { asked, ask } = withLedger();
  expect(await ask(NOON + 200 - 3 * HOUR)).toBe(200);
  expect(await ask(NOON + 400 - 3 * HOUR - 1)).toBe(403);
  expect(await ask(NOON + 600 + 5 * 60_000)).toBe(200);
  expect(await ask(NOON + 800 + 5 * 60_000 + 1)).toBe(403);
  expect(asked).toHaveLength(2);
});
