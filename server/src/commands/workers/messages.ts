import type { Metrics } from '../../http/metrics/metrics.js';

/** The environment variable with a worker's number, from 1. */
export const WORKER_NUMBER = 'SERVE_WORKER_NUMBER';

/** The environment variable with the number of workers. */
export const WORKER_COUNT = 'SERVE_WORKERS';

/** A message from the primary to a worker. */
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
export function isWorkerMessage(message: unknown): message is WorkerMessage {
  return typeof message === 'object' && message !== null && 'news' in message;
}

/** Like {@link isWorkerMessage}, for messages of the primary. */
export function isPrimaryMessage(message: unknown): message is PrimaryMessage {
  return typeof message === 'object' && message !== null && 'order' in message;
}
