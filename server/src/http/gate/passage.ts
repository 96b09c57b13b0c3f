import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANSWER_WITHIN_MS } from '../../lib/timeout.js';
import type { Counters } from '../../limits/counters.js';
import type { ApiKey, KeyDirectory } from '../../store/directory/key-directory.js';
import { type BodyAdmission, type BodyRoom, hasSmallBody } from './body-admission.js';
import type { AttemptOptions, KeyCheck } from './key-check.js';
import type { Overload } from './overload.js';
import type { Proxies } from './proxies.js';
import type { RefusalLog } from './refusal-log.js';
import { type Refusal, sendRefusal } from './refusals.js';
import { drainRequestBody } from './request-end.js';

/** A question about a call whose key is known and within its rates. @returns undefined to let the call on. */
export type Check = (
  request: FastifyRequest,
  key: ApiKey,
) => Refusal | undefined | Promise<Refusal | undefined>;

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

interface Caller {
  readonly key: ApiKey;
}

/** The parts of a server's gate. */
export interface Gate {
  readonly options: GateOptions;
  readonly proxies: Proxies;
  readonly keys: KeyCheck;
  readonly bodies: BodyAdmission;
  readonly refusalLog: RefusalLog;
}

/** What the gate remembers of one request. */
export interface Passage {
  /** Whether the call was let in, when that is decided or being decided. */
  outcome?: boolean | Promise<boolean>;
  /** The last key that was found, for the log. */
  key?: { readonly prefix: string; readonly tenant: string } | undefined;
  /** Whether the call has been counted as load. */
  weighed?: boolean;
  /** When the gate began with the whole call, on the monotonic clock. */
  askedAt?: number;
  /** Set if the call was refused and the log only counts it. */
  unlogged?: true;
}

const kGate = Symbol('gate');
const kPassage = Symbol('passage');

declare module 'fastify' {
  interface FastifyInstance {
    [kGate]: Gate;
  }
  interface FastifyRequest {
    /** The caller that has entered; not set on `open` routes, nor before the gate's decision. */
    caller: Caller;
    /** The registered name of the marketplace that has entered; only on `partner` routes. */
    partner: string | undefined;
    [kPassage]: Passage | undefined;
  }
}

/** Gives a server its gate, and its requests the fields of those that have entered. */
export function decorateWithGate(app: FastifyInstance, gate: Gate): void {
  app.decorate(kGate, gate);
  app.decorateRequest('caller');
  app.decorateRequest('partner');
  app.decorateRequest(kPassage);
}

export function gateOf(request: FastifyRequest): Gate {
  return request.server[kGate];
}

/** What the gate remembers of a request, from its first question on. */
export function passageOf(request: FastifyRequest): Passage {
  request[kPassage] ??= {};
  return request[kPassage];
}

/** Milliseconds left to answer a call that has entered, of {@link ANSWER_WITHIN_MS}. */
export function timeLeft(request: FastifyRequest): number {
  const now = gateOf(request).options.clock.monotonic();
  return Math.max(1, ANSWER_WITHIN_MS - (now - (passageOf(request).askedAt ?? now)));
}

/** Whether the log only counts a call, as one of many refused ones. */
export function isOnlyCounted(request: FastifyRequest): boolean {
  return request[kPassage]?.unlogged === true;
}

/** Refuses a call and counts the refusal, whatever was decided before. */
export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): false {
  const passage = passageOf(request);
  passage.outcome = false;
  const { options, proxies, refusalLog } = gateOf(request);
  options.onRefusal?.(refusal);
  const from = proxies.origin(request).nearest?.toString();
  if (refusalLog.count(from ?? 'unknown')) {
    request.log.info(
      { status: refusal.status, client: passage.key?.tenant, key: passage.key?.prefix, from },
      `refused: ${refusal.reason}`,
    );
  } else {
    passage.unlogged = true;
  }
  if (request.raw.httpVersionMajor === 1 && !request.raw.complete && !hasSmallBody(request)) {
    // Node would read the rest of the body to reuse the connection.
    reply.header('connection', 'close');
    void drainRequestBody(request.raw, true).then(() => sendRefusal(reply, refusal));
  } else {
    sendRefusal(reply, refusal);
  }
  return false;
}

/** Declares every route that is registered in this scope later as open, including those of plugins. */
export function openRoutes(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'open' };
  });
}
