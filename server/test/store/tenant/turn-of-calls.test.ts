import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import {
  beginTurnOfCalls,
  forgetRevisions,
  revisionOfTurn,
} from '../../../src/store/tenant/write.js';

const [database, other] = [{}, {}] as TenantDatabase[] as [TenantDatabase, TenantDatabase];

it('A revision is read once in a turn of calls, and again after it or after a write', async () => {
  let number = 0;
  const read = (of = database) =>
    revisionOfTurn(of, () => ({ number: ++number, views: 0, refreshed_at: 0 }))?.number;
  // Without a call from a socket, each time.
  expect([read(), read()]).toEqual([1, 2]);
  beginTurnOfCalls();
  expect([read(), read(), read(other), read()]).toEqual([3, 3, 4, 3]);
  beginTurnOfCalls();
  expect(read()).toBe(3);
  forgetRevisions();
  expect([read(), read()]).toEqual([5, 5]);
  await endOfTurn();
  expect([read(), read()]).toEqual([6, 7]);
});

it('A revision that has to be waited for is not kept', () => {
  beginTurnOfCalls();
  expect(revisionOfTurn(database, () => undefined)).toBeUndefined();
  expect(revisionOfTurn(database, () => ({ number: 1, views: 0, refreshed_at: 0 }))?.number).toBe(
    1,
  );
});
