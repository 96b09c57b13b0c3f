import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accessOf, isOverPlainHttp } from '../../api/endpoint.js';
import { ANSWER_WITHIN_MS, withTimeout } from '../../lib/timeout.js';
import { BodyAdmission, type BodyFinding } from './body-admission.js';
import { busyRefusal } from './busy.js';
import { announcedBody, isRead, keyBeforeBody, keyCredential } from './credentials.js';
import { callerName, KeyCheck } from './key-check.js';
import {
  type Check,
  decorateWithGate,
  type Gate,
  type GateOptions,
  gateOf,
  type Passage,
  passageOf,
  refuse,
} from './passage.js';
import { Proxies } from './proxies.js';
import {
  limitsOf,
  rateLimitField,
  rateLimitPolicy,
  rateRefusal,
  rateSubject,
  sharesOf,
} from './rates.js';
import { RefusalLog } from './refusal-log.js';
import { internalError, type Refusal, refusals, sendRefusal } from './refusals.js';
import { whenOver } from './request-end.js';

/*
 * The gate: who may enter. It asks each call these questions, in this order and nowhere else
 * (R43, R45, R55):
 *
 *   1. over HTTPS?                 403   behind proxies only; otherwise the socket is TLS, or one of
 *                                     this machine to itself (`http/loopback-http.ts`)
 *                                     skipped if the route answers plain HTTP too: health
 *      an `open` route: enter
 *   2. a key?                      401   a key that manages records: in the header
 *      a server that keeps up?     420   calls beyond the key's share are refused, before any
 *                                        look-up and, if the key is in the query, any body
 *   3. one key, known, active,     403   several different ones, unknown, inactive and expired: at most
 *      not expired,                      30 a minute and address, then 420
 *      in the header, if it       401
 *      manages records,
 *      with the route's scope?     403
 *   4. an allowed address?         405
 *   5. within the key's limits?    420   from here on the call counts and holds a slot
 *   6. `signed`, private access:
 *      a signature?                401, 403
 *   7. `partner`: HTTP Basic?      401   wrong: at most 30 a minute and address, then 420
 *   8. a known path and method?    404
 *
 * When: at once (onRequest) if the key can only be in the query string or the header: on reads, on
 * `partner` routes and without a body. Otherwise after the body was read (preValidation), as a key in
 * the body wins over one in the query. Before a large body is read, questions 1 to 4 are put to
 * the key ahead of it, and a refusal is final; so is 420 where there is no room for such a body
 * (`body-admission`). An unreadable body never gets to preValidation: the error handler calls `enter`
 * before it answers. CORS preflights are answered by earlier hooks; they need no key and do not count.
 */

// A gate without a check for a kind of caller lets none of that kind in.
const notVerified: Check = () => refusals.signatureInvalid;
const notAPartner: Check = () => refusals.partnerUnknown;

/**
 * Puts the gate in front of every route of the server, including unknown paths. Hooks that must run
 * before it, such as CORS, are registered before it.
 *
 * @throws RangeError when an entry of `trustedProxies` is neither an address nor a CIDR range.
 */
export function registerGate(app: FastifyInstance, options: GateOptions): void {
  const proxies = new Proxies(options.trustedProxies);
  const keys = new KeyCheck(options, proxies);
  const bodies = new BodyAdmission(keys, options.bodyRoom);
  const refusalLog = new RefusalLog(app.log);
  decorateWithGate(app, { options, proxies, keys, bodies, refusalLog });
  app.addHook('onClose', async () => refusalLog.summarize());
  app.addHook('onRequest', (request, reply, done) => {
    proceed(keyMayFollow(request) ? admitBody(request, reply) : enter(request, reply), done);
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    done(null, bodies.bounded(request));
  });
  app.addHook('preValidation', (request, reply, done) => {
    // The body has arrived; the time that it took is not part of the answer's time.
    passageOf(request).askedAt = options.clock.monotonic();
    proceed(enter(request, reply), done);
  });
}

/**
 * Runs a request through the gate, once: a second run returns the first result. The server's error
 * handler uses it too, so that a body that cannot be read is answered only to those who may enter.
 *
 * @returns Whether the call may go on. If not, the refusal has been sent. Never rejects.
 */
export function enter(request: FastifyRequest, reply: FastifyReply): boolean | Promise<boolean> {
  const passage = passageOf(request);
  const gate = gateOf(request);
  gate.bodies.ended(request);
  if (passage.outcome !== undefined) return passage.outcome;
  passage.askedAt = gate.options.clock.monotonic();
  const refusal = checkHttps(gate, request);
  if (refusal !== undefined) passage.outcome = refuse(request, reply, refusal);
  else if (accessOf(request) === 'open') passage.outcome = true;
  else passage.outcome = settle(request, reply, decide(gate, request, reply));
  return passage.outcome;
}

/** Question 1, except on routes without anything confidential. */
function checkHttps(gate: Gate, request: FastifyRequest): Refusal | undefined {
  return isOverPlainHttp(request) ? undefined : gate.proxies.checkHttps(request);
}

/** What the gate has decided, by steps of which most have nothing to wait for. */
type Decision = Generator<Promise<unknown>, Refusal | undefined, never>;

/** Questions 2 to 8. */
function* decide(gate: Gate, request: FastifyRequest, reply: FastifyReply): Decision {
  const { counters, verifySignature = notVerified, verifyPartner = notAPartner } = gate.options;
  const access = accessOf(request);
  const passage = passageOf(request);
  const credential = access === 'partner' ? keyBeforeBody(request) : keyCredential(request);
  if (credential === undefined) {
    return access === 'manage' ? refusals.keyNotInHeader : gate.bodies.keyMissing(request);
  }
  const name = callerName(credential);
  const busy = weigh(gate, request, name);
  if (busy !== undefined) return busy;
  const { overload } = gate.options;
  const underWay = overload?.begin();
  if (underWay !== undefined) whenOver(request.raw, reply.raw, underWay.end);
  // The calls that came with this one are weighed first: one that is refused does not wait for work.
  if (overload?.refuses) yield nextTurn();

  const { key, refusal } = yield* settled(gate.keys.check(request, credential, name));
  passage.key = key;
  if (refusal !== undefined) return refusal;
  const limits = limitsOf(key);
  gate.options.overload?.remember(name, sharesOf(limits));
  gate.options.onKeyUse?.(key);

  const admission = yield* settled(counters.admit(rateSubject(key), limits));
  if (!admission.admitted) return rateRefusal(admission, limits);
  // The slot is given back when the answer is sent or the caller hangs up, whichever is first.
  whenOver(request.raw, reply.raw, admission.release);
  underWay?.works();
  reply.header('ratelimit-policy', rateLimitPolicy(limits));
  reply.header('ratelimit', rateLimitField(admission.remaining));

  // Given up by now: a stamp of a call that was refused stays unspent.
  if (isGivenUp(passage)) return undefined;
  if (access === 'signed' && key.privateAccess) {
    const unsigned = yield* settled(verifySignature(request, key));
    if (unsigned !== undefined) return unsigned;
  }
  if (access === 'partner') {
    const stranger = yield* settled(verifyPartner(request, key));
    if (stranger !== undefined) return stranger;
  }
  if (request.is404) return refusals.notFound;
  if (isGivenUp(passage)) return undefined;

  request.caller = { key };
  passage.outcome = true;
  return undefined;
}

/** Counts a call once, as load of the first caller seen. @returns Its refusal, if any. */
function weigh(
  { options: { overload } }: Gate,
  request: FastifyRequest,
  caller: string,
): Refusal | undefined {
  const passage = passageOf(request);
  if (overload === undefined || passage.weighed) return undefined;
  passage.weighed = true;
  return overload.refusal(caller);
}

/** Whether the call was refused because its questions took too long. */
function isGivenUp({ outcome }: Passage): boolean {
  return outcome === false;
}

/** Decides whether a body that may hold a key may be read. */
function admitBody(request: FastifyRequest, reply: FastifyReply): boolean | Promise<boolean> {
  const gate = gateOf(request);
  const refusal = checkHttps(gate, request);
  if (refusal !== undefined) return refuse(request, reply, refusal);
  if (accessOf(request) === 'open') return true;
  const credential = keyBeforeBody(request);
  const busy = credential === undefined ? undefined : weigh(gate, request, callerName(credential));
  if (busy !== undefined) return refuse(request, reply, busy);
  const admitted = gate.bodies.admit(request, reply);
  return admitted === true || settle(request, reply, foresee(request, admitted));
}

/** The questions ahead of a body that is not small. */
function* foresee(request: FastifyRequest, finding: Promise<BodyFinding>): Decision {
  const { key, refusal } = yield* settled(finding);
  passageOf(request).key = key;
  return refusal;
}

/** Turns a decision into an outcome: let in, or refused and answered. */
function settle(
  request: FastifyRequest,
  reply: FastifyReply,
  decision: Decision,
): boolean | Promise<boolean> {
  const outcome = (refusal: Refusal | undefined) =>
    refusal === undefined || refuse(request, reply, refusal);
  try {
    const step = decision.next(...NOTHING);
    if (step.done) return outcome(step.value);
    const inTime = withTimeout(goOn(decision, step.value), ANSWER_WITHIN_MS, (error) =>
      request.log.warn({ err: error }, 'the gate failed after its answer was due'),
    );
    return inTime.catch((error: unknown) => refusalOf(error, request)).then(outcome);
  } catch (error) {
    return outcome(refusalOf(error, request));
  }
}

/** What the first step of a decision is given. */
const NOTHING = [] as unknown as [never];

/** Goes on with a decision that waits for something. The others are made in the turn of the call, without a promise. */
async function goOn(decision: Decision, waiting: Promise<unknown>): Promise<Refusal | undefined> {
  const step = await waiting.then(
    (value) => decision.next(value as never),
    (error: unknown) => decision.throw(error),
  );
  return step.done ? step.value : goOn(decision, step.value);
}

/** A value of which a decision may have to wait. */
function* settled<Value>(value: Value | Promise<Value>): Generator<Promise<Value>, Value, Value> {
  return value instanceof Promise ? yield value : value;
}

/** The refusal of a call whose questions have failed. */
function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  const busy = busyRefusal(error, request);
  // The error handler runs this too, so a fault is answered here and not thrown at it again.
  if (busy === undefined) request.log.error({ err: error }, 'the gate failed');
  return busy ?? internalError(request.id);
}

/** Lets Fastify go on with an admitted call; a refused one has been answered and goes nowhere. */
export function proceed(outcome: boolean | Promise<boolean>, done: () => void): void {
  // No promise if the outcome is known: in preValidation, for most calls.
  if (outcome === true) done();
  else if (outcome !== false) outcome.then((admitted) => admitted && done());
}

/** Whether a body that was not read yet may hold a key. */
function keyMayFollow(request: FastifyRequest): boolean {
  return !isRead(request) && accessOf(request) !== 'partner' && announcedBody(request) !== 0;
}

/**
 * Passes an OPTIONS call that is no CORS preflight to the gate like any unknown method, ahead of the
 * CORS plugin, which would answer it.
 */
export function registerPlainOptions(app: FastifyInstance): void {
  // Not asynchronous, as every other call would go through a promise for it.
  app.addHook('onRequest', (request, reply, done) => {
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    if (request.method !== 'OPTIONS' || isPreflight) done();
    else proceed(enter(request, reply), () => sendRefusal(reply, refusals.notFound));
  });
}
