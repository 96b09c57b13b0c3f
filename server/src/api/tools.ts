import type { Clock } from '../lib/clock.js';
import type { LoginAttempts } from '../limits/login-attempts.js';
import type { Outbox } from '../mail/outbox.js';
import type { Pictures } from '../media/pictures.js';
import type { Passwords } from '../passwords/passwords.js';
import type { TextCache } from './text-cache.js';

/**
 * What endpoints may use beside their client's database. Nothing here knows a client, so nothing
 * here can lead from one to another.
 */
export interface Tools {
  readonly clock: Clock;
  /** Random bytes, unguessable. */
  readonly random: (size: number) => Buffer;
  /** Emails, stored with the work that causes them and sent after. */
  readonly outbox: Outbox;
  /** Checks, makes anew and stores pictures. */
  readonly pictures: Pictures;
  /** Hashes and compares passwords, so many at a time. */
  readonly passwords: Passwords;
  /** Slows down who guesses a member's password. */
  readonly logins: LoginAttempts;
  /** Records that searches have put into words already. */
  readonly texts: TextCache;
}
