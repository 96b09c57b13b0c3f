import type { TenantDatabase } from '../store/tenant/open.js';

/** A tenant database that may hold something to send, opened when it is needed. */
export interface DeliverySource {
  /** The tenant's name. */
  readonly name: string;
  /** When it was noted that it may; undefined without a note, 0 where a note says that it does not. */
  readonly notedAt?: number | undefined;
  /** Opens it; `leave` says that there is nothing to do in it. */
  open(): Promise<{ readonly database: TenantDatabase; readonly leave: () => void }>;
}

/**
 * Which tenants: all; those that may hold something to send; or the next few of all, so that what an
 * older release has left is found and what is old is deleted everywhere.
 */
export type DeliverySources = 'all' | 'noted' | 'next';
