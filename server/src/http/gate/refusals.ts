import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessOf } from '../../api/endpoint.js';
import { refusalEnvelope } from '../../api/envelopes.js';

/** The gate's answer to a call that may not enter. */
export interface Refusal {
  readonly status: 401 | 403 | 404 | 405 | 409 | 420 | 422 | 500;
  /** Public words, for the caller. They name no key and nothing internal. */
  readonly words: string;
  /** Inner words: the reason, for the log. */
  readonly reason: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON in place of the words, if an endpoint has an envelope of its own. */
  readonly body?: unknown;
}

const KEY_WORDS = 'The API key does not match or is not active.';

/** The rate that refusals advise: a little below the enforced one (R56). */
const PACE = paceOf(10);

/** The words for every caller that an overloaded server refuses. */
const BUSY_WORDS =
  'The server is busy and cannot answer this request now. Nothing was done: please wait and send it again.';

const INDEXING_WORDS =
  'The words of the listings are being indexed. Please send the request again in some seconds.';

const PASSWORDS_WORDS =
  'Too many passwords are waiting to be checked. Nothing was done: please send the request again in some seconds.';

/**
 * Every refusal of the gate. The list is closed: a new reason gets its entry here, with public and
 * inner words. R5, R43, R59.
 */
export const refusals = {
  notHttps: {
    status: 403,
    words: 'Plain HTTP is not supported: use HTTPS.',
    reason: 'trusted proxy does not say that the call came over HTTPS',
  },
  notThroughProxy: {
    status: 403,
    words: 'Plain HTTP is not supported: use HTTPS.',
    reason: 'call past the trusted proxies',
  },
  notThisMachine: {
    status: 403,
    words: 'Plain HTTP is answered to this machine alone, as 127.0.0.1 or localhost: use HTTPS.',
    reason: 'plain HTTP under a name that is not of this machine',
  },
  keyMissing: {
    status: 401,
    words: 'An API key is required: send it as the parameter apiKey.',
    reason: 'no key',
  },
  keyBehindBody: {
    status: 401,
    words:
      'An API key is required: with a body of more than 64 KiB, send it in the query string or in the header X-API-Key.',
    reason: 'no key ahead of a large body',
  },
  keyNotInHeader: {
    status: 401,
    words:
      'An API key that manages records is sent in the header X-API-Key alone, as addresses end up in logs.',
    reason: 'key that manages records outside of the header',
  },
  keyUnknown: { status: 403, words: KEY_WORDS, reason: 'unknown key' },
  keyAmbiguous: {
    status: 403,
    words: 'The call has more than one API key, or one that is not text: send one.',
    reason: 'key is not one text',
  },
  keyInactive: { status: 403, words: KEY_WORDS, reason: 'inactive key' },
  keyExpired: { status: 403, words: KEY_WORDS, reason: 'expired key' },
  keyNotEnabled: {
    status: 403,
    words: 'The API key is not enabled for this API.',
    reason: 'key lacks the scope',
  },
  addressNotAllowed: {
    status: 405,
    words: 'The API key may not be used from this address.',
    reason: 'address is not on the allow-list of the key',
  },
  tooManyRequests: {
    status: 420,
    words: `Too many requests in one second. ${PACE}.`,
    reason: 'rate of the key',
  },
  tooManySimultaneous: {
    status: 420,
    words: `Too many simultaneous requests. ${PACE}, and wait for answers before asking more.`,
    reason: 'simultaneous calls of the key',
  },
  tooManyBodies: {
    status: 420,
    words:
      'Too many requests are sending a body at once. Try again later, or send the API key in the query string or in the header X-API-Key.',
    reason: 'too many bytes of bodies without a key ahead',
  },
  tooManyGuesses: {
    status: 420,
    words: `Too many requests with a wrong API key. Check the key. ${PACE}.`,
    reason: 'too many attempts with unknown keys from this address',
  },
  signatureMissing: {
    status: 401,
    words: 'This request must be signed: send the parameters stamp and token.',
    reason: 'no stamp or no token',
  },
  signatureMalformed: {
    status: 403,
    words:
      'The signature is malformed: the stamp is a whole number of milliseconds, the token 32 bytes in hexadecimal or Base64.',
    reason: 'malformed stamp or token',
  },
  signatureExpired: {
    status: 403,
    words: 'The stamp is more than three hours old: send the current time in milliseconds.',
    reason: 'stamp too old',
  },
  signatureEarly: {
    status: 403,
    words:
      'The stamp lies in the future: send the current time in milliseconds, and check the clock.',
    reason: 'stamp too far in the future',
  },
  signatureInvalid: {
    status: 403,
    words: 'The token does not match: it signs another stamp or client id, or with another secret.',
    reason: 'token does not match',
  },
  signatureSpent: {
    status: 403,
    words: 'The stamp has been used before: every request needs a stamp and token of its own.',
    reason: 'stamp used before',
  },
  partnerUnknown: {
    status: 401,
    words: 'The partner key and secret (HTTP Basic) are missing or do not match.',
    reason: 'HTTP Basic not accepted',
    headers: { 'www-authenticate': 'Basic realm="marketplace", charset="UTF-8"' },
  },
  tooManyLogins: {
    status: 420,
    words: `Too many requests with wrong partner credentials. Check them. ${PACE}.`,
    reason: 'too many attempts with wrong partner credentials from this address',
  },
  busyShare: {
    status: 420,
    words: BUSY_WORDS,
    reason: 'share of the key of what a busy server does',
  },
  busyDatabase: { status: 420, words: BUSY_WORDS, reason: 'no connection to the database is free' },
  databaseAway: { status: 420, words: BUSY_WORDS, reason: 'the database cannot be reached' },
  recordsMoving: {
    status: 420,
    words:
      'The records of this client are being moved and cannot be changed now. Please send the request again later.',
    reason: 'the database is being moved, and its records are read-only',
  },
  busyFeed: {
    status: 420,
    words: BUSY_WORDS,
    reason: 'a feed that the call reads is being removed or wiped',
  },
  busyPasswords: {
    status: 420,
    words: PASSWORDS_WORDS,
    reason: 'passwords that wait to be hashed',
  },
  busyWords: {
    status: 420,
    words: INDEXING_WORDS,
    reason: 'words of listings that are being indexed',
  },
  busyRecords: {
    status: 420,
    words:
      'Too many requests are listing records, or storing records or pictures. Nothing was done: please send the request again in some seconds.',
    reason: 'requests that wait to store records or pictures, or too many that list records',
  },
  busyPictures: {
    status: 420,
    words:
      'Too many pictures are waiting to be made. Please send the request again in some seconds.',
    reason: 'pictures that wait to be made',
  },
  busyPages: { status: 420, words: BUSY_WORDS, reason: 'large pages that wait to be made' },
  busyCalls: { status: 420, words: BUSY_WORDS, reason: 'calls under way of a busy server' },
  writeUnderWay: {
    status: 409,
    words: 'A request with this Idempotency-Key is still running: send it again in a moment.',
    reason: 'write under way with the same Idempotency-Key',
    headers: { 'retry-after': '1' },
  },
  otherWrite: {
    status: 422,
    words:
      'This Idempotency-Key came with another request within 24 hours: every request needs a key of its own.',
    reason: 'Idempotency-Key of another request',
  },
  notFound: { status: 404, words: 'There is nothing at this address.', reason: 'no such route' },
} as const satisfies Record<string, Refusal>;

function paceOf(perSecond: number): string {
  const advised = Math.max(1, Math.floor(0.8 * perSecond));
  return `Please send at most ${advised} request${advised === 1 ? '' : 's'} a second`;
}

/** A refusal that advises a rate, with the one that suits a key of this many calls a second (R186). */
export function paced(refusal: Refusal, perSecond: number): Refusal {
  return { ...refusal, words: refusal.words.replace(PACE, paceOf(perSecond)) };
}

/** An internal error: it names only the request, so that its log lines can be found. */
export function internalError(requestId: string): Refusal {
  return {
    status: 500,
    words: `An internal error occurred. Request id: ${requestId}.`,
    reason: 'fault',
  };
}

/** Adds the time to wait as `Retry-After`, in whole seconds and at least one. */
export function retryAfter(
  refusal: Refusal,
  waitMs: number,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return { ...refusal, headers: { ...headers, 'retry-after': String(seconds) } };
}

function bodyOf(request: FastifyRequest, { status, words, body }: Refusal): unknown {
  if (body !== undefined) return body;
  const isManaging = accessOf(request) === 'manage' || isBelowManage(request);
  return isManaging ? refusalEnvelope(status, words) : words;
}

/** Whether an unknown address looks like one for back offices, whose programs read an object from every answer. R255. */
function isBelowManage({ is404, url }: FastifyRequest): boolean {
  return is404 && /^\/manage(?:[/?]|$)/i.test(url);
}

/**
 * Sends a refusal: its words as a JSON string, or in the envelope of its endpoint, that no cache may store. A 405 is cacheable by default,
 * and a proxy could serve a stored refusal to another caller. R59, R167.
 */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): void {
  // A call that was answered as too slow gets no second answer.
  if (reply.sent) return;
  // The tag belongs to an answer that is not sent.
  reply.removeHeader('etag');
  reply.code(refusal.status);
  if (refusal.headers !== undefined) reply.headers(refusal.headers);
  reply.header('cache-control', 'no-store');
  reply.header('content-type', 'application/json; charset=utf-8');
  reply.send(JSON.stringify(bodyOf(reply.request, refusal)));
}

/** The handler for `setNotFoundHandler`, for calls that a route passes on as not found. */
export function answerNotFound(_request: FastifyRequest, reply: FastifyReply): void {
  sendRefusal(reply, refusals.notFound);
}
