import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.js';
import type { Metrics } from '../../metrics/metrics.js';
import { WorkersMetrics } from '../../metrics/worker-metrics.js';
import { CommandError } from '../command-error.js';
import { type ListeningPlace, WorkerProcess } from './worker-process.js';

/** A worker that lives so long after it listens has started well, in milliseconds. */
const STEADY_MS = 10_000;

/** How long to wait before the place of a worker is filled that ended soon: doubled each time. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 30_000;

/** Workers of one number that ended in a row, each soon, after which nobody waits for better. */
const GIVE_UP_AFTER = 5;

/**
 * The workers of one server. Each has a number from 1; whoever takes a worker's place takes its
 * number. One that ends by itself is replaced, the first time at once and then ever later.
 */
export class WorkerPool {
  readonly figures: WorkersMetrics;
  /** Rejects when workers end at their start again and again, and none is left that listens. */
  readonly broken: Promise<never>;
  readonly #size: number;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #environment: (port: number | undefined) => NodeJS.ProcessEnv;
  readonly #processes = new Set<WorkerProcess>();
  readonly #waits = new Set<NodeJS.Timeout>();
  #giveUp: (failure: CommandError) => void = () => {};
  #started = false;
  #stopping = false;
  /** How often in a row the workers of a number ended soon. */
  readonly #soonEnded = new Map<number, number>();
  #port: number | undefined;
  #fixedPort: number | undefined;
  #restarting: Promise<void> | undefined;
  #restartAgain = false;

  /** @param environment What workers are started with; a port where it was lost with the last one. */
  constructor(parts: {
    readonly size: number;
    readonly log: Logger;
    readonly clock: Clock;
    readonly environment: (port: number | undefined) => NodeJS.ProcessEnv;
  }) {
    this.#size = parts.size;
    this.#log = parts.log;
    this.#clock = parts.clock;
    this.#environment = parts.environment;
    this.figures = new WorkersMetrics(() => ({
      wanted: this.#size,
      listening: this.#listening().length,
    }));
    this.broken = new Promise((_, reject) => {
      this.#giveUp = reject;
    });
    // It is waited for later than it may reject.
    this.broken.catch(() => {});
  }

  /**
   * Starts all workers, and resolves when all listen.
   *
   * @throws Failure with the words of the first that cannot; also when it was stopped before.
   */
  async start(): Promise<ListeningPlace> {
    if (this.#stopping) throw new CommandError('The workers were stopped before they started.');
    const numbers = Array.from({ length: this.#size }, (_, index) => index + 1);
    const places = await Promise.all(numbers.map((number) => this.#fork(number).listening));
    this.#started = true;
    return places[0] as ListeningPlace;
  }

  /**
   * Replaces the workers one by one: the new one listens before the old one is told to stop. One
   * that cannot start leaves the old one, and the rest, where they are. Asked meanwhile, it goes
   * round once more.
   */
  async restart(): Promise<void> {
    if (this.#stopping) return;
    if (this.#restarting !== undefined) {
      this.#restartAgain = true;
      return;
    }
    do {
      this.#restartAgain = false;
      this.#restarting = this.#renewAll();
      await this.#restarting;
      this.#restarting = undefined;
    } while (this.#restartAgain && !this.#stopping);
  }

  /** Lets all workers answer what is under way and end. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const wait of this.#waits) clearTimeout(wait);
    await Promise.all([...this.#processes].map((workerProcess) => workerProcess.leave()));
  }

  /** The figures of all workers, in Prometheus's text format. */
  async text(): Promise<string> {
    await Promise.all([...this.#processes].map((workerProcess) => workerProcess.askMetrics()));
    // Read in one go, when all have answered: whoever has ended by now is among those that are kept.
    const told = [...this.#processes].map(({ lastMetrics }) => lastMetrics);
    return this.figures.text(told.filter((one): one is Metrics => one !== undefined));
  }

  #listening(): WorkerProcess[] {
    return [...this.#processes].filter(({ state }) => state === 'listening');
  }

  #fork(number: number): WorkerProcess {
    // Port 0 is the same port for all as long as one of them holds it; then it has to be named.
    if (this.#processes.size === 0) this.#fixedPort = this.#port;
    const worker: Worker = cluster.fork(this.#environmentOf(number));
    const workerProcess = new WorkerProcess(number, worker, this.#clock);
    this.#processes.add(workerProcess);
    workerProcess.listening.then(
      ({ url }) => this.#onListening(workerProcess, Number(new URL(url).port)),
      () => {},
    );
    void workerProcess.ended.then(({ reason }) => this.#onEnd(workerProcess, reason));
    return workerProcess;
  }

  #onListening(workerProcess: WorkerProcess, port: number): void {
    const { number, pid } = workerProcess;
    this.#port ??= port;
    if (port !== this.#port) {
      // The last of the others went while this one started, and port 0 became another port.
      this.#fixedPort = this.#port;
      workerProcess.misplaced = true;
      workerProcess.kill();
    } else if (this.#started) {
      this.#log.info({ worker: number, workerPid: pid }, 'a worker listens');
    }
  }

  #environmentOf(number: number): NodeJS.ProcessEnv {
    return {
      ...this.#environment(this.#fixedPort),
      ...WorkerProcess.environment(number, this.#size),
    };
  }

  async #onEnd(workerProcess: WorkerProcess, reason: string): Promise<void> {
    this.#processes.delete(workerProcess);
    await this.figures.ended(workerProcess.lastMetrics);
    // A first start that fails is told, and tried again, by whoever asked for it.
    if (this.#stopping || !this.#started || workerProcess.expected) return;
    const { number } = workerProcess;
    this.#log.error(
      { worker: number, workerPid: workerProcess.pid, reason },
      'a worker ended by itself',
    );
    const soon = this.#endedSoon(workerProcess);
    if (soon >= GIVE_UP_AFTER && this.#listening().length === 0) {
      this.#giveUp(new CommandError(`The workers end at their start again and again: ${reason}`));
      return;
    }
    const wait = soon === 0 ? 0 : FIRST_WAIT_MS * 2 ** (soon - 1);
    this.#after(Math.min(wait, LONGEST_WAIT_MS), () => this.#fill(number));
  }

  /** How many times in a row, this one the last, a worker of this number has ended soon. */
  #endedSoon(workerProcess: WorkerProcess): number {
    const { number } = workerProcess;
    const before = this.#soonEnded.get(number) ?? 0;
    // One that was ended for its port has started as it should.
    const times =
      workerProcess.listenedFor() >= STEADY_MS ? 0 : before + (workerProcess.misplaced ? 0 : 1);
    this.#soonEnded.set(number, times);
    return times;
  }

  #fill(number: number): void {
    const filled = [...this.#processes].some(
      (one) => one.number === number && one.state !== 'leaving',
    );
    if (this.#stopping || filled) return;
    this.figures.restarted('crash');
    this.#fork(number);
  }

  #after(ms: number, run: () => void): void {
    const wait = setTimeout(() => {
      this.#waits.delete(wait);
      run();
    }, ms);
    this.#waits.add(wait);
  }

  async #renewAll(): Promise<void> {
    this.#log.info('replacing the workers one by one');
    for (let number = 1; number <= this.#size && !this.#stopping; number += 1) {
      const old = [...this.#processes].filter(
        (one) => one.number === number && one.state !== 'leaving',
      );
      const fresh = this.#fork(number);
      // Its end is answered for here, and not by another try.
      fresh.onTrial = true;
      try {
        await fresh.listening;
      } catch (error) {
        const { message } = error as Error;
        this.#log.error(
          { worker: number, reason: message },
          'the new worker cannot start: the others stay as they are',
        );
        // While this one was tried, nobody filled the place of an old one that ended.
        this.#fill(number);
        return;
      }
      fresh.onTrial = false;
      this.figures.restarted('rolling');
      await Promise.all(old.map((workerProcess) => workerProcess.leave()));
    }
    this.#log.info('the workers were replaced');
  }
}
