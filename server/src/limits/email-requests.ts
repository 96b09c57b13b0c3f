import type { Logger } from 'pino';
import type { AttemptLimit } from './attempt-limit.js';
import type { LimitStore } from './limit-store.js';

/** How many emails an hour may be requested, of one kind for an address, and by one key. R371. */
const OF_ADDRESS = 5;
const OF_KEY = 60;
const HOUR_MS = 60 * 60_000;

/** How often email to members may be requested. R371. */
export class EmailRequests {
  readonly #ofAddress: AttemptLimit;
  readonly #ofKey: AttemptLimit;
  readonly #warnings: AttemptLimit;
  readonly #log: Logger;

  constructor(limits: Pick<LimitStore, 'attemptLimit'>, log: Logger) {
    this.#ofAddress = limits.attemptLimit('member-email', OF_ADDRESS, HOUR_MS);
    this.#ofKey = limits.attemptLimit('member-email-of-key', OF_KEY, HOUR_MS);
    this.#warnings = limits.attemptLimit('member-email-warning', 1, HOUR_MS);
    this.#log = log;
  }

  /**
   * Counts a request. Where its key has too many, the log warns once an hour.
   *
   * @param address Stands for client, kind of email and address, of which nothing can be read from it.
   * @returns Whether the email may be sent.
   */
  async take(
    address: string,
    key: { readonly client: string; readonly id: number; readonly prefix: string },
  ): Promise<boolean> {
    if ((await this.#ofAddress.take(address)) > 0) return false;
    if ((await this.#ofKey.take(`${key.id}`)) === 0) return true;
    if ((await this.#warnings.take(key.prefix)) === 0) {
      this.#log.warn(
        { client: key.client, key: key.prefix },
        `a key has requested more than ${OF_KEY} emails to members in an hour: further ones are not sent`,
      );
    }
    return false;
  }
}
