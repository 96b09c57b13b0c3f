import type { Clock } from '../clock.js';
import type { Outbox } from '../outbox/outbox.js';

/**
 * What endpoints may use beside their client's database. Nothing here knows a client, so nothing
 * here can lead from one to another.
 */
export interface Tools {
  readonly clock: Clock;
  /** Random bytes, unguessable. */
  readonly random: (size: number) => Buffer;
  /** Letters, stored with the work that causes them and sent after. */
  readonly outbox: Outbox;
}
