import { expect, it } from 'vitest';
import { hashKey } from '../../../src/http/gate/key-check.js';
import type { Overload } from '../../../src/http/gate/overload.js';
import { refusals } from '../../../src/http/gate/refusals.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { gateApp } from './gate-app.js';
import { tickingOverload } from './ticking-overload.js';

const FLOOD = `pk_${'f'.repeat(32)}`;
const MODEST = `pk_${'m'.repeat(32)}`;

/** An overload that refuses what the first key sends, and admits a call of the second. */
function refusing(clock: ManualClock): Overload {
  const { overload, tick } = tickingOverload({ waiting: () => 1_000 }, clock);
  for (const key of [FLOOD, MODEST]) overload.remember(hashKey(key));
  for (let call = 0; call < 20; call += 1) {
    overload.refusal(hashKey(FLOOD));
    const underWay = overload.begin();
    underWay.works();
    underWay.end();
  }
  while (!overload.refuses) {
    tick();
    overload.refusal(hashKey(FLOOD));
  }
  while (overload.refusal(hashKey(FLOOD)) === undefined);
  return overload;
}

it('refuses all calls that came together before it works on those that it admits', async () => {
  const clock = new ManualClock(0);
  const order: string[] = [];
  const { app } = gateApp({
    clock,
    overload: refusing(clock),
    onRefusal: ({ reason }) => void order.push(reason),
    keys: {
      findByHash: async () => {
        order.push('look-up');
        return undefined;
      },
    },
  });
  await app.ready();
  const answers = [MODEST, FLOOD, FLOOD].map((key) => app.inject(`/read?apiKey=${key}`));
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([403, 420, 420]);
  const busy = refusals.busyShare.reason;
  expect(order).toEqual([busy, busy, 'look-up', refusals.keyUnknown.reason]);
  await app.close();
});
