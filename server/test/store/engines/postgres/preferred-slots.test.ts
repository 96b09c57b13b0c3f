import { describe, expect, it } from 'vitest';
import { PreferredSlots } from '../../../../src/store/engines/postgres/bounded-pool.js';

/** Slots with the names of those who have got one, in order, as `name:slot`. */
function lent(slots: number, waitMs = 60_000, isReady = (_slot: number) => true) {
  const all = new PreferredSlots(slots, waitMs, isReady);
  const order: string[] = [];
  const take = (name: string, preferred?: number) =>
    all.take(preferred).then((slot) => void order.push(`${name}:${slot}`));
  return { all, order, take };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('slots that borrowers prefer', () => {
  it('are lent to them, and others in their place while they are in use', async () => {
    const { all, order, take } = lent(3);
    await take('ann', 1);
    await take('bob', 1);
    await take('cyd', 2);
    expect(order).toEqual(['ann:1', 'bob:0', 'cyd:2']);
    for (const slot of [2, 0, 1]) all.release(slot);
    await take('dan', 0);
    await take('eve', 0);
    expect(order.slice(3)).toEqual(['dan:0', 'eve:1']);
  });

  it('are lent when they are not ready only where no other is', async () => {
    const { order, take } = lent(3, 60_000, (slot) => slot === 2);
    await take('ann', 1);
    await take('bob', 1);
    expect(order).toEqual(['ann:2', 'bob:1']);
  });

  it('are lent to the first who waits for them, and otherwise to the first of all', async () => {
    const { all, order, take } = lent(2);
    await take('ann', 0);
    await take('bob', 1);
    for (const name of ['cyd', 'dan']) void take(name, 0);
    for (const name of ['eve', 'fay']) void take(name, 1);
    expect(all.waiting).toBe(4);
    for (const slot of [1, 0, 1, 1]) {
      all.release(slot);
      await settled();
    }
    expect(order.slice(2)).toEqual(['eve:1', 'cyd:0', 'fay:1', 'dan:1']);
    expect(all.waiting).toBe(0);
    all.release(0);
    await take('gus', 1);
    expect(order.at(-1)).toBe('gus:0');
  });

  it('are all as good for those who prefer none', async () => {
    const { all, order, take } = lent(2);
    await take('ann');
    await take('bob');
    void take('cyd', 0);
    void take('dan');
    all.release(1);
    await settled();
    expect(order).toEqual(['ann:0', 'bob:1', 'dan:1']);
  });

  it('do not keep those waiting who prefer one that is not given back', async () => {
    const { all, order, take } = lent(2);
    await take('long', 0);
    await take('short', 1);
    void take('ann', 0);
    const others = Array.from({ length: 20 }, (_, at) => `other${at}`);
    for (const name of others) void take(name, 1);
    for (let turn = 0; turn < 3; turn += 1) {
      all.release(1);
      await settled();
    }
    expect(order.slice(2)).toEqual([...others.slice(0, 2).map((name) => `${name}:1`), 'ann:1']);
  });

  it('are waited for no longer than is said, and by nobody after that', async () => {
    const { all, order, take } = lent(1, 10);
    await take('ann', 0);
    await expect(all.take(0)).rejects.toThrow('No connection became free within 10 ms.');
    expect(all.waiting).toBe(0);
    all.release(0);
    await take('bob', 0);
    expect(order).toEqual(['ann:0', 'bob:0']);
  });
});
