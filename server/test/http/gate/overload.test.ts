import { expect, it } from 'vitest';
import { Overload } from '../../../src/http/gate/overload.js';
import { refusals } from '../../../src/http/gate/refusals.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { type Flow, type Outcome, SimulatedProcess } from './simulated-process.js';
import { tickingOverload } from './ticking-overload.js';

/** So many callers, each at one rate. */
function flows(name: string, count: number, flow: Omit<Flow, 'caller'>): Flow[] {
  return Array.from({ length: count }, (_, index) => ({ caller: `${name}${index}`, ...flow }));
}

function part(outcomes: readonly Outcome[], of: (outcome: Outcome) => boolean): number {
  return outcomes.filter(of).length / outcomes.length;
}

/** The time that so large a part of the calls stays below. */
function within(outcomes: readonly Outcome[], share: number): number {
  const sorted = outcomes.map(({ took }) => took).sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

const of = (name: string) => (outcome: Outcome) => outcome.caller.startsWith(name);
const refused = (outcome: Outcome) => outcome.refused;
const during = (from: number, until: number) => (outcome: Outcome) =>
  outcome.at >= from * 1000 && outcome.at < until * 1000;

it('is under no pressure at first', () => {
  const { overload } = new SimulatedProcess(1, 0.1);
  expect([overload.pressure, overload.refuses, overload.underWay]).toEqual([0, false, 0]);
});

it('looks at the time for as long as there is something to do', () => {
  const clock = new ManualClock(0);
  let due: (() => void)[] = [];
  const overload = new Overload({
    clock,
    after: (_ms, run) => void due.push(run),
    utilization: () => 0,
    waiting: () => 0,
  });
  /** So many ticks, or as many as there are. @returns Whether one more is to come. */
  const ticks = (count: number): boolean => {
    for (let tick = 0; tick < count && due.length > 0; tick += 1) {
      clock.advance(20);
      const [run] = due;
      due = due.slice(1);
      run?.();
    }
    return due.length > 0;
  };
  expect(overload.refusal('one')).toBeUndefined();
  // A call has come since the last look.
  expect(ticks(1)).toBe(true);
  expect(ticks(10)).toBe(false);
  expect(overload.refusal('one')).toBeUndefined();
  const { end } = overload.begin();
  expect(ticks(20)).toBe(true);
  end();
  expect(ticks(10)).toBe(false);
});

it('refuses at the second look that finds it behind, until a second after the last refusal', () => {
  let waiting = 1_000;
  const { overload, tick } = tickingOverload({ waiting: () => waiting });
  overload.remember('one');
  const { end } = overload.begin();
  for (let call = 0; call < 5; call += 1) {
    expect(overload.refusal('one')).toBeUndefined();
    const { works, end: endCall } = overload.begin();
    works();
    endCall();
  }
  const afterTicks = (count: number) => {
    for (let times = 0; times < count; times += 1) tick();
    return [overload.pressure > 1, overload.refuses];
  };
  // It looks every fifty milliseconds, at the next tick.
  expect(afterTicks(2)).toEqual([false, false]);
  expect(afterTicks(1)).toEqual([true, false]);
  expect(afterTicks(3)).toEqual([true, true]);
  // The share is no less than a part of what it has answered lately, which is more than that caller asks.
  expect(overload.refusal('one')).toBeUndefined();
  waiting = 0;
  expect(afterTicks(48)).toEqual([false, true]);
  expect(afterTicks(3)).toEqual([false, false]);
  end();
});

it('lets every call in while the process keeps up', () => {
  const process = new SimulatedProcess(0.5, 0.1);
  // Nine tenths of what it can do, in bursts.
  const outcomes = process.run(flows('key', 180, { rate: 10, from: 0, until: 10, burst: 3 }));
  expect(outcomes.filter(refused)).toEqual([]);
  expect(process.changes).toEqual([]);
});

it.each([
  { answerMs: 0.5, flooders: 380, withinMs: 100 },
  { answerMs: 2, flooders: 80, withinMs: 150 },
  // Few answers fit into the time in which a process notices that it is late.
  { answerMs: 10, flooders: 16, withinMs: 400 },
])('answers in time at twice the load that it carries: %o', ({ answerMs, flooders, withinMs }) => {
  const process = new SimulatedProcess(answerMs, 0.1);
  const modest = Math.ceil(flooders / 10);
  const outcomes = process.run([
    ...flows('flood', flooders, { rate: 10, from: 5, until: 35 }),
    // Well below the fair share, and several calls at a time.
    ...flows('modest', modest, { rate: 1, from: 0, until: 40, burst: 2 }),
  ]);
  const flood = outcomes.filter(during(5, 35));
  expect(within(flood.filter(refused), 0.99)).toBeLessThan(withinMs);
  expect(
    within(
      flood.filter((outcome) => !outcome.refused),
      0.99,
    ),
  ).toBeLessThan(withinMs);
  expect(part(flood.filter(of('modest')), refused)).toBeLessThanOrEqual(0.01);
  // What it could do at most, had refusals cost nothing.
  const most = 30_000 / answerMs;
  expect(flood.filter((outcome) => !outcome.refused).length).toBeGreaterThan(most * 0.6);
  // Nobody is refused any more two seconds after the flood.
  expect(outcomes.filter(during(37, 40)).filter(refused)).toEqual([]);
  expect(process.changes).toEqual([true, false]);
});

it('answers while it refuses as much as it can', () => {
  const process = new SimulatedProcess(2, 0.1);
  const callers = Array.from({ length: 440 }, (_, index) => `key${index}`);
  // Each call is sent again as soon as it is refused.
  const connections = Array.from({ length: 256 }, (_, index) => ({
    callers: [...callers.slice(index), ...callers.slice(0, index)],
    calls: 400,
  }));
  const outcomes = process.run([], connections);
  const [last] = outcomes.slice(-1);
  const half = ((last?.at ?? 0) + (last?.took ?? 0)) / 2;
  const answered = outcomes.filter((outcome) => outcome.at > half && !outcome.refused);
  expect((answered.length * 2) / half).toBeGreaterThan(0.4);
});

it('gives all that flood the same, however often they call', () => {
  const process = new SimulatedProcess(5, 0.05);
  const outcomes = process
    .run([
      ...flows('double', 10, { rate: 20, from: 0, until: 20 }),
      ...flows('tenfold', 10, { rate: 100, from: 0, until: 20 }),
    ])
    .filter(during(5, 20));
  const admitted = (name: string) =>
    outcomes.filter(of(name)).filter((outcome) => !outcome.refused).length;
  expect(admitted('tenfold') / admitted('double')).toBeLessThan(1.2);
  expect(admitted('tenfold') / admitted('double')).toBeGreaterThan(0.8);
});

it('gives names that nobody knows a bounded number of shares together', () => {
  const process = new SimulatedProcess(5, 0.02);
  const { overload } = process;
  const known = flows('known', 50, { rate: 10, from: 0, until: 20 });
  for (const { caller } of known) overload.remember(caller);
  overload.remember = () => {};
  const ask = overload.refusal.bind(overload);
  let names = 0;
  overload.refusal = (caller) => {
    // Every one of these calls has another name.
    names += 1;
    return ask(caller.startsWith('known') ? caller : `${caller}-${names}`);
  };
  const strangers = flows('stranger', 100, { rate: 50, from: 0, until: 20 });
  const outcomes = process.run([...known, ...strangers]).filter(during(5, 20));
  const admitted = (name: string) =>
    outcomes.filter(of(name)).filter((outcome) => !outcome.refused).length;
  // As many as the fifty who are known, and not a hundred times as many.
  expect(admitted('stranger') / admitted('known')).toBeLessThan(1.3);
  expect(overload.remembered).toBe(50);
});

it('refuses nobody after one long pause', () => {
  const process = new SimulatedProcess(0.5, 0.1);
  const steady = flows('key', 100, { rate: 10, from: 0, until: 2 });
  expect(process.run(steady).filter(refused)).toEqual([]);
  process.stall(60);
  const later = flows('key', 100, { rate: 10, from: 2, until: 4 });
  expect(process.run(later).filter(refused)).toEqual([]);
});

it('refuses nobody while few call, however late it is', () => {
  const process = new SimulatedProcess(10, 0.1, {});
  const outcomes = process.run(flows('key', 20, { rate: 9, from: 0, until: 10 }));
  expect(within(outcomes, 0.5)).toBeGreaterThan(1_000);
  expect(outcomes.filter(refused)).toEqual([]);
  expect(process.changes).toEqual([]);
});

it('refuses when a crowd calls with keys that nobody knows', () => {
  const process = new SimulatedProcess(1, 0.1, {});
  const known = flows('key', 10, { rate: 9, from: 0, until: 10 });
  for (const { caller } of known) process.overload.remember(caller);
  process.overload.remember = () => {};
  const strangers = flows('stranger', 200, { rate: 10, from: 0, until: 10 });
  const outcomes = process.run([...known, ...strangers]);
  expect(part(outcomes.filter(of('stranger')), refused)).toBeGreaterThan(0.3);
  expect(part(outcomes.filter(of('key')), refused)).toBeLessThan(0.05);
});

it('refuses nobody while it is late for want of a processor and has little to do', () => {
  const clock = new ManualClock(0);
  let tick = (): void => {};
  const overload = new Overload({
    clock,
    after: (_, run) => {
      tick = run;
    },
    utilization: () => 0.5,
    waiting: () => 0,
  });
  for (let times = 0; times < 100; times += 1) {
    for (let call = 0; call < 50; call += 1) expect(overload.refusal('key')).toBeUndefined();
    clock.advance(120);
    tick();
  }
});

it('refuses nobody where few calls are sent at a time, though other programs take most of the processor', () => {
  const process = new SimulatedProcess(1, 0.1, { processor: 0.25 });
  const callers = Array.from({ length: 400 }, (_, index) => `key${index}`);
  const connections = Array.from({ length: 10 }, (_, index) => ({
    callers: [...callers.slice(index * 40), ...callers.slice(0, index * 40)],
    calls: 500,
  }));
  const outcomes = process.run([], connections);
  expect(outcomes).toHaveLength(5_000);
  // The event loop is late at every look, by what ten calls take.
  expect(within(outcomes, 0.5)).toBeGreaterThan(30);
  expect(outcomes.filter(refused)).toEqual([]);
});

it('refuses nobody who asks little because a few calls of others take long', () => {
  const process = new SimulatedProcess(1, 0.1, {});
  const hostile = Array.from({ length: 8 }, (_, index) => ({
    callers: Array.from({ length: 6 }, (_, at) => `hostile${at * 8 + index}`),
    calls: 100,
    answerMs: 40,
  }));
  const outcomes = process.run(flows('good', 4, { rate: 8, from: 0, until: 30 }), hostile);
  expect(outcomes.filter(of('good'))).toHaveLength(4 * 8 * 30);
  expect(outcomes.filter(refused)).toEqual([]);
});

it.each([
  { calls: 23, lateMs: 13, behind: false },
  { calls: 24, lateMs: 12, behind: false },
  { calls: 24, lateMs: 13, behind: true },
])('takes calls that were under way while it is late for a queue: %o', (one) => {
  const { calls, lateMs, behind } = one;
  const { overload, tick } = tickingOverload({ utilization: () => 1 });
  overload.remember('one');
  const ends = Array.from({ length: calls }, () => {
    expect(overload.refusal('one')).toBeUndefined();
    return overload.begin().end;
  });
  for (const end of ends) end();
  // None has come while it was late.
  for (const late of [0, 0, lateMs]) tick(20 + late);
  expect(overload.pressure > 1).toBe(behind);
  // They are over.
  overload.refusal('one');
  tick(150);
  expect(overload.pressure).toBe(0);
});

/** A process whose calls wait for something else: its event loop is never late. */
function waitingProcess(waiting: () => number) {
  const clock = new ManualClock(0);
  const overload = new Overload({
    clock,
    after: () => {},
    utilization: () => 0.1,
    waiting,
    fewCallers: 1,
  });
  return { clock, overload };
}

it('refuses calls while too many wait for a connection to the database', () => {
  let waiting = 0;
  const { clock, overload } = waitingProcess(() => waiting);
  overload.remember('modest');
  overload.remember('flood');
  const tally = { modest: 0, flood: 0 };
  for (let call = 0; call < 1_000; call += 1) {
    clock.advance(10);
    // A hundred calls end in a second, and twenty are waiting: 200 milliseconds.
    waiting = call < 200 ? 0 : 20;
    if (overload.refusal('flood') === undefined) {
      const underWay = overload.begin();
      underWay.works();
      underWay.end();
    } else tally.flood += 1;
    if (call % 100 === 0 && overload.refusal('modest') !== undefined) tally.modest += 1;
    for (let more = 0; more < 3 && call % 2 === 0; more += 1) overload.refusal('flood');
  }
  expect(tally.flood).toBeGreaterThan(100);
});

it('refuses nobody where few call now, however many have called before', () => {
  let waiting = 0;
  const { clock, overload } = waitingProcess(() => waiting);
  overload.remember('one');
  const call = () => {
    expect(overload.refusal('one')).toBeUndefined();
    const underWay = overload.begin();
    underWay.works();
    underWay.end();
  };
  for (let times = 0; times < 100; times += 1) {
    clock.advance(10);
    call();
  }
  clock.advance(10_000);
  waiting = 1_000;
  for (let times = 0; times < 20; times += 1) {
    clock.advance(600);
    call();
    expect(overload.pressure).toBe(0);
  }
});

it('counts the calls under way where few come now', () => {
  const { clock, overload } = waitingProcess(() => 0);
  overload.remember('one');
  const begun = Array.from({ length: 150 }, () => {
    expect(overload.refusal('one')).toBeUndefined();
    const underWay = overload.begin();
    underWay.works();
    return underWay;
  });
  for (const { end } of begun.slice(0, 20)) end();
  for (let times = 0; times < 10; times += 1) {
    clock.advance(600);
    overload.refusal('one');
  }
  // It has ended twenty calls in six seconds, and has 130 to end.
  expect([overload.underWay, overload.pressure > 1, overload.refuses]).toEqual([130, true, true]);
});

it('never has more than a thousand calls under way', () => {
  const { clock, overload } = waitingProcess(() => 0);
  const ends: (() => void)[] = [];
  for (let call = 0; call < 1_000; call += 1) {
    expect(overload.refusal(`key${call}`)).toBeUndefined();
    ends.push(overload.begin().end);
  }
  clock.advance(1);
  expect(overload.refusal('key0')).toMatchObject({ reason: refusals.busyCalls.reason });
  expect(overload.underWay).toBe(1_000);
  for (const end of ends) {
    end();
    end();
  }
  expect(overload.underWay).toBe(0);
  expect(overload.refusal('key0')).toBeUndefined();
});

it('says how long to wait', () => {
  const process = new SimulatedProcess(5, 0.05);
  let last: ReturnType<Overload['refusal']>;
  const { overload } = process;
  const ask = overload.refusal.bind(overload);
  overload.refusal = (caller) => {
    const refusal = ask(caller);
    last = refusal ?? last;
    return refusal;
  };
  process.run(flows('flood', 100, { rate: 10, from: 0, until: 5 }));
  expect(last).toMatchObject({ status: 420, words: refusals.busyShare.words });
  expect(last?.headers?.['retry-after']).toMatch(/^([1-9]|10)$/);
});

it('advises a wait in which a caller has another call of its share', () => {
  const { overload, tick } = tickingOverload({ utilization: () => 1 });
  for (let caller = 0; caller < 24; caller += 1) {
    overload.remember(`key${caller}`);
    expect(overload.refusal(`key${caller}`)).toBeUndefined();
    overload.begin();
  }
  tick(150);
  tick(150);
  // Seven tenths of what each has called lately are its share: 0.7 × exp(-0.3) calls a second.
  expect(overload.refusal('key0')?.headers).toEqual({ 'retry-after': '2' });
});

it('remembers a bounded number of callers', () => {
  const { clock, overload } = waitingProcess(() => 0);
  for (let caller = 0; caller < 30_000; caller += 1) overload.remember(`key${caller}`);
  clock.advance(1);
  expect(overload.remembered).toBe(10_000);
});
