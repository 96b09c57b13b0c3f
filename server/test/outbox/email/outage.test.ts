import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../src/lib/clock.js';
import { Outage } from '../../../src/outbox/email/sender.js';
import { NOON } from '../../rig/server.js';
import { ManualTimer } from './manual-timer.js';

/** An outage whose pauses are as long as they can be, nearly. */
function anOutage() {
  const clock = new ManualClock(NOON);
  const timer = new ManualTimer(clock);
  const probes: number[] = [];
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const outage = new Outage({ clock, timer, chance: () => 0.999_999, log }, () => {
    probes.push(clock.now() - NOON);
  });
  return { clock, timer, outage, probes, lines };
}

describe('an outage', () => {
  it('is probed after a second, and every four seconds later on', () => {
    const { outage, timer, probes, lines } = anOutage();
    expect([outage.lasts, outage.pauses]).toEqual([false, false]);
    for (let number = 0; number < 5; number += 1) {
      outage.failed(outage.attempt(), 'unreachable', 'gone');
      expect([outage.lasts, outage.pauses]).toEqual([true, true]);
      timer.next();
      expect([outage.lasts, outage.pauses]).toEqual([true, false]);
    }
    expect(probes).toEqual([1_000, 3_000, 7_000, 11_000, 15_000]);
    expect(lines).toHaveLength(1);
    outage.ended();
    outage.ended();
    expect(outage.lasts).toBe(false);
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 30, seconds: 15 });
  });

  it('is told once by emails that fail together', () => {
    const { outage, timer, probes } = anOutage();
    const attempts = [outage.attempt(), outage.attempt(), outage.attempt()];
    for (const attempt of attempts) outage.failed(attempt, 'unreachable', 'gone');
    timer.next();
    expect(probes).toEqual([1_000]);
    expect(() => timer.next()).toThrow();
  });

  it('is not begun anew by an email that was under way before it was over', () => {
    const { outage } = anOutage();
    const hanging = outage.attempt();
    outage.failed(outage.attempt(), 'unreachable', 'gone');
    outage.ended();
    expect(outage.pauses).toBe(false);
    outage.failed(hanging, 'uncertain', 'lost');
    expect(outage.lasts).toBe(false);
  });

  it('counts the time of an attempt as part of the pause, of which an eighth is left', () => {
    const { outage, timer, clock, probes } = anOutage();
    const fast = outage.attempt();
    clock.advance(600);
    outage.failed(fast, 'unreachable', 'gone');
    timer.next();
    expect(probes).toEqual([1_000]);
    const slow = outage.attempt();
    clock.advance(10_000);
    outage.failed(slow, 'unreachable', 'gone');
    timer.next();
    expect(probes).toEqual([1_000, 11_250]);
  });

  it('is probed less and less by a server that is there, and often again when it is not', () => {
    const { outage, timer, clock, probes } = anOutage();
    for (let number = 0; number < 8; number += 1) {
      outage.failed(outage.attempt(), 'unwelcome', 'password');
      timer.next();
    }
    const pauses = probes.map((at, index) => (at - (probes[index - 1] ?? 0)) / 1_000);
    expect(pauses.map(Math.round)).toEqual([4, 8, 16, 32, 64, 128, 256, 300]);
    const now = clock.now() - NOON;
    outage.failed(outage.attempt(), 'unreachable', 'gone');
    timer.next();
    expect(probes.at(-1)).toBe(now + 1_000);
  });

  it('ends its waiting when it is stopped', () => {
    const { outage, timer } = anOutage();
    outage.failed(outage.attempt(), 'unreachable', 'gone');
    outage.stop();
    expect(() => timer.next()).toThrow();
  });
});
