import type { Figures } from '../../metrics/metrics.js';

/** The number of a worker among its fellows, from 1: the variable that tells it. */
export const WORKER_NUMBER = 'SERVE_WORKER_NUMBER';

/** How many workers there are: the variable that tells it. */
export const FLEET_SIZE = 'SERVE_WORKERS';

/** What the primary tells a worker. */
export type Order =
  /** Answer what is under way, and end. */
  | { readonly order: 'stop' }
  /** Tell your figures. */
  | { readonly order: 'figures'; readonly question: number };

/** What a worker tells the primary. */
export type News =
  | { readonly news: 'listening'; readonly place: { url: string; certificateFile?: string } }
  /** It ends, as it cannot start. */
  | { readonly news: 'failed'; readonly message: string }
  /** The figures of an answer to `question`; of no question: the last ones. */
  | { readonly news: 'figures'; readonly question?: number; readonly figures: Figures };

/** Whether something that came through the channel is of ours: the cluster uses it as well. */
export function isNews(message: unknown): message is News {
  return typeof message === 'object' && message !== null && 'news' in message;
}

/** As {@link isNews}, of orders. */
export function isOrder(message: unknown): message is Order {
  return typeof message === 'object' && message !== null && 'order' in message;
}
