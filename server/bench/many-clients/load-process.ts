/**
 * Puts an open load on a server: each key calls at its pace, whatever the time of the answers.
 * Arguments: the server's URL and a plan in JSON. Prints one JSON line at its begin, and one with
 * the results.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Search } from '../searches.js';
import { percentile } from '../statistics.js';

/** Some keys with the same pace. */
export interface Group {
  readonly name: string;
  /** The first key, and the number of keys. */
  readonly from: number;
  readonly count: number;
  /** The calls per second of each key. */
  readonly rate: number;
  /** The seconds after the start between which the keys call. */
  readonly begin: number;
  readonly end: number;
}

/** The plan of a load. */
export interface Plan {
  readonly keys: string;
  readonly searches: string;
  readonly groups: readonly Group[];
  readonly connections: number;
  /** Calls before this second are made and not counted. */
  readonly warmUp: number;
  readonly seconds: number;
}

/** The timeout of a call. */
const GIVE_UP_MS = 15_000;

interface Call {
  readonly group: Tally;
  readonly key: number;
  readonly path: string;
  readonly due: number;
  sent: number;
}

const [url = '', planText = ''] = process.argv.slice(2);
const plan = JSON.parse(planText) as Plan;
const keys = JSON.parse(readFileSync(plan.keys, 'utf8')) as string[];
const paths = (JSON.parse(readFileSync(plan.searches, 'utf8')) as Search[]).map(
  ({ query }) => `/properties?${new URLSearchParams({ ...query, apiKey: '' })}`,
);
const { hostname, port, host } = new URL(url);
const called = new Set<number>();
const waiting: Call[] = [];
let firstWaiting = 0;
const idle: Line[] = [];
let open = 0;
let underWay = 0;
let mostUnderWay = 0;

/** The results of the calls of one group. */
class Tally {
  readonly #statuses: Record<string, number> = {};
  readonly #fromDue: number[] = [];
  readonly #fromSent: number[] = [];
  readonly #refusedIn: number[] = [];
  readonly #first: number[] = [];
  readonly #seconds: { failed: number; took: number[]; refused: number[] }[] = [];
  #late = 0;
  /** The good answers within the measured time. */
  #inTime = 0;

  /** @param status 0 for a call without an answer. */
  add({ key, due, sent }: Call, status: number, words: string): void {
    const now = performance.now();
    if (!called.has(key)) {
      called.add(key);
      this.#first.push(now - sent);
    }
    const second = Math.floor((due - start) / 1000);
    // Counts by the time of the answer: an answer after the end is not part of what the server does
    // in a second.
    if (status >= 200 && status < 400 && now >= start + plan.warmUp * 1000 && now <= end) {
      this.#inTime += 1;
    }
    if (second < plan.warmUp) return;
    this.#seconds[second] ??= { failed: 0, took: [], refused: [] };
    const at = this.#seconds[second];
    this.#statuses[words] = (this.#statuses[words] ?? 0) + 1;
    if (status === 420) {
      at.refused.push(now - sent);
      this.#refusedIn.push(now - sent);
      return;
    }
    if (status < 200 || status > 399) {
      at.failed += 1;
      return;
    }
    at.took.push(now - due);
    this.#fromDue.push(now - due);
    this.#fromSent.push(now - sent);
    if (sent - due > 5) this.#late += 1;
  }

  figures() {
    const offered = Object.values(this.#statuses).reduce((sum, count) => sum + count, 0);
    const good = this.#fromDue.length;
    return {
      calls: offered,
      answered: good,
      answeredPerSecond: Math.round(this.#inTime / plan.seconds),
      statuses: this.#statuses,
      fromDueMs: spread(this.#fromDue),
      fromSentMs: spread(this.#fromSent),
      refusedFromSentMs: spread(this.#refusedIn),
      firstCallMs: spread(this.#first),
      sentLate: this.#late,
      seconds: this.#seconds.map(({ failed, took, refused }, second) => ({
        second,
        good: took.length,
        refused: refused.length,
        failed,
        p99: p99Of(took),
        refusedP99: p99Of(refused),
      })),
    };
  }
}

/** One connection to the server, for one call at a time. */
class Line {
  readonly #socket: Socket;
  #call: Call | undefined;
  #text = '';

  constructor() {
    open += 1;
    this.#socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
    this.#socket.on('data', (part: string) => this.#read(part));
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => this.#closed());
  }

  get usable(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  send(call: Call): void {
    this.#call = call;
    call.sent = performance.now();
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    const address = `192.0.2.${(call.key % 250) + 1}`;
    this.#socket.write(
      `GET ${call.path}${keys[call.key]} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-proto: https\r\nx-forwarded-for: ${address}\r\n\r\n`,
    );
  }

  giveUp(before: number): void {
    if (this.#call !== undefined && this.#call.sent < before) this.#socket.destroy();
  }

  #read(part: string): void {
    this.#text += part;
    const end = this.#text.indexOf('\r\n\r\n');
    if (end === -1 || this.#call === undefined) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#text.slice(0, end))?.[1];
    if (length === undefined) {
      this.#socket.destroy();
      return;
    }
    if (this.#text.length - end - 4 < Number(length)) return;
    const status = Number(this.#text.slice(9, 12));
    const call = this.#call;
    const words = status === 200 ? '200' : `${status} ${firstWords(this.#text.slice(end + 4))}`;
    this.#call = undefined;
    const closes = /\r\nconnection: close/i.test(this.#text.slice(0, end));
    this.#text = '';
    underWay -= 1;
    call.group.add(call, status, words);
    if (closes) this.#socket.destroy();
    else idle.push(this);
    sendWaiting();
  }

  #closed(): void {
    open -= 1;
    lines.delete(this);
    const call = this.#call;
    this.#call = undefined;
    if (call === undefined) return;
    underWay -= 1;
    const why = performance.now() - call.sent > GIVE_UP_MS ? 'given up' : 'connection closed';
    call.group.add(call, 0, `no answer: ${why}`);
    sendWaiting();
  }
}

const lines = new Set<Line>();

function sendWaiting(): void {
  while (firstWaiting < waiting.length) {
    const line = freeLine();
    if (line === undefined) return;
    line.send(waiting[firstWaiting] as Call);
    firstWaiting += 1;
    if (firstWaiting < 4096) continue;
    waiting.splice(0, firstWaiting);
    firstWaiting = 0;
  }
}

/**
 * The connection that has been idle for longest, so that all processes of the server get the same
 * load.
 */
function freeLine(): Line | undefined {
  for (let line = idle.shift(); line !== undefined; line = idle.shift()) {
    if (line.usable) return line;
  }
  if (open >= plan.connections) return undefined;
  const line = new Line();
  lines.add(line);
  return line;
}

function firstWords(body: string): string {
  return body.replace(/^"/, '').split(/[.:]/)[0]?.slice(0, 60) ?? '';
}

function spread(figures: readonly number[]) {
  if (figures.length === 0) return null;
  const sorted = [...figures].sort((one, other) => one - other);
  const at = (share: number) => round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

function p99Of(figures: readonly number[]): number | null {
  return figures.length === 0 ? null : round(percentile(figures, 99));
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10;
}

/**
 * The next call of each key, soonest first: the keys of a group call in the same order, again and
 * again.
 */
function makePacers(group: Group, tally: Tally) {
  const step = 1000 / (group.rate * group.count);
  let calls = 0;
  const first = start + group.begin * 1000;
  return (now: number): void => {
    for (;;) {
      const due = first + calls * step;
      if (due > now || due >= start + group.end * 1000 || due >= end) return;
      const round = Math.floor(calls / group.count);
      const key = group.from + (calls % group.count);
      // Each key sends another search than its neighbours and than before.
      const path = paths[(key + round) % paths.length] as string;
      waiting.push({ group: tally, key, path, due, sent: 0 });
      calls += 1;
    }
  };
}

process.stdout.write('{"begun":true}\n');
const start = performance.now() + 100;
const end = start + (plan.warmUp + plan.seconds) * 1000;
const tallies = plan.groups.map(() => new Tally());
const pacers = plan.groups
  .map((group, at) => ({ group, tally: tallies[at] as Tally }))
  .filter(({ group }) => group.count > 0 && group.rate > 0)
  .map(({ group, tally }) => makePacers(group, tally));
const watch = setInterval(() => {
  for (const line of lines) line.giveUp(performance.now() - GIVE_UP_MS);
}, 500);
const tick = setInterval(() => {
  const now = performance.now();
  for (const pace of pacers) pace(now);
  sendWaiting();
  const done = now > end && underWay === 0 && firstWaiting === waiting.length;
  // Calls that cannot be sent within a minute after the end are dropped.
  if (!done && now < end + 60_000) return;
  clearInterval(tick);
  clearInterval(watch);
  const unsent = waiting.length - firstWaiting;
  const groups = plan.groups.map(({ name }, at) => ({ name, ...tallies[at]?.figures() }));
  const { user, system } = process.cpuUsage();
  const figures = {
    mostUnderWay,
    unsent,
    drainedMs: round(now - end),
    groups,
    cpuSeconds: (user + system) / 1e6,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit());
}, 1);
