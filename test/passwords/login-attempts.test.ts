import { beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock.js';
import {
  FIRST_WAIT_MS,
  FREE_FAILURES,
  LONGEST_WAIT_MS,
  LoginAttempts,
} from '../../src/passwords/login-attempts.js';

const EMAIL = 'mia@example.com';
let clock = new ManualClock(0);
let attempts = new LoginAttempts(clock);

beforeEach(() => {
  clock = new ManualClock(0);
  attempts = new LoginAttempts(clock);
});

const heard = (email = EMAIL, client = 'acme') => attempts.begin(client, email) !== undefined;

/** How long an address waits now, found by asking; the attempt that is heard counts as failed. */
function waited(step: number): number {
  let ms = 0;
  while (!heard()) {
    clock.advance(step);
    ms += step;
  }
  return ms;
}

it('hears the first failures without a wait, then waits that double', () => {
  for (let times = 0; times < FREE_FAILURES; times += 1) expect(heard()).toBe(true);
  expect(heard()).toBe(false);
  clock.advance(FIRST_WAIT_MS - 1);
  expect(heard()).toBe(false);
  clock.advance(1);
  expect(heard()).toBe(true);
  expect([waited(1000), waited(1000), waited(1000)]).toEqual([2000, 4000, 8000]);
});

it('waits a quarter of an hour at the longest', () => {
  expect(LONGEST_WAIT_MS).toBe(15 * 60_000);
  for (let times = 0; times < 60; times += 1) {
    heard();
    clock.advance(LONGEST_WAIT_MS);
  }
  heard();
  expect(waited(1000)).toBe(LONGEST_WAIT_MS);
});

it('forgets what came before a success', () => {
  for (let times = 1; times < FREE_FAILURES; times += 1) heard();
  attempts.begin('acme', EMAIL)?.succeeded();
  expect(attempts.size).toBe(0);
  for (let times = 0; times < FREE_FAILURES; times += 1) expect(heard()).toBe(true);
  expect(heard()).toBe(false);
});

it('does not lengthen the wait by attempts that are not heard', () => {
  for (let times = 0; times < FREE_FAILURES; times += 1) heard();
  for (let times = 0; times < 100; times += 1) expect(heard()).toBe(false);
  clock.advance(FIRST_WAIT_MS);
  expect(heard()).toBe(true);
});

it('counts attempts from their beginning, so that many at once gain nothing', () => {
  const begun = Array.from({ length: 20 }, () => attempts.begin('acme', EMAIL));
  expect(begun.filter((attempt) => attempt !== undefined)).toHaveLength(FREE_FAILURES);
});

it('does not count an attempt that could not be checked', () => {
  for (let times = 0; times < 50; times += 1) attempts.begin('acme', EMAIL)?.withdrawn();
  for (let times = 0; times < FREE_FAILURES; times += 1) expect(heard()).toBe(true);
  expect(heard()).toBe(false);
});

it('counts each address in each client by itself', () => {
  for (let times = 0; times <= FREE_FAILURES; times += 1) heard();
  expect(heard()).toBe(false);
  expect(heard('other@example.com')).toBe(true);
  expect(heard(EMAIL, 'other')).toBe(true);
});

it('forgets failures after a day', () => {
  for (let times = 0; times < FREE_FAILURES + 3; times += 1) {
    heard();
    clock.advance(10_000);
  }
  clock.advance(24 * 60 * 60_000);
  for (let times = 0; times < FREE_FAILURES; times += 1) expect(heard()).toBe(true);
  expect(heard()).toBe(false);
});

it('remembers so many addresses, and drops the one untouched for longest', () => {
  attempts = new LoginAttempts(clock, 3);
  const fail = (email: string) => {
    for (let times = 0; times < FREE_FAILURES; times += 1) heard(email);
  };
  for (const email of ['a', 'b', 'c']) fail(email);
  clock.advance(FIRST_WAIT_MS);
  expect(heard('a')).toBe(true);
  fail('d');
  expect(attempts.size).toBe(3);
  expect([heard('a'), heard('d'), heard('b')]).toEqual([false, false, true]);
});
