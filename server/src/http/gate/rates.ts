import type { Admission, Limits, Remaining } from '../../limits/counters.js';
import type { ApiKey } from '../../store/directory/key-directory.js';
import { paced, type Refusal, refusals, retryAfter } from './refusals.js';

/** The limits of a key whose operator has set none. R55. */
export const RATE_LIMITS: Limits = { perSecond: 10, inFlight: 3 };

/** The highest limits: each call looks through those of its key under way, and memory holds its last second. */
export const HIGHEST_LIMITS: Limits = { perSecond: 1_000, inFlight: 100 };

/** What a key may do: what its operator allows, and else what every key may. R55, R185. */
export function limitsOf({ perSecond, inFlight }: Pick<ApiKey, keyof Limits>): Limits {
  return {
    perSecond: perSecond ?? RATE_LIMITS.perSecond,
    inFlight: inFlight ?? RATE_LIMITS.inFlight,
  };
}

/**
 * How many usual keys a key counts as when a busy server divides its time. At least one: a key with
 * fewer calls is held to them anyway.
 */
export function sharesOf({ perSecond }: Limits): number {
  return Math.max(1, perSecond / RATE_LIMITS.perSecond);
}

/** The name of a key for the counters: its id, which its holder cannot choose. */
export function rateSubject(key: ApiKey): string {
  return `key:${key.id}`;
}

/** The `RateLimit-Policy` field: both limits of a key, as in draft-ietf-httpapi-ratelimit-headers-11. */
export function rateLimitPolicy({ perSecond, inFlight }: Limits): string {
  return `"second";q=${perSecond};w=1, "simultaneous";q=${inFlight};qu="concurrent-requests"`;
}

/** The `RateLimit` header field: what the key has left under each policy. */
export function rateLimitField({ perSecond, inFlight }: Remaining): string {
  return `"second";r=${perSecond};t=1, "simultaneous";r=${inFlight}`;
}

/** The 420 for a call that the counters did not admit, with `Retry-After` and both fields. */
export function rateRefusal(admission: Admission & { admitted: false }, limits: Limits): Refusal {
  const refusal =
    admission.reason === 'rate' ? refusals.tooManyRequests : refusals.tooManySimultaneous;
  return retryAfter(paced(refusal, limits.perSecond), admission.retryAfterMs, {
    'ratelimit-policy': rateLimitPolicy(limits),
    ratelimit: rateLimitField(admission.remaining),
  });
}
