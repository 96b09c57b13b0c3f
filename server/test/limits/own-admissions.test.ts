import { describe, expect, it } from 'vitest';
import { LEASE_MS, WINDOW_MS } from '../../src/limits/counters.js';
import { OwnAdmissions } from '../../src/limits/redis-counters.js';

describe("a process' own calls", () => {
  it('count for as long as they are under way, and a lease at most', () => {
    const own = new OwnAdmissions();
    own.add('p:1', 'a', 0, true);
    own.add('p:2', 'b', 5, false);
    expect(Object.fromEntries(own.tell(LEASE_MS - 1))).toEqual({
      a: [{ id: 'p:1', ageMs: LEASE_MS - 1, underWay: true }],
      b: [{ id: 'p:2', ageMs: LEASE_MS - 6, underWay: true }],
    });
    expect([...own.tell(LEASE_MS).keys()]).toEqual(['b']);
    expect([...own.tell(LEASE_MS + 5).keys()]).toEqual([]);
  });

  it('count for a second at least, ended or not, each once', () => {
    const own = new OwnAdmissions();
    own.add('p:1', 'a', 100, true);
    own.add('p:2', 'a', 200, true);
    own.end('p:2');
    const first = { id: 'p:1', ageMs: 899, underWay: true };
    expect(own.tell(999).get('a')).toEqual([first, { id: 'p:2', ageMs: 799, underWay: false }]);
  });

  it('are forgotten within two seconds, but for those of the last one', () => {
    const own = new OwnAdmissions();
    const idsAt = (now: number) => [...own.tell(now).values()].flat().map(({ id }) => id);
    for (const [id, at] of [
      ['p:1', 0],
      ['p:2', WINDOW_MS],
      ['p:3', WINDOW_MS + 1],
    ] as const) {
      own.add(id, 'a', at, true);
      own.end(id);
    }
    expect(idsAt(2 * WINDOW_MS - 1)).toEqual(['p:1', 'p:2', 'p:3']);
    expect(idsAt(2 * WINDOW_MS)).toEqual(['p:3']);
    expect(idsAt(3 * WINDOW_MS)).toEqual(['p:3']);
    expect(idsAt(3 * WINDOW_MS + 1)).toEqual([]);
  });

  it('are forgotten, once their lease is over, when the next one begins', () => {
    const own = new OwnAdmissions();
    own.add('p:1', 'a', 0, true);
    own.add('p:2', 'a', 1, true);
    own.add('p:3', 'a', LEASE_MS, true);
    expect([own.end('p:1'), own.end('p:2'), own.end('p:3')]).toEqual([false, true, true]);
  });

  it('are taken out of Redis when they end, if Redis may know of them', () => {
    const own = new OwnAdmissions();
    own.add('p:1', 'a', 0, true);
    own.add('p:2', 'a', 0, false);
    own.add('p:3', 'a', 0, false);
    expect(own.end('p:1')).toBe(true);
    expect(own.end('p:1')).toBe(false);
    expect(own.end('p:2')).toBe(false);
    expect(own.end('p:9')).toBe(false);
    own.tell(10);
    expect(own.end('p:3')).toBe(true);
  });
});
