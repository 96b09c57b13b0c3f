import { expect, it } from 'vitest';
import { fourFifths } from '../../src/pull/dialects.js';
import { Pace } from '../../src/pull/pace.js';
import type { PaceLimits } from '../../src/store/tenant/pull-pace.js';
import { forEachDatabase } from '../rig/databases.js';
import { repeats } from '../rig/part.js';
import { Random } from '../trust/random.js';
import { feedOfPulls } from './feed-of-pulls.js';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Of a vendor who publishes little, so that a test reaches the limits of an hour and of a day. */
const PUBLISHED: PaceLimits = { perSecond: 2, perHour: 60, perDay: 300, bytesPerHour: 1e9 };

forEachDatabase('the pace of pulls', (database) => {
  const rig = feedOfPulls(database);

  it('takes one turn for a request, also where the time goes on while it asks for it', async () => {
    const { clock } = rig.server;
    const { database: feed } = rig.pulling;
    const passing: Pick<typeof feed, 'now' | 'note'> = {
      now: () => {
        clock.advance(1);
        return feed.now();
      },
      note: (work) => feed.note(work),
    };
    const wait = async (ms: number) => clock.advance(ms);
    const pace = new Pace(passing as typeof feed, 'token', fourFifths(PUBLISHED), wait);
    for (let turn = 0; turn < 5; turn += 1) await pace.turn(new AbortController().signal);
    const noted = await feed.db.selectFrom('pull_minute').select('requests').execute();
    expect(noted.reduce((sum, { requests }) => sum + requests, 0)).toBe(5);
  });

  it('knows when a limit that is used up is free again, and does not ask until then', async () => {
    const { clock } = rig.server;
    const { signal } = new AbortController();
    const waits: number[] = [];
    const wait = async (ms: number) => {
      waits.push(ms);
      clock.advance(ms);
    };
    const limits = { ...PUBLISHED, perDay: 5 };
    const pace = new Pace(rig.pulling.database, 'token', limits, wait);
    const first = clock.now();
    for (let turn = 0; turn < 3; turn += 1) await pace.turn(signal);
    clock.advance(2 * HOUR_MS);
    for (let turn = 0; turn < 2; turn += 1) await pace.turn(signal);
    const minute = Math.floor(first / 60_000) * 60_000;
    const free = new Date(minute + DAY_MS + 60_000);
    await expect(pace.turn(signal)).rejects.toThrow(`until ${free.toISOString()}: a later run`);
    expect(waits.every((ms) => ms < SECOND_MS)).toBe(true);
    // Near the end it waits.
    clock.advance(free.getTime() - 5 * 60_000 - clock.now());
    await pace.turn(signal);
    expect(clock.now()).toBe(free.getTime());
  });

  it('is never passed in any second, hour or day, by runs that begin, end and meet as they like', async () => {
    const { clock } = rig.server;
    const random = new Random(20261127);
    const { signal } = new AbortController();
    const wait = async (ms: number) => clock.advance(ms);
    const paceOf = () => new Pace(rig.pulling.database, 'token', fourFifths(PUBLISHED), wait);
    const starts: number[] = [];
    const until = clock.now() + repeats(1.2, 2.2) * DAY_MS;
    let runs = [paceOf(), paceOf()];
    while (clock.now() < until) {
      // As after a restart: nothing is known but what the database has.
      if (random.chance(0.05)) runs = [paceOf(), paceOf()];
      if (random.chance(0.01)) clock.advance(random.size(1, 2 * HOUR_MS));
      const run = random.one(runs);
      const hasTurn = random.chance(0.5)
        ? await run.turnOfRest(clock.now() + 60_000, signal)
        : await run.turn(signal).then(
            () => true,
            () => false,
          );
      if (hasTurn) starts.push(clock.now());
      // Until then no more requests are allowed.
      else clock.advance(random.between(1, 30) * 60_000);
    }
    const within = (from: number, ms: number) =>
      starts.filter((at) => at >= from && at < from + ms).length;
    const most = (ms: number) => Math.max(...starts.map((at) => within(at, ms)));
    expect(most(SECOND_MS)).toBeLessThanOrEqual(PUBLISHED.perSecond);
    expect(most(HOUR_MS)).toBeLessThanOrEqual(PUBLISHED.perHour);
    expect(most(DAY_MS)).toBeLessThanOrEqual(PUBLISHED.perDay);
    // It uses what it may.
    expect(most(HOUR_MS)).toBe(48);
    expect(most(DAY_MS)).toBe(240);
  });
});
