import { expect, it } from 'vitest';
import { BOUNDS } from './costs.js';
import { type Group, Groups } from './groups.js';
import { isSlow } from './sender.js';

async function all(groups: Groups): Promise<Group[]> {
  const made: Group[] = [];
  for (let one = await groups.next(); one !== undefined; one = await groups.next()) made.push(one);
  return made;
}

it('puts each request of a run into one group, with a key or without one, and the slow ones into none', async () => {
  const made = await all(new Groups(7, 100, 1500));
  const sent = made.flatMap(({ requests, slow }) => [...requests, ...slow]);
  expect(sent.map(({ number }) => number).sort((one, other) => one - other)).toEqual(
    Array.from({ length: 1500 }, (_, at) => 100 + at),
  );
  for (const { requests, slow } of made) {
    expect(new Set(requests.map(({ request }) => request.key === undefined)).size).toBeLessThan(2);
    expect(requests.some(({ request }) => isSlow(request))).toBe(false);
    expect(slow.every(({ request }) => isSlow(request))).toBe(true);
  }
});

it('makes groups that cost less than one of their requests may, whatever the machine takes for one', async () => {
  for (const msForEach of [0.5, 2, 8]) {
    const groups = new Groups(7, 0, Number.MAX_SAFE_INTEGER);
    const costs: number[] = [];
    while (costs.length < 70) {
      const group = await groups.next();
      if (group?.requests[0]?.request.key !== undefined) continue;
      const ms = msForEach * (group?.requests.length ?? 0);
      if (group !== undefined) groups.cost(group, ms);
      costs.push(ms);
    }
    const last = costs.at(-1) ?? 0;
    expect([msForEach, last < BOUNDS.withoutKey, last > BOUNDS.withoutKey / 3]).toEqual([
      msForEach,
      true,
      true,
    ]);
  }
});
