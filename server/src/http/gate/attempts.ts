import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../lib/clock.js';
import { neighbourhood } from '../../lib/ip-address.js';
import {
  FAILED_ATTEMPTS_PER_MINUTE,
  type FailedAttempts,
  type MakeFailedAttempts,
  MemoryFailedAttempts,
} from '../../limits/failed-attempts.js';
import type { Proxies } from './proxies.js';
import { type Refusal, retryAfter } from './refusals.js';

/** How failed attempts are counted. */
export interface AttemptOptions {
  readonly clock: Clock;
  /** Attempts per address in a sliding minute, at least 1. */
  readonly failedAttemptsLimit?: number;
  /** Makes the counter; by default one in this process. */
  readonly failedAttempts?: MakeFailedAttempts;
}

/** Limits the failed attempts of one kind by source address. */
export class Attempts {
  readonly #policy: string;
  readonly #refusal: Refusal;
  readonly #proxies: Proxies;
  readonly #failedAttempts: FailedAttempts;

  /**
   * @param policy The name of the limit in `RateLimit` fields.
   * @param refusal The 420 for attempts over the limit.
   */
  constructor(
    policy: string,
    refusal: Refusal,
    options: AttemptOptions & { readonly proxies: Proxies },
  ) {
    const { clock, failedAttemptsLimit = FAILED_ATTEMPTS_PER_MINUTE } = options;
    const inProcess: MakeFailedAttempts = (_kind, perMinute) =>
      new MemoryFailedAttempts(perMinute, clock);
    this.#policy = policy;
    this.#refusal = refusal;
    this.#proxies = options.proxies;
    this.#failedAttempts = (options.failedAttempts ?? inProcess)(policy, failedAttemptsLimit);
  }

  /** The 420 if the source of a call has made too many attempts. */
  async tooMany(request: FastifyRequest): Promise<Refusal | undefined> {
    const waitMs = await this.#failedAttempts.waitMs(this.#sourceOf(request));
    return waitMs === 0 ? undefined : this.#over(waitMs);
  }

  /** Counts a failed attempt. @returns Its refusal, or the 420 after too many. */
  async failed(request: FastifyRequest, refusal: Refusal): Promise<Refusal> {
    const waitMs = await this.#failedAttempts.take(this.#sourceOf(request));
    return waitMs === 0 ? refusal : this.#over(waitMs);
  }

  #over(waitMs: number): Refusal {
    return retryAfter(this.#refusal, waitMs, {
      'ratelimit-policy': `"${this.#policy}";q=${this.#failedAttempts.perMinute};w=60`,
      ratelimit: `"${this.#policy}";r=0;t=${Math.ceil(waitMs / 1000)}`,
    });
  }

  #sourceOf(request: FastifyRequest): string {
    const { nearest } = this.#proxies.origin(request);
    return nearest === undefined ? 'unknown' : neighbourhood(nearest);
  }
}
