import type { ClientDatabase } from '../data/client-database/open.js';

/** A client database that may hold email, opened when it is needed. */
export interface EmailSource {
  /** The client's name. */
  readonly name: string;
  /** When it was noted that it may; undefined without a note, 0 where a note says that it does not. */
  readonly notedAt?: number | undefined;
  /** Opens it; `leave` says that there is nothing to do in it. */
  open(): Promise<{ readonly database: ClientDatabase; readonly leave: () => void }>;
}

/**
 * Which clients: all; those that may hold email; or the next few of all, so that the email of an older
 * release is found and old email is deleted everywhere.
 */
export type EmailSources = 'all' | 'noted' | 'next';
