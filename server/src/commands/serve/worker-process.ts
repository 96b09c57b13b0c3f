import type { Worker } from 'node:cluster';
import type { Metrics } from '../../http/metrics/metrics-server.js';
import type { Clock } from '../../lib/clock.js';
import { CommandError } from '../command-error.js';

/** How long a worker may take to exit before it is killed, in milliseconds: longer than it drains. */
const LEAVE_WITHIN_MS = 30_000;

const METRICS_TIMEOUT_MS = 4_000;

/** Where the workers listen, as the first one reported. */
export interface ListeningPlace {
  readonly url: string;
  readonly certificateFile: string | undefined;
}

type WorkerState = 'starting' | 'listening' | 'leaving' | 'ended';

/** One worker, seen from the primary. */
export class WorkerProcess {
  readonly pid: number | undefined;
  /** Resolves when it listens; rejects with a CommandError when it exits before. */
  readonly listening: Promise<ListeningPlace>;
  /** Resolves when the process is gone. */
  readonly ended: Promise<{ readonly reason: string }>;
  lastMetrics: Metrics | undefined;
  /** Whether a caller waits for its start and handles a failed one. */
  onTrial = false;
  /** Whether it was killed because it listened on another port than the others. */
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
      // A process that could not be forked never emits `exit`.
      worker.on('error', (error) => worker.process.pid === undefined && gone(error.message));
    });
    this.listening = new Promise((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        if (isWorkerMessage(message)) this.#hear(message, resolve);
      });
      void this.ended.then(({ reason }) => reject(new CommandError(reason)));
    });
    // A rejection that nobody awaits must not end the process.
    this.listening.catch(() => {});
  }

  static environment(number: number, size: number): NodeJS.ProcessEnv {
    return { [WORKER_NUMBER]: String(number), [WORKER_COUNT]: String(size) };
  }

  get state(): WorkerState {
    return this.#state;
  }

  /** Whether its exit needs no replacement. */
  get expected(): boolean {
    return this.#toldToLeave || this.onTrial;
  }

  listenedFor(): number {
    return this.#listensSince === undefined ? 0 : this.#clock.monotonic() - this.#listensSince;
  }

  /** Lets it answer the calls under way and exit; resolves when it has exited. */
  async leave(): Promise<void> {
    if (this.#state === 'ended') return;
    const starting = this.#state === 'starting';
    this.#state = 'leaving';
    this.#toldToLeave = true;
    const timer = setTimeout(() => this.kill(), LEAVE_WITHIN_MS);
    // A worker that does not listen yet may not receive messages yet.
    if (starting) await this.listening.catch(() => {});
    this.#send({ order: 'stop' });
    await this.ended;
    clearTimeout(timer);
  }

  /** Kills it at once, calls under way or not. @param reason Why, where its end is to be explained. */
  kill(reason?: string): void {
    this.#failure ??= reason;
    this.#worker.process.kill('SIGKILL');
  }

  /** Asks for its metrics; resolves when they have come, or at the timeout. */
  async askMetrics(): Promise<void> {
    // One that starts has counted nothing, and one whose channel is closed has sent its last metrics.
    if (this.#listensSince === undefined || !this.#worker.isConnected()) return;
    this.#question += 1;
    const question = this.#question;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#answers.set(question, resolve);
      timer = setTimeout(resolve, METRICS_TIMEOUT_MS);
      this.#send({ order: 'figures', question });
    });
    clearTimeout(timer);
    this.#answers.delete(question);
  }

  #send(order: PrimaryMessage): void {
    // When the channel has just closed, the process exits; no error is needed here.
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

/** The environment variable with a worker's number, from 1. */
export const WORKER_NUMBER = 'SERVE_WORKER_NUMBER';

/** The environment variable with the number of workers. */
export const WORKER_COUNT = 'SERVE_WORKERS';

export type PrimaryMessage =
  /** Answer the calls under way, then exit. */
  | { readonly order: 'stop' }
  /** Send your metrics. */
  | { readonly order: 'figures'; readonly question: number };

/**
 * A message from a worker to the primary, which may be of another release during a rolling restart.
 */
export type WorkerMessage =
  | { readonly news: 'listening'; readonly place: { url: string; certificateFile?: string } }
  /** It cannot start and exits. */
  | { readonly news: 'failed'; readonly message: string }
  /** The metrics that answer `question`; without a question, the last ones before the exit. */
  | { readonly news: 'figures'; readonly question?: number; readonly figures: Metrics };

/** Whether a message of the channel is ours: the cluster module uses the channel too. */
function isWorkerMessage(message: unknown): message is WorkerMessage {
  return typeof message === 'object' && message !== null && 'news' in message;
}

/** Like {@link isWorkerMessage}, for messages of the primary. */
export function isPrimaryMessage(message: unknown): message is PrimaryMessage {
  return typeof message === 'object' && message !== null && 'order' in message;
}
