import type { FastifyRequest } from 'fastify';
import type { Counters } from '../../limits/counters.js';
import type { ApiKey, KeyDirectory } from '../../store/directory/key-directory.js';
import type { AttemptOptions } from './attempts.js';
import type { BodyRoom } from './body-admission.js';
import type { Overload } from './overload.js';
import type { Refusal } from './refusals.js';

/**
 * A question about a call whose key is known and within its rates.
 *
 * @returns The refusal, or undefined to let the call on.
 */
export type Check = (
  request: FastifyRequest,
  key: ApiKey,
) => Refusal | undefined | Promise<Refusal | undefined>;

/** What the gate needs. */
export interface GateOptions extends AttemptOptions {
  readonly keys: KeyDirectory;
  readonly counters: Counters;
  /** Addresses and CIDR ranges of proxies that terminate HTTPS; empty: the server terminates it. */
  readonly trustedProxies: readonly string[];
  /** The bounds of bodies on their way; by default those of a server. */
  readonly bodyRoom?: BodyRoom;
  /** Question 6. Without it no private-access key enters a `signed` route. */
  readonly verifySignature?: Check;
  /** Question 7. Without it nobody enters a `partner` route. */
  readonly verifyPartner?: Check;
  /** Refuses calls that this process cannot answer in time. Without it no call is refused for load. */
  readonly overload?: Overload | undefined;
  /** Called with the key of every call that may use it here, to note when each was last used. */
  readonly onKeyUse?: ((key: ApiKey) => void) | undefined;
  /** Called with every refusal, to count them. */
  readonly onRefusal?: ((refusal: Refusal) => void) | undefined;
}
