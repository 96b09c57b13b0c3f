import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.js';
import { neighbourhood } from './address.js';
import { GUESSES_PER_MINUTE, Guesses } from './guesses.js';
import type { Proxies } from './proxies.js';
import { type Refusal, retryAfter } from './refusals.js';

/** Failed attempts of one kind to get in, limited by the address that they come from. */
export class Attempts {
  readonly #policy: string;
  readonly #refusal: Refusal;
  readonly #proxies: Proxies;
  readonly #guesses: Guesses;

  /**
   * @param policy What the limit is called in `RateLimit` fields.
   * @param refusal The 420 for attempts over the limit.
   * @param options.guessLimit Attempts per address in a sliding minute, at least 1.
   */
  constructor(
    policy: string,
    refusal: Refusal,
    options: { readonly clock: Clock; readonly proxies: Proxies; readonly guessLimit?: number },
  ) {
    this.#policy = policy;
    this.#refusal = refusal;
    this.#proxies = options.proxies;
    this.#guesses = new Guesses(options.guessLimit ?? GUESSES_PER_MINUTE, options.clock);
  }

  /** Whether the source of a call has tried too much to be heard now (420). */
  tooMany(request: FastifyRequest): Refusal | undefined {
    const waitMs = this.#guesses.waitMs(this.#sourceOf(request));
    if (waitMs === 0) return undefined;
    return retryAfter(this.#refusal, waitMs, {
      'ratelimit-policy': `"${this.#policy}";q=${this.#guesses.perMinute};w=60`,
      ratelimit: `"${this.#policy}";r=0;t=${Math.ceil(waitMs / 1000)}`,
    });
  }

  /** Counts an attempt that failed. @returns Its refusal, or the 420 when there were too many. */
  failed(request: FastifyRequest, refusal: Refusal): Refusal {
    const tooMany = this.tooMany(request);
    if (tooMany !== undefined) return tooMany;
    this.#guesses.add(this.#sourceOf(request));
    return refusal;
  }

  #sourceOf(request: FastifyRequest): string {
    const { nearest } = this.#proxies.origin(request);
    return nearest === undefined ? 'unknown' : neighbourhood(nearest);
  }
}
