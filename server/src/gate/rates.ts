import type { Admission, Limits, Remaining } from '../limits/counters.js';
import type { ApiKey } from './key-directory.js';
import { type Refusal, refusals, retryAfter } from './refusals.js';

/** The limits of a key. R55. */
export const RATE_LIMITS: Limits = { perSecond: 10, inFlight: 3 };

/** What a key may do. R55. */
export function limitsOf(_key: ApiKey): Limits {
  return RATE_LIMITS;
}

/** The name of a key for the counters: its id, which its holder cannot choose. */
export function rateSubject(key: ApiKey): string {
  return `key:${key.id}`;
}

/**
 * The `RateLimit-Policy` header field: both limits of a key, as in
 * draft-ietf-httpapi-ratelimit-headers-11.
 */
export const RATE_LIMIT_POLICY = `"second";q=${RATE_LIMITS.perSecond};w=1, "simultaneous";q=${RATE_LIMITS.inFlight};qu="concurrent-requests"`;

// Every answer carries this field, which has few values, so all are built once.
const fields: readonly (readonly string[])[] = numbersTo(RATE_LIMITS.perSecond).map((second) =>
  numbersTo(RATE_LIMITS.inFlight).map(
    (slots) => `"second";r=${second};t=1, "simultaneous";r=${slots}`,
  ),
);

/** The `RateLimit` header field: what the key has left under each policy. */
export function rateLimitField(remaining: Remaining): string {
  return fields[remaining.perSecond]?.[remaining.inFlight] ?? '';
}

/** The 420 for a call that the counters did not admit, with `Retry-After` and both fields. */
export function rateRefusal(admission: Admission & { admitted: false }): Refusal {
  const refusal =
    admission.reason === 'rate' ? refusals.tooManyRequests : refusals.tooManySimultaneous;
  return retryAfter(refusal, admission.retryAfterMs, {
    'ratelimit-policy': RATE_LIMIT_POLICY,
    ratelimit: rateLimitField(admission.remaining),
  });
}

function numbersTo(last: number): number[] {
  return Array.from({ length: last + 1 }, (_, number) => number);
}
