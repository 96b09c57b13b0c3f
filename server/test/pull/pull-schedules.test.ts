import { beforeEach, expect, it } from 'vitest';
import { notePullEnd, pullNotes } from '../../src/store/tenant/pull-ends.js';
import {
  changePullSchedule,
  claimPull,
  schedulePull,
  storePullSchedule,
} from '../../src/store/tenant/pull-schedules.js';
import { HELD_MS, holdSource, releaseSource } from '../../src/store/tenant/pulls.js';
import { forEachDatabase } from '../rig/databases.js';
import { feedOfPulls } from './feed-of-pulls.js';

const MINUTE_MS = 60_000;

forEachDatabase('a pull that servers run', (database) => {
  const rig = feedOfPulls(database);
  const { server } = rig;
  const feed = () => rig.pulling.database;
  const now = () => server.clock.now();
  const add = (every_ms = 10 * MINUTE_MS) =>
    storePullSchedule(feed(), {
      ...{ source: 'mls', public_id: 'pl_1', file: '', mappings: '{}', every_ms },
    });
  const nextIn = async () => ((await pullNotes(feed()))[0]?.nextAt ?? 0) - now();
  const fail = (failed: boolean) =>
    feed().write((transaction) => {
      return notePullEnd(transaction, 'mls', { failed, now: now() });
    });
  beforeEach(() => add());

  it('is claimed by one of several servers, and is due again later', async () => {
    const claims = await Promise.all([1, 2, 3].map(() => claimPull(feed(), 'mls')));
    expect(claims.filter((isOurs) => isOurs)).toHaveLength(1);
    expect(await nextIn()).toBe(10 * MINUTE_MS);
    server.clock.advance(10 * MINUTE_MS);
    expect(await claimPull(feed(), 'mls')).toBe(true);
  });

  it('is not claimed while it is paused, or while a run has its source', async () => {
    await changePullSchedule(feed(), 'mls', { paused: 1 });
    expect(await claimPull(feed(), 'mls')).toBe(false);
    await add();
    await holdSource(feed(), 'mls', 'run');
    expect(await claimPull(feed(), 'mls')).toBe(false);
    server.clock.advance(10 * MINUTE_MS);
    expect(await claimPull(feed(), 'mls')).toBe(true);
  });

  it('is due once when its run was killed, as soon as that was not heard of for long enough', async () => {
    expect(await claimPull(feed(), 'mls')).toBe(true);
    await holdSource(feed(), 'mls', 'run');
    server.clock.advance(HELD_MS - 1);
    expect(await claimPull(feed(), 'mls')).toBe(false);
    server.clock.advance(1);
    expect((await pullNotes(feed()))[0]).toMatchObject({ heldUntil: now() });
    expect(await claimPull(feed(), 'mls')).toBe(true);
    await holdSource(feed(), 'mls', 'other');
    expect(await claimPull(feed(), 'mls')).toBe(false);
    await changePullSchedule(feed(), 'mls', { paused: 1 });
    server.clock.advance(HELD_MS);
    expect(await claimPull(feed(), 'mls')).toBe(false);
  });

  it('backs off while it fails, for an hour at most, and not behind a success', async () => {
    await holdSource(feed(), 'mls', 'run');
    const pauses: number[] = [];
    for (let times = 0; times < 5; times += 1) {
      await fail(true);
      pauses.push((await nextIn()) / MINUTE_MS);
    }
    expect(pauses).toEqual([10, 20, 40, 60, 60]);
    await claimPull(feed(), 'mls');
    await fail(false);
    await changePullSchedule(feed(), 'mls', { next_at: now() });
    await fail(true);
    expect(await nextIn()).toBe(10 * MINUTE_MS);
    await add(120 * MINUTE_MS);
    for (let times = 0; times < 3; times += 1) await fail(true);
    expect(await nextIn()).toBe(120 * MINUTE_MS);
  });

  it('waits until its source may be asked', async () => {
    await holdSource(feed(), 'mls', 'run');
    const waits_until = now() + 300 * MINUTE_MS;
    await releaseSource(feed(), 'mls', 'run', { waits_until });
    await fail(true);
    expect(await nextIn()).toBe(300 * MINUTE_MS);
    expect(await pullNotes(feed())).toMatchObject([{ waitsUntil: waits_until }]);
    await holdSource(feed(), 'mls', 'run');
    await releaseSource(feed(), 'mls', 'run');
    expect((await pullNotes(feed()))[0]?.waitsUntil).toBeUndefined();
  });

  it('is due at once where it was stopped with its server', async () => {
    await claimPull(feed(), 'mls');
    await feed().write((transaction) => schedulePull(transaction, 'mls', 'stopped', now()));
    expect(await nextIn()).toBe(0);
  });

  it('is known to have been killed when its lease has run out', async () => {
    expect(await holdSource(feed(), 'mls', 'one')).toBe('free');
    expect(await holdSource(feed(), 'mls', 'other')).toBe(undefined);
    server.clock.advance(HELD_MS);
    expect(await holdSource(feed(), 'mls', 'other')).toBe('lapsed');
  });
});
