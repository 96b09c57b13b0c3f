import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Metrics } from '../../http/metrics/metrics-server.js';
import { WorkersMetrics } from '../../http/metrics/worker-metrics.js';
import type { Clock } from '../../lib/clock.js';
import { CommandError } from '../command-error.js';
import { type ListeningPlace, WorkerProcess } from './worker-process.js';

/** A worker that has listened for this long has started well, in milliseconds. */
const STEADY_MS = 10_000;

/** The wait before a worker is forked in place of one that exited soon; it doubles each time. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 30_000;

/** How long a new worker may take to listen in a reload, in milliseconds: it may take schema steps of many clients. */
const LISTEN_WITHIN_MS = 10 * 60_000;

/** How many workers of one number may exit soon in a row before the pool gives up. */
const GIVE_UP_AFTER = 5;

/**
 * The workers of one server. Each has a number from 1, which its replacement takes over. A worker that
 * exits by itself is replaced: the first time at once, then after ever longer waits.
 */
export class WorkerPool {
  readonly processMetrics: WorkersMetrics;
  /** Rejects when workers keep exiting at their start and none is left that listens. */
  readonly broken: Promise<never>;
  readonly #size: number;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #listenWithinMs: number;
  readonly #environment: (port: number | undefined) => NodeJS.ProcessEnv;
  readonly #processes = new Set<WorkerProcess>();
  readonly #waits = new Set<NodeJS.Timeout>();
  #giveUp: (failure: CommandError) => void = () => {};
  #started = false;
  #stopping = false;
  /** How often in a row the workers of a number exited soon. */
  readonly #soonEnded = new Map<number, number>();
  #port: number | undefined;
  #fixedPort: number | undefined;
  #restarting: Promise<void> | undefined;
  #restartAgain = false;

  /**
   * @param environment The environment of a worker; `port` is set if no worker holds it any more.
   * @param listenWithinMs How long a new worker of `restart` may take to listen, in milliseconds.
   */
  constructor(parts: {
    readonly size: number;
    readonly log: Logger;
    readonly clock: Clock;
    readonly listenWithinMs?: number;
    readonly environment: (port: number | undefined) => NodeJS.ProcessEnv;
  }) {
    this.#size = parts.size;
    this.#log = parts.log;
    this.#clock = parts.clock;
    this.#listenWithinMs = parts.listenWithinMs ?? LISTEN_WITHIN_MS;
    this.#environment = parts.environment;
    this.processMetrics = new WorkersMetrics(() => ({
      wanted: this.#size,
      listening: this.#listening().length,
    }));
    this.broken = new Promise((_, reject) => {
      this.#giveUp = reject;
    });
    // It may reject before anything awaits it.
    this.broken.catch(() => {});
  }

  /** Starts all workers, and resolves when all listen. @throws CommandError with the first reason, or after `stop`. */
  async start(): Promise<ListeningPlace> {
    if (this.#stopping) throw new CommandError('The workers were stopped before they started.');
    const numbers = Array.from({ length: this.#size }, (_, index) => index + 1);
    const places = await Promise.all(numbers.map((number) => this.#fork(number).listening));
    this.#started = true;
    return places[0] as ListeningPlace;
  }

  /**
   * Replaces the workers one by one: the new one listens before the old one is stopped. When a new one
   * cannot start, or does not listen in time, the old one and the rest stay. A call during a restart adds one more round.
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

  /** Lets all workers answer the calls under way and exit. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const wait of this.#waits) clearTimeout(wait);
    await Promise.all([...this.#processes].map((workerProcess) => workerProcess.leave()));
  }

  /** The metrics of all workers, in Prometheus's text format. */
  async text(): Promise<string> {
    await Promise.all([...this.#processes].map((workerProcess) => workerProcess.askMetrics()));
    // Read in one go when all have answered: exited workers are already in the sum.
    const metrics = [...this.#processes].map(({ lastMetrics }) => lastMetrics);
    return this.processMetrics.text(metrics.filter((last): last is Metrics => last !== undefined));
  }

  #listening(): WorkerProcess[] {
    return [...this.#processes].filter(({ state }) => state === 'listening');
  }

  #fork(number: number): WorkerProcess {
    // With port 0 the workers share one port as long as one of them holds it; later it has to be named.
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
      // The last of the others exited while this one started, so that port 0 became another port.
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
    await this.processMetrics.ended(workerProcess.lastMetrics);
    // The caller of `start` or `restart` reports a failed start.
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

  /** How many times in a row a worker of this number has exited soon, this time included. */
  #endedSoon(workerProcess: WorkerProcess): number {
    const { number } = workerProcess;
    const before = this.#soonEnded.get(number) ?? 0;
    // One that was killed for its port did start well.
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
    this.processMetrics.restarted('crash');
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
      // Its exit is handled here; no replacement is forked.
      fresh.onTrial = true;
      const seconds = this.#listenWithinMs / 1000;
      const tooLate = setTimeout(
        () => fresh.kill(`it did not listen within ${seconds} seconds`),
        this.#listenWithinMs,
      );
      try {
        await fresh.listening;
      } catch (error) {
        const { message } = error as Error;
        this.#log.error(
          { worker: number, reason: message },
          'the new worker cannot start: the others stay as they are',
        );
        // The place of an old worker that exited during this trial is still empty.
        this.#fill(number);
        return;
      } finally {
        clearTimeout(tooLate);
      }
      fresh.onTrial = false;
      this.processMetrics.restarted('rolling');
      await Promise.all(old.map((workerProcess) => workerProcess.leave()));
    }
    this.#log.info('the workers were replaced');
  }
}
