/**
 * A process of its own that admits calls against a shared Redis. Its one argument is an
 * {@link PrimaryMessage} as JSON; it prints `ready`, waits for a line on standard input, then carries the
 * order out and prints the {@link Outcome}s as JSON. All times are of the monotonic clock, which
 * the processes of one machine share. When standard input ends it ends, without giving anything back.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/lib/clock.js';
import { RedisCounters } from '../../src/limits/redis-counters.js';
import { linkTo } from '../rig/redis-link.js';

/** Where this program is. */
export const ADMITTING_PROCESS = fileURLToPath(import.meta.url);

/** Calls of one subject. */
export interface Pace {
  readonly subject: string;
  readonly count: number;
  /** Milliseconds before the first call, and from each to the next. */
  readonly offset: number;
  readonly every: number;
  /** How long an admitted call goes on, in milliseconds. */
  readonly lasts: number;
}

/** What a process is told to do. */
export interface PrimaryMessage {
  readonly url: string;
  readonly installation: string;
  readonly paces: readonly Pace[];
}

/** What became of one call; monotonic milliseconds. */
export interface Outcome {
  readonly subject: string;
  readonly verdict: 'admitted' | 'rate' | 'simultaneous';
  readonly asked: number;
  readonly answered: number;
  readonly ended: number;
}

const monotonic = () => Number(process.hrtime.bigint()) / 1e6;

async function run(counters: RedisCounters, pace: Pace): Promise<Outcome[]> {
  const calls: Promise<Outcome>[] = [];
  await sleep(pace.offset);
  for (let call = 0; call < pace.count; call += 1) {
    calls.push(ask(counters, pace));
    await sleep(pace.every);
  }
  return Promise.all(calls);
}

async function ask(counters: RedisCounters, { subject, lasts }: Pace): Promise<Outcome> {
  const asked = monotonic();
  const admission = await counters.admit(subject, { perSecond: 10, inFlight: 3 });
  const answered = monotonic();
  if (!admission.admitted) {
    return { subject, verdict: admission.reason, asked, answered, ended: answered };
  }
  await sleep(lasts);
  const ended = monotonic();
  admission.release();
  return { subject, verdict: 'admitted', asked, answered, ended };
}

if (process.argv[1] === ADMITTING_PROCESS) {
  const order = JSON.parse(process.argv[2] ?? '') as PrimaryMessage;
  const link = await linkTo(order.url, order);
  const counters = new RedisCounters(link, systemClock);
  process.stdin.once('end', () => process.exit());
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  const outcomes = await Promise.all(order.paces.map((pace) => run(counters, pace)));
  if (!link.there) throw new Error('Redis was away');
  process.stdout.write(`${JSON.stringify(outcomes.flat())}\n`);
}
