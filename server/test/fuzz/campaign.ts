import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkOutcome, DOUBTFUL, type Finding, type LogCheck } from './checks.js';
import { BOUNDS, confirm, rest } from './costs.js';
import { hostileRequest } from './grammar/shapes.js';
import type { Installation } from './installation.js';
import type { Neighbour } from './neighbour.js';
import { between } from './processor.js';
import type { Server } from './program.js';
import { checkQuiet } from './quiet.js';
import type { Report } from './report.js';
import type { HostileRequest } from './request.js';
import { isSlow, type Outcome, send } from './sender.js';

/** How long and with what. */
export interface Plan {
  readonly seed: number;
  /** The number of the first request. */
  readonly from: number;
  readonly requests: number;
  readonly minutes: number;
  /** Ends the run after so many findings. */
  readonly mostFindings: number;
}

/** Requests whose cost is measured together: they cost less, as a rule, than one of them may. */
const BATCH = 32;
/** Of these, at the same time. */
const AT_ONCE = 8;
/** Requests that take their time, at most, at the same time. */
const MOST_SLOW = 24;
/** Looks at memory, slots and gauges in a run: so many, and at most one in half a minute. */
const STAGES = 10;
const STAGE_MINUTES = 0.5;
/** What the neighbour takes of a processor, and for how much of it a batch is excused. */
const NEIGHBOUR_SHARE = 0.06;
const NEIGHBOUR_MS = 50;
/** How long the neighbour has the server to itself at each. */
const ALONE_MS = 2_500;
/** How long a request that went without an answer is waited for alone, each time, in milliseconds. */
const ALONE_SILENCES_MS = [5_000, 20_000];
/** How long one is waited for whose cost is measured. */
const LOOK_SILENCE_MS = 2_000;

interface Numbered {
  readonly number: number;
  readonly request: HostileRequest;
}

/** One run against one server. */
export class Campaign {
  readonly #slow = new Map<Numbered, Promise<void>>();
  /** What has to be seen again alone: the machine may have been busy. */
  #doubtful: Numbered[] = [];
  /** Cuts what takes its time. */
  #stop = endlessly();
  readonly #began = performance.now();
  #number: number;
  /** What a batch usually costs: more than that and one request's bound is looked into. */
  #usual = 15;

  constructor(
    readonly plan: Plan,
    readonly server: Server,
    readonly installation: Installation,
    readonly neighbour: Neighbour,
    readonly log: LogCheck,
    readonly report: Report,
  ) {
    this.#number = plan.from;
  }

  get #sent(): number {
    return this.#number - this.plan.from;
  }

  /** How much of the run is over, from 0 to 1. */
  get #part(): number {
    const byTime = (performance.now() - this.#began) / (this.plan.minutes * 60_000);
    return Math.max(byTime, this.#sent / this.plan.requests);
  }

  /** Sends everything, and reports what is found. */
  async run(signal: AbortSignal): Promise<void> {
    let stagedAt = 0;
    await this.#stage();
    const stages = Math.max(2, Math.min(STAGES, Math.floor(this.plan.minutes / STAGE_MINUTES)));
    let stage = 1;
    while (this.#part < 1 && !signal.aborted && !this.#isLost()) {
      await this.#batch();
      this.report.progress(this.#sent, this.#part);
      if (this.#part >= stage / stages) {
        await this.#stage();
        stagedAt = this.#sent;
        stage = Math.floor(this.#part * stages) + 1;
      }
    }
    if (!this.#isLost() && this.#sent > stagedAt) await this.#stage();
    for (const finding of this.log.findings) this.report.found(finding);
  }

  #isLost(): boolean {
    return this.server.died !== undefined || this.report.findings >= this.plan.mostFindings;
  }

  async #batch(): Promise<void> {
    const { processor } = this.server;
    const batch = Array.from({ length: Math.min(BATCH, this.plan.requests - this.#sent) }, () => {
      const number = this.#number++;
      return { number, request: hostileRequest(this.plan.seed, number) };
    });
    const began = performance.now();
    const before = processor.read();
    const queue = [...batch];
    const next = async (): Promise<void> => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        if (isSlow(one.request)) {
          if (this.#slow.size >= MOST_SLOW) await Promise.race(this.#slow.values());
          this.#sendSlowly(one);
        } else {
          this.#check(one, await this.#send(one.request));
        }
      }
    };
    const slow = [...this.#slow.keys()];
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    const neighbour = Math.min(NEIGHBOUR_MS, (performance.now() - began) * NEIGHBOUR_SHARE);
    const suspicious = BOUNDS.withoutKey + this.#usual / 2 + neighbour;
    const { front, back } = between(before, await rest(processor, 4 * suspicious));
    const isStuck = this.#doubtful.length > 0 && !this.report.knows('no answer');
    if (front + back > suspicious || isStuck) await this.#lookInto([...batch, ...slow]);
    else this.#usual += (front + back - this.#usual) / 20;
    if (this.server.died !== undefined) {
      const numbers = `${batch[0]?.number} to ${batch.at(-1)?.number}`;
      this.report.found({
        kind: 'the server ended',
        detail: `requests ${numbers}: ${this.server.died}`,
      });
    }
    for (const one of this.#doubtful.splice(0)) await this.#confirmAlone(one);
  }

  #sendSlowly(one: Numbered): void {
    const { signal } = this.#stop;
    const work = this.#send(one.request).then((outcome) => {
      this.#slow.delete(one);
      // What a look at rest cuts off is not answered.
      if (!signal.aborted) this.#check(one, outcome);
    });
    this.#slow.set(one, work);
  }

  #send(request: HostileRequest, silenceMs?: number): Promise<Outcome> {
    const { port } = this.server;
    return send(request, port, this.installation.credentials, silenceMs, this.#stop.signal);
  }

  #check(one: Numbered, outcome: Outcome): void {
    this.report.sent(one.request, outcome);
    const findings = checkOutcome(one.request, outcome, this.installation.secrets);
    for (const finding of findings) {
      if (!DOUBTFUL.has(finding.kind)) this.report.found(finding, one);
    }
    if (findings.some(({ kind }) => DOUBTFUL.has(kind))) this.#doubtful.push(one);
  }

  /** Some of these cost a lot together: each is sent again alone. */
  async #lookInto(candidates: readonly Numbered[]): Promise<void> {
    this.report.looksInto();
    // What it asks would be counted.
    this.neighbour.phase('silent');
    for (const { number, request } of candidates) {
      if (this.server.died !== undefined || this.#isLost()) return;
      const finding = await confirm(request, this.server.processor, () =>
        this.#send(request, LOOK_SILENCE_MS),
      );
      if (finding !== undefined) this.report.found(finding, { number, request });
    }
    this.neighbour.phase('beside');
  }

  async #confirmAlone(one: Numbered): Promise<void> {
    let confirmed: Finding | undefined;
    for (const waitMs of ALONE_SILENCES_MS) {
      const outcome = await this.#send(one.request, waitMs);
      if (this.server.died !== undefined) return;
      const findings = checkOutcome(one.request, outcome, this.installation.secrets);
      confirmed = findings.find(({ kind }) => DOUBTFUL.has(kind));
      // What was found so often would take the rest of the run.
      if (confirmed === undefined || this.report.knows(confirmed.kind)) return;
    }
    if (confirmed !== undefined) this.report.found(confirmed, one);
  }

  /** Ends everything that is under way, and looks at what is left of it. */
  async #stage(): Promise<void> {
    await Promise.race([Promise.all(this.#slow.values()), sleep(4_000)]);
    this.#stop.abort();
    await Promise.all(this.#slow.values());
    this.#stop = endlessly();
    const findings: Finding[] = [];
    this.neighbour.phase('alone');
    await sleep(ALONE_MS);
    this.neighbour.phase('silent');
    await sleep(1_100);
    findings.push(...(await checkQuiet(this.server, this.installation.keys)));
    const memory = await this.server.memory();
    this.report.stage({ requests: this.#sent, memory });
    for (const finding of findings) this.report.found(finding);
    this.neighbour.phase('beside');
  }
}

/** Every request under way listens to it. */
function endlessly(): AbortController {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  return stop;
}
