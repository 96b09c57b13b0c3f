import type { Metrics } from '../../metrics/metrics.js';

/** The number of a worker among its fellows, from 1: the variable that tells it. */
export const WORKER_NUMBER = 'SERVE_WORKER_NUMBER';

/** How many workers there are: the variable that tells it. */
export const WORKER_COUNT = 'SERVE_WORKERS';

/** What the primary tells a worker. */
export type PrimaryMessage =
  /** Answer what is under way, and end. */
  | { readonly order: 'stop' }
  /** Tell your figures. */
  | { readonly order: 'figures'; readonly question: number };

/** What a worker tells the primary. */
export type WorkerMessage =
  | { readonly news: 'listening'; readonly place: { url: string; certificateFile?: string } }
  /** It ends, as it cannot start. */
  | { readonly news: 'failed'; readonly message: string }
  /** The figures of an answer to `question`; of no question: the last ones. */
  | { readonly news: 'figures'; readonly question?: number; readonly figures: Metrics };

/** Whether something that came through the channel is of ours: the cluster uses it as well. */
export function isWorkerMessage(message: unknown): message is WorkerMessage {
  return typeof message === 'object' && message !== null && 'news' in message;
}

/** As {@link isWorkerMessage}, of orders. */
export function isPrimaryMessage(message: unknown): message is PrimaryMessage {
  return typeof message === 'object' && message !== null && 'order' in message;
}
