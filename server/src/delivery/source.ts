import type { ClientDatabase } from '../data/client-database/open.js';

/** A client database that may hold something to send, opened when it is needed. */
export interface DeliverySource {
  /** The client's name. */
  readonly name: string;
  /** When it was noted that it may; undefined without a note, 0 where a note says that it does not. */
  readonly notedAt?: number | undefined;
  /** Opens it; `leave` says that there is nothing to do in it. */
  open(): Promise<{ readonly database: ClientDatabase; readonly leave: () => void }>;
}

/**
 * Which clients: all; those that may hold something to send; or the next few of all, so that what an
 * older release has left is found and what is old is deleted everywhere.
 */
export type DeliverySources = 'all' | 'noted' | 'next';
