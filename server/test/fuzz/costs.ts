import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from './checks.js';
import { between, type Cost, type Processor } from './processor.js';
import type { HostileRequest } from './request.js';
import type { Outcome } from './sender.js';

/** What one request may cost at most, in milliseconds of processor time. */
export const BOUNDS = {
  withoutKey: 50,
  withKey: 250,
  /** Of a request whose pictures are decoded, which a key with private access alone may send. */
  picture: 3_000,
  /** Of the process that hashes passwords, with a key; nobody without one makes it work. */
  hashing: 1_500,
} as const;

/** How often a suspicious request is sent again alone: the least of what it cost counts. */
const ATTEMPTS = 5;

/** Answer to who asks too much: it is cheap, and says nothing of what the request costs else. */
const TOO_MUCH = 420;
/** How many of these are passed over, and how long is waited after each: rates are those of a second. */
const MOST_REFUSED = 3;
const REFUSED_MS = 1_100;

/** A request that takes longer than this, in milliseconds, is long. */
const LONG_MS = 500;

/** Below this in so many milliseconds a process is at rest. */
const REST_MS = 0.4;
const LOOK_MS = 3;
/** How long it is waited for rest. */
const RESTLESS_MS = 20_000;

/** Waits until the process has nothing more to do. */
export async function rest(
  processor: Processor,
  enoughMs = Number.POSITIVE_INFINITY,
): Promise<Cost> {
  const began = performance.now();
  const first = processor.read();
  let before = first;
  for (;;) {
    await sleep(LOOK_MS);
    const after = processor.read();
    const { front, back } = between(before, after);
    const spent = between(first, after);
    const over = performance.now() - began > RESTLESS_MS || spent.front + spent.back > enoughMs;
    // On a busy machine what does not run may wait for its turn.
    if ((front + back < REST_MS && !processor.isRunning) || over) return after;
    before = after;
  }
}

/** What it costs the process to deal with what `work` sends, all of it. */
export async function costOf(processor: Processor, work: () => Promise<void>): Promise<Cost> {
  const before = await rest(processor);
  await work();
  return between(before, await rest(processor, 5_000));
}

/**
 * The same for one request alone, without what the process does in as long a time by itself: one that takes seconds by its
 * own pauses would be charged for every timer that ran in between.
 */
async function ownCostOf(processor: Processor, work: () => Promise<void>): Promise<Cost> {
  const began = performance.now();
  const cost = await costOf(processor, work);
  const ms = performance.now() - began;
  if (ms < LONG_MS) return cost;
  const idle = await costOf(processor, () => sleep(ms));
  return {
    front: Math.max(0, cost.front - idle.front),
    back: Math.max(0, cost.back - idle.back),
  };
}

/** Whether a request was refused as one of too many. */
export function isRefused({ answers }: Outcome): boolean {
  return answers.length > 0 && answers.every(({ status }) => status === TOO_MUCH);
}

/** What is over the bound of a request in what it cost. */
export function excess(request: HostileRequest, { front, back }: Cost): Finding | undefined {
  const bound = frontBound(request);
  // Without a key nothing is to be hashed: the work of every thread counts.
  const counted = request.key === undefined ? front + back : front;
  if (counted > bound) {
    return {
      kind: 'cost',
      detail: `${Math.round(counted)} ms of processor time, ${bound} at most`,
    };
  }
  if (back > BOUNDS.hashing) {
    return { kind: 'cost', detail: `${Math.round(back)} ms of hashing, ${BOUNDS.hashing} at most` };
  }
  return undefined;
}

function frontBound({ key, picture }: HostileRequest): number {
  if (key === undefined) return BOUNDS.withoutKey;
  return picture === true ? BOUNDS.picture : BOUNDS.withKey;
}

/**
 * Sends a request alone, and again for as long as it is over its bound.
 *
 * @returns The least excess, or undefined where it was within its bound once.
 */
export async function confirm(
  request: HostileRequest,
  processor: Processor,
  sendAgain: () => Promise<Outcome>,
): Promise<Finding | undefined> {
  let least: { readonly cost: Cost; readonly finding: Finding } | undefined;
  let refused = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    let outcome: Outcome | undefined;
    const cost = await ownCostOf(processor, async () => {
      outcome = await sendAgain();
    });
    const finding = excess(request, cost);
    if (finding === undefined) {
      if (outcome === undefined || !isRefused(outcome) || refused === MOST_REFUSED)
        return undefined;
      refused += 1;
      attempt -= 1;
      await sleep(REFUSED_MS);
      continue;
    }
    if (least === undefined || cost.front + cost.back < least.cost.front + least.cost.back) {
      least = { cost, finding };
    }
  }
  return least?.finding;
}
