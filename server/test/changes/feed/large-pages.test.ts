import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { whenThereIsRoom } from '../../../src/changes/feed/change.records.js';
import { LargePagesWaiting } from '../../../src/lib/unavailable.js';

/** Pages that are ready when the test says so. */
class Pages {
  readonly begun: string[] = [];
  readonly #ready: (() => void)[] = [];

  /** Asks for a page, and tells what became of it. */
  ask(tenant: string): Promise<string> {
    const make = async () => {
      this.begun.push(tenant);
      await new Promise<void>((resolve) => this.#ready.push(resolve));
      return tenant;
    };
    return whenThereIsRoom(tenant, make).catch((error) => (error as Error).name);
  }

  async finishOne(): Promise<void> {
    this.#ready.shift()?.();
    await nextTurn();
  }
}

it('large pages are made two at a time; four of a tenant wait, and no other tenant waits for them all', async () => {
  const pages = new Pages();
  const answers = Array.from({ length: 7 }, () => pages.ask('one'));
  // Two are made, and four wait: there is no room for the last.
  expect(await answers[6]).toBe(LargePagesWaiting.name);
  const other = pages.ask('other');
  expect(pages.begun).toEqual(['one', 'one']);
  await pages.finishOne();
  await pages.finishOne();
  expect(pages.begun.slice(2).sort()).toEqual(['one', 'other']);
  for (let left = 5; left > 0; left -= 1) await pages.finishOne();
  expect(await Promise.all(answers.slice(0, 6))).toEqual(Array(6).fill('one'));
  expect(await other).toBe('other');
});

it('a page that has waited for a second is not made, and takes no place of those that come later', async () => {
  const pages = new Pages();
  const made = [pages.ask('one'), pages.ask('one')];
  const late = [pages.ask('one'), pages.ask('one')];
  expect(await Promise.all(late)).toEqual(late.map(() => LargePagesWaiting.name));
  await pages.finishOne();
  await pages.finishOne();
  expect(await Promise.all(made)).toEqual(['one', 'one']);
  const next = [pages.ask('one'), pages.ask('one')];
  expect(pages.begun).toHaveLength(4);
  await pages.finishOne();
  await pages.finishOne();
  expect(await Promise.all(next)).toEqual(['one', 'one']);
});

it('a page that fails makes room for the next', async () => {
  const fail = () => whenThereIsRoom('one', () => Promise.reject(new Error('away')));
  for (let at = 0; at < 3; at += 1) {
    const failed = await Promise.allSettled([fail(), fail(), fail()]);
    expect(failed.map((one) => one.status === 'rejected' && one.reason.message)).toEqual([
      'away',
      'away',
      'away',
    ]);
  }
});
