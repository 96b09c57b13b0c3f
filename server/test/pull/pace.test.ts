import { expect, it } from 'vitest';
import { fourFifths } from '../../src/pull/dialects.js';
import { Pace } from '../../src/pull/pace.js';
import { type PaceLimits, tokenName } from '../../src/store/directory/pull-paces.js';
import { forEachDatabase } from '../rig/databases.js';
import { repeats } from '../rig/part.js';
import { Random } from '../trust/random.js';
import { feedOfPulls } from './feed-of-pulls.js';
import { pricesOf, pullOnce, TOKEN } from './pulling.js';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Of a vendor who publishes little, so that a test reaches the limits of an hour and of a day. */
const PUBLISHED: PaceLimits = {
  perSecond: 2,
  perHour: 60,
  perDay: 300,
  bytesPerHour: 1e9,
  bytesPerDay: 2e9,
};

forEachDatabase('the pace of pulls', (database) => {
  const rig = feedOfPulls(database);

  it('takes one turn for a request, also where the time goes on while it asks for it', async () => {
    const { clock, services } = rig.server;
    const { pullPaces, tables } = services.directory;
    const passing = {
      now: () => {
        clock.advance(1);
        return clock.now();
      },
    };
    const wait = async (ms: number) => clock.advance(ms);
    const pace = new Pace(pullPaces, passing, 'one turn', fourFifths(PUBLISHED), wait);
    for (let turn = 0; turn < 5; turn += 1) await pace.turn(new AbortController().signal);
    const noted = await tables.db
      .selectFrom('pull_minute')
      .select('requests')
      .where('token', '=', 'one turn')
      .execute();
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
    const pace = new Pace(rig.server.services.directory.pullPaces, clock, 'token', limits, wait);
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
    const { pullPaces } = rig.server.services.directory;
    const paceOf = () => new Pace(pullPaces, clock, 'token', fourFifths(PUBLISHED), wait);
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

  it('ends with the bytes of an hour and of a day, too', async () => {
    const { clock, services } = rig.server;
    const { signal } = new AbortController();
    const wait = async (ms: number) => clock.advance(ms);
    const limits = { ...fourFifths({ ...PUBLISHED, perHour: 1e6, perDay: 1e6 }) };
    const pace = new Pace(services.directory.pullPaces, clock, 'bytes', limits, wait);
    const answers: number[] = [];
    const until = clock.now() + 2 * DAY_MS;
    while (clock.now() < until) {
      const hasTurn = await pace.turnOfRest(clock.now() + 60_000, signal);
      if (!hasTurn) clock.advance(10 * 60_000);
      else {
        await pace.answered(100e6);
        answers.push(clock.now());
      }
    }
    const most = (ms: number) =>
      Math.max(
        ...answers.map((from) => answers.filter((at) => at >= from && at < from + ms).length),
      );
    expect(most(HOUR_MS) * 100e6).toBeLessThanOrEqual(PUBLISHED.bytesPerHour);
    expect(most(DAY_MS) * 100e6).toBeLessThanOrEqual(PUBLISHED.bytesPerDay);
    expect(most(DAY_MS)).toBeGreaterThan(10);
  });

  it('counts the bytes of answers that break off or say no, too', async () => {
    const counterpart = await rig.source('reso');
    const { tables } = rig.server.services.directory;
    const bytes = async () => {
      const rows = await tables.db.selectFrom('pull_minute').selectAll().execute();
      return rows.reduce((sum, row) => sum + Number(row.bytes), 0);
    };
    counterpart.fault = () => ({ status: 500, body: 'x'.repeat(1000) });
    await expect(pullOnce(rig.pulling)).rejects.toThrow('answered 500');
    expect(await bytes()).toBe(counterpart.calls.length * 1000);
    await tables.db.deleteFrom('pull_minute').execute();
    counterpart.fault = () => 'cut';
    await expect(pullOnce(rig.pulling)).rejects.toThrow('failed');
    expect(await bytes()).toBeGreaterThan(100);
  });

  it('is that of a token over all feeds, and goes on from what 0.4.0 has noted in one of them', async () => {
    const counterpart = await rig.source('reso');
    const { clock, services } = rig.server;
    const token = tokenName(TOKEN);
    const first = rig.pulling;
    await services.directory.tables.db
      .deleteFrom('pull_minute')
      .where('token', '=', token)
      .execute();
    const minute = Math.floor(clock.now() / 60_000);
    const { db } = first.database;
    const noted = { token, asked_at: clock.now(), silent_until: clock.now() + 120_000 };
    await db
      .insertInto('pull_token')
      .values({ ...noted, silence_ms: 60_000 })
      .execute();
    await db
      .insertInto('pull_minute')
      .values({ token, minute, requests: 3999, bytes: 0 })
      .execute();
    const from = clock.now();
    // Four fifths of 5,000 an hour are 4,000.
    await expect(pullOnce(first)).rejects.toThrow('Nothing more may be asked of the source until');
    expect(counterpart.calls).toHaveLength(1);
    expect((counterpart.calls[0]?.at ?? 0) - from).toBeGreaterThanOrEqual(120_000);
    expect(await db.selectFrom('pull_minute').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('pull_token').selectAll().execute()).toEqual([]);
    await rig.server.addTenant('another', { kind: 'mls' });
    const other = await services.tenants.tenant('another');
    if (other === undefined) throw new Error('There is no such feed.');
    const another = { ...first, database: other.database };
    await expect(pullOnce(another)).rejects.toThrow(
      'Nothing more may be asked of the source until',
    );
    expect(counterpart.calls).toHaveLength(1);
    clock.advance(HOUR_MS);
    await pullOnce(another);
    expect(Object.keys(await pricesOf(other.database))).toHaveLength(10);
  });
});
