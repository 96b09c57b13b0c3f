import type { Worker } from 'node:cluster';
import type { Clock } from '../../lib/clock.js';
import type { Metrics } from '../../metrics/metrics.js';
import { CommandError } from '../command-error.js';
import {
  isWorkerMessage,
  type PrimaryMessage,
  WORKER_COUNT,
  WORKER_NUMBER,
  type WorkerMessage,
} from './messages.js';

/** How long a worker may take to end before it is ended, in milliseconds: longer than it drains. */
const LEAVE_WITHIN_MS = 30_000;

/** How long a worker may take to tell its figures, in milliseconds. */
const TELL_WITHIN_MS = 4_000;

/** Where a fleet listens, as its first worker told. */
export interface ListeningPlace {
  readonly url: string;
  readonly certificateFile: string | undefined;
}

/** What a worker is at. */
export type WorkerState = 'starting' | 'listening' | 'leaving' | 'ended';

/** One worker, as the primary sees it. */
export class WorkerProcess {
  readonly pid: number | undefined;
  /** Resolves when it listens; rejects with a Failure when it ends before. */
  readonly listening: Promise<ListeningPlace>;
  /** Resolves when the process is gone. */
  readonly ended: Promise<{ readonly reason: string }>;
  /** What it told last. */
  lastMetrics: Metrics | undefined;
  /** Whether somebody waits for it to start, and answers for it if it does not. */
  onTrial = false;
  /** Whether it listened elsewhere than the others, and was ended for that. */
  misplaced = false;
  #toldToLeave = false;
  #state: WorkerState = 'starting';
  #listensSince: number | undefined;
  #failure: string | undefined;
  #question = 0;
  readonly #answers = new Map<number, () => void>();
  readonly #worker: Worker;
  readonly #clock: Clock;

  constructor(
    readonly number: number,
    worker: Worker,
    clock: Clock,
  ) {
    this.#worker = worker;
    this.#clock = clock;
    this.pid = worker.process.pid;
    this.ended = new Promise((resolve) => {
      const gone = (reason: string): void => {
        this.#state = 'ended';
        for (const answer of this.#answers.values()) answer();
        resolve({ reason });
      };
      worker.once('exit', (code: number | null, signal: string | null) => {
        const end = signal === null ? `with exit code ${code}` : `by ${signal}`;
        gone(this.#failure ?? `a worker process ended ${end}`);
      });
      // A process that could not be made at all has no end either.
      worker.on('error', (error) => worker.process.pid === undefined && gone(error.message));
    });
    this.listening = new Promise((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        if (isWorkerMessage(message)) this.#hear(message, resolve);
      });
      void this.ended.then(({ reason }) => reject(new CommandError(reason)));
    });
    // Whoever waits for it hears of it; nobody has to.
    this.listening.catch(() => {});
  }

  /** What makes a process know its number, and how many there are. */
  static environment(number: number, size: number): NodeJS.ProcessEnv {
    return { [WORKER_NUMBER]: String(number), [WORKER_COUNT]: String(size) };
  }

  get state(): WorkerState {
    return this.#state;
  }

  /** Whether its end is nothing to mend. */
  get expected(): boolean {
    return this.#toldToLeave || this.onTrial;
  }

  /** Milliseconds since it listens. */
  listenedFor(): number {
    return this.#listensSince === undefined ? 0 : this.#clock.monotonic() - this.#listensSince;
  }

  /** Lets it answer what is under way and end; resolves when it has. */
  async leave(): Promise<void> {
    if (this.#state === 'ended') return;
    const starting = this.#state === 'starting';
    this.#state = 'leaving';
    this.#toldToLeave = true;
    const timer = setTimeout(() => this.kill(), LEAVE_WITHIN_MS);
    // Before it listens it may not hear either.
    if (starting) await this.listening.catch(() => {});
    this.#send({ order: 'stop' });
    await this.ended;
    clearTimeout(timer);
  }

  /** Ends it at once: it answers nobody who could miss it. */
  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  /** Asks what it has counted by now; resolves when it has told, or does not in time. */
  async askMetrics(): Promise<void> {
    // One that starts has counted nothing, and one whose channel is closed has told already.
    if (this.#listensSince === undefined || !this.#worker.isConnected()) return;
    this.#question += 1;
    const question = this.#question;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#answers.set(question, resolve);
      timer = setTimeout(resolve, TELL_WITHIN_MS);
      this.#send({ order: 'figures', question });
    });
    clearTimeout(timer);
    this.#answers.delete(question);
  }

  #send(order: PrimaryMessage): void {
    // A channel that has just been closed says so by the end of the process.
    if (this.#worker.isConnected()) this.#worker.send(order, () => {});
  }

  #hear(message: WorkerMessage, listens: (place: ListeningPlace) => void): void {
    if (message.news === 'failed') this.#failure = message.message;
    if (message.news === 'listening') {
      if (this.#state === 'starting') this.#state = 'listening';
      this.#listensSince = this.#clock.monotonic();
      const { url, certificateFile } = message.place;
      listens({ url, certificateFile });
    }
    if (message.news === 'figures') {
      this.lastMetrics = message.figures;
      if (message.question !== undefined) this.#answers.get(message.question)?.();
    }
  }
}
