import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { columns } from '../../bench/statistics.js';
import type { Finding } from './checks.js';
import type { Seen } from './neighbour-process.js';
import type { HostileRequest } from './request.js';
import type { Outcome } from './sender.js';
import { megabytes, type Stage, type Totals, tableOf } from './totals.js';

/** A request that failed, as it is written to a file. */
export interface Failure extends Finding {
  readonly seed: number;
  readonly engine: string;
  readonly number: number;
  readonly request: HostileRequest;
}

/** Files of one kind, at most: the tenth says no more than the first. */
const MOST_FILES = 5;
const PROGRESS_MS = 15_000;

/** From the first stage with so many requests on, or from the middle, memory may not grow. */
const WARMED_UP = 100_000;
/** What it may differ by all the same, in bytes: how full caches are and what the allocator keeps. */
const HEAP_GROWTH = 32 << 20;
const RSS_GROWTH = 128 << 20;

/** Keeps what a run found and did, and prints it. */
export class Report {
  readonly #run: Pick<Failure, 'seed' | 'engine'>;
  readonly #folder: string;
  readonly #counts = new Map<string, number>();
  readonly #statuses = new Map<string, number>();
  readonly #stages: Stage[] = [];
  #keyed = 0;
  #sent = 0;
  #answered = 0;
  #lookedInto = 0;
  #unanswered = 0;
  #saidAt = performance.now();

  /** @param folder Where failures are written; made when there is one. */
  constructor(run: Pick<Failure, 'seed' | 'engine'>, folder: string) {
    this.#run = run;
    this.#folder = folder;
  }

  get findings(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Whether enough of one kind was found: more of it says nothing. */
  knows(kind: string): boolean {
    return (this.#counts.get(kind) ?? 0) >= MOST_FILES;
  }

  /** Something that must not be, and the request that shows it where it is a single one. */
  found(
    finding: Finding,
    by?: { readonly number: number; readonly request: HostileRequest },
  ): void {
    const count = (this.#counts.get(finding.kind) ?? 0) + 1;
    this.#counts.set(finding.kind, count);
    const where = by === undefined ? '' : ` (request ${by.number}, ${by.request.shape})`;
    say(`FOUND ${finding.kind}${where}: ${finding.detail}`);
    if (by === undefined || count > MOST_FILES) return;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = join(this.#folder, `${finding.kind.replaceAll(' ', '-')}-${by.number}.json`);
    writeFileSync(file, JSON.stringify({ ...finding, ...this.#run, ...by } satisfies Failure));
    say(`  send it again: npm run fuzz -- --engine ${this.#run.engine} --replay ${file}`);
  }

  sent(request: HostileRequest, { answers, refused }: Outcome): void {
    this.#sent += 1;
    if (request.key !== undefined) this.#keyed += 1;
    if (refused === true) this.#count('not connected');
    this.#answered += answers.length;
    if (answers.length === 0 && request.ending.kind === 'answered') this.#unanswered += 1;
    for (const { status } of answers) this.#count(String(status));
  }

  #count(status: string): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  looksInto(): void {
    this.#lookedInto += 1;
  }

  stage(stage: Stage): void {
    this.#stages.push(stage);
    const { rss, heapUsed, external } = stage.memory;
    say(
      `at rest after ${stage.requests}: RSS ${megabytes(rss)}, heap ${megabytes(heapUsed)}, outside of it ${megabytes(external)}`,
    );
  }

  progress(requests: number, part: number): void {
    if (performance.now() - this.#saidAt < PROGRESS_MS) return;
    this.#saidAt = performance.now();
    say(`${requests} requests, ${Math.floor(part * 100)} %`);
  }

  /** Judges what only a whole run shows. */
  checkMemory(): void {
    const [first, last] = this.#warmedUp();
    if (first === undefined || last === undefined) return;
    const grown = (of: 'rss' | 'heapUsed' | 'external'): number =>
      last.memory[of] - first.memory[of];
    const heap = grown('heapUsed') + grown('external');
    if (heap > HEAP_GROWTH || grown('rss') > RSS_GROWTH) {
      const between = `from ${first.requests} requests to ${last.requests}`;
      const detail = `heap ${megabytes(heap)} and RSS ${megabytes(grown('rss'))} more ${between}`;
      this.found({ kind: 'memory', detail });
    }
  }

  /** The stage from which on memory may not grow, and the last one. */
  #warmedUp(): readonly [Stage | undefined, Stage | undefined] {
    const last = this.#stages.at(-1);
    const half = (last?.requests ?? 0) / 2;
    const first = this.#stages.find(({ requests }) => requests >= Math.min(WARMED_UP, half));
    return [first, last];
  }

  /** Prints the sum of it. */
  print(seen: Seen, errors: ReadonlyMap<string, number>, seconds: number): void {
    say(
      `\n${this.#answered} answers in ${Math.round(seconds)} s; ` +
        `${this.#unanswered} requests closed without one; ${this.#lookedInto} groups looked into`,
    );
    const statuses = [...this.#statuses].sort(([one], [other]) => (one < other ? -1 : 1));
    say(columns(statuses.map(([status, count]) => [status, String(count)])));
    if (Object.keys(seen.others).length > 0) {
      say('other answers to the keys that ask as they should:');
      say(columns(Object.entries(seen.others).map(([words, count]) => [String(count), words])));
    }
    if (errors.size > 0) {
      say('errors in the log:');
      say(columns([...errors].map(([words, count]) => [String(count), words])));
    }
    say(this.findings === 0 ? 'Nothing found.' : `${this.findings} found:`);
    for (const [kind, count] of this.#counts) say(`  ${count} ${kind}`);
    const [warm, last] = this.#warmedUp();
    const { tooExpensive, serverErrors } = this.#failures();
    say(
      `\n${tableOf({ requests: this.#sent, withKey: this.#keyed, serverErrors, tooExpensive, warm, last, seen })}`,
    );
  }

  #failures(): Pick<Totals, 'serverErrors' | 'tooExpensive'> {
    const serverErrors = [...this.#statuses]
      .filter(([status]) => Number(status) >= 500)
      .reduce((sum, [, count]) => sum + count, 0);
    return { serverErrors, tooExpensive: this.#counts.get('cost') ?? 0 };
  }
}

/** Prints a line. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
