import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkOutcome, DOUBTFUL, type Finding, type LogCheck } from './checks.js';
import { isRefused, rest } from './costs.js';
import { type Group, Groups, type Numbered } from './groups.js';
import type { Installation } from './installation.js';
import type { Neighbour } from './neighbour.js';
import { between } from './processor.js';
import type { Server } from './program.js';
import { checkQuiet } from './quiet.js';
import type { Report } from './report.js';
import type { HostileRequest } from './request.js';
import { type Outcome, type Sending, send } from './sender.js';
import { SlowRequests } from './slow-requests.js';
import { isSuspicious, type Look, lookInto } from './suspects.js';

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

/** Of the requests of a group, at the same time. More would be refused for the load that they are. */
const AT_ONCE = 8;
/** Looks at memory, slots and gauges in a run: so many, and at most one in half a minute. */
const STAGES = 10;
const STAGE_MINUTES = 0.5;
/** Over every bound: with so much spent, rest is not waited for, as the group is looked into whatever follows. */
const ENOUGH_MS = 5_000;
/** How long the neighbour has the server to itself at each. */
const ALONE_MS = 2_500;
/** How long a request that went without an answer is waited for alone, each time, in milliseconds. */
const ALONE_SILENCES_MS = [5_000, 20_000];
/** How long one is waited for whose cost is measured. */
const LOOK_SILENCE_MS = 2_000;

/** One run against one server. */
export class Campaign {
  readonly #slow = new SlowRequests(
    (one, turn) => this.#send(one.request, { turn }),
    (one, outcome) => {
      // What a look at rest cuts off is not answered.
      if (!this.#stop.signal.aborted) this.#check(one, outcome);
    },
  );
  /** What has to be seen again alone: the machine may have been busy. */
  #doubtful: Numbered[] = [];
  /** Cuts what takes its time. */
  #stop = endlessly();
  readonly #began = performance.now();
  readonly #groups: Groups;
  #sent = 0;

  constructor(
    readonly plan: Plan,
    readonly server: Server,
    readonly installation: Installation,
    readonly neighbour: Neighbour,
    readonly log: LogCheck,
    readonly report: Report,
  ) {
    this.#groups = new Groups(plan.seed, plan.from, plan.requests);
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
    let coming = this.#groups.next();
    while (this.#part < 1 && !signal.aborted && !this.#isLost()) {
      const group = await coming;
      if (group === undefined) break;
      // The next one is made while this one is answered.
      coming = this.#groups.next();
      await this.#measure(group);
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

  /** Sends a group, and looks into it where it costs more than one of its requests may. */
  async #measure(group: Group): Promise<void> {
    const { requests } = group;
    const { processor } = this.server;
    const refused = new Set<number>();
    for (const one of group.slow) await this.#slow.begin(one, processor);
    await this.#slow.proceed(processor);
    const before = processor.read();
    await this.#sendAll(requests, (one, outcome) => {
      this.#check(one, outcome);
      if (isRefused(outcome)) refused.add(one.number);
    });
    const cost = between(before, await rest(processor, ENOUGH_MS));
    this.#groups.cost(group, cost.front);
    const isStuck = this.#doubtful.length > 0 && !this.report.knows('no answer');
    if (isStuck || isSuspicious(requests, cost)) await this.#lookInto(requests, refused);
    for (const one of this.#slow.expensive()) await this.#lookInto([one]);
    if (this.server.died !== undefined) {
      const numbers = requests.map(({ number }) => number);
      const detail = `requests ${Math.min(...numbers)} to ${Math.max(...numbers)}: ${this.server.died}`;
      this.report.found({ kind: 'the server ended', detail });
    }
    for (const one of this.#doubtful.splice(0)) await this.#confirmAlone(one);
  }

  async #sendAll(
    requests: readonly Numbered[],
    seen: (one: Numbered, outcome: Outcome) => void,
    silenceMs?: number,
  ): Promise<void> {
    const queue = [...requests];
    const next = async (): Promise<void> => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        seen(one, await this.#send(one.request, { silenceMs }));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  #send(request: HostileRequest, how: Pick<Sending, 'silenceMs' | 'turn'> = {}): Promise<Outcome> {
    const { port } = this.server;
    const { signal } = this.#stop;
    return send(request, port, this.installation.credentials, { ...how, stop: signal });
  }

  #check(one: Numbered, outcome: Outcome): void {
    this.#sent += 1;
    this.report.sent(one.request, outcome);
    const findings = checkOutcome(one.request, outcome, this.installation.secrets);
    for (const finding of findings) {
      if (!DOUBTFUL.has(finding.kind)) this.report.found(finding, one);
    }
    if (findings.some(({ kind }) => DOUBTFUL.has(kind))) this.#doubtful.push(one);
  }

  /** These cost a lot together: which of them cost too much alone? */
  async #lookInto(requests: readonly Numbered[], refused = new Set<number>()): Promise<void> {
    const look: Look = {
      processor: this.server.processor,
      send: (again, seen) => this.#sendAll(again, seen, LOOK_SILENCE_MS),
      sendAlone: (request) => this.#send(request, { silenceMs: LOOK_SILENCE_MS }),
      found: (finding, by) => this.report.found(finding, by),
      isOver: () => this.#isLost(),
    };
    this.report.looksInto();
    // What it asks would be counted.
    this.neighbour.phase('silent');
    await lookInto(requests, refused, look);
    this.neighbour.phase('beside');
  }

  async #confirmAlone(one: Numbered): Promise<void> {
    let confirmed: Finding | undefined;
    for (const waitMs of ALONE_SILENCES_MS) {
      const outcome = await this.#send(one.request, { silenceMs: waitMs });
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
    await this.#slow.end(this.server.processor, 4_000);
    this.#stop.abort();
    await this.#slow.ended();
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
