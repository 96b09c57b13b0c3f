import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { errorCodes, type FastifyReply, type FastifyRequest } from 'fastify';
import { accessOf } from '../../api/endpoint.js';
import type { ApiKey } from '../../store/directory/key-directory.js';
import { announcedBody, keyBeforeBody } from './credentials.js';
import type { KeyCheck } from './key-check.js';
import { limitsOf, rateSubject } from './rates.js';
import { paced, type Refusal, refusals, retryAfter } from './refusals.js';
import { leaveRequestBody, Pieces, whenOver } from './request-end.js';

/**
 * A body that fails when it exceeds `most` bytes, or comes in a great many tiny chunks. The rest stays in
 * the request, for the answer to drain.
 *
 * @param exceeded Runs at that moment. `areTiny`: whether it is because of the chunks.
 */
export function boundedBody(
  body: IncomingMessage,
  most: number,
  exceeded: (areTiny: boolean) => void,
): Transform {
  const pieces = new Pieces();
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const areTiny = pieces.add(chunk);
      if (pieces.size <= most && !areTiny) return done(null, chunk);
      exceeded(areTiny);
      done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    },
  });
  body.once('error', (error) => bounded.destroy(error));
  // A caller may hang up when nobody reads its body: without a listener the error would end the process.
  bounded.on('error', () => {});
  return body.pipe(bounded);
}

/** Bodies up to this size, in bytes, are read before the gate has decided. */
const SMALL_BODY = 64 * 1024;

/** How many bytes of bodies may be on their way to this process. */
export interface BodyRoom {
  /** Of bodies without a valid key ahead of them. */
  readonly keyless: number;
  readonly ofKey: number;
}

/** The room of a key holds four of the largest uploads, or one of the largest bodies of records. */
const BODY_ROOM: BodyRoom = { keyless: 64 * 1024 * 1024, ofKey: 32 * 1024 * 1024 };

/** When to try again if there is no room: a stalled body is dropped after 10 s. */
const TRY_AGAIN_MS = 5_000;

const KEYLESS = 'keyless';

/** Whether a body may be read, and the key ahead of it. */
export interface BodyFinding {
  readonly key?: ApiKey | undefined;
  readonly refusal?: Refusal | undefined;
}

interface Arrival {
  /** Gives its room back; the second time does nothing. */
  readonly release: () => void;
  /** The most bytes that may come, if the call does not announce its size; the route may take fewer. */
  readonly most?: number | undefined;
  /** Whether no valid key came ahead of it. */
  readonly isKeyless: boolean;
  /** Whether more came. */
  exceeded?: boolean;
}

/**
 * Decides which bodies are read before the gate decides. A key in a body wins over one ahead of it, so
 * the body has to be read first; but then anybody could make the process hold bodies. So a large body
 * is read only behind a valid key (R14), and all bodies on their way share limited room, counted in the
 * bytes that they announce.
 */
export class BodyAdmission {
  readonly #keys: KeyCheck;
  readonly #room: BodyRoom;
  readonly #taken = new Map<string, number>();
  readonly #arrivals = new WeakMap<FastifyRequest, Arrival>();

  constructor(keys: KeyCheck, room: BodyRoom = BODY_ROOM) {
    this.#keys = keys;
    this.#room = room;
  }

  /** Whether a body may be read: a small one at once, others after questions 2 to 4. */
  admit(request: FastifyRequest, reply: FastifyReply): true | Promise<BodyFinding> {
    const size = announcedBody(request) ?? Infinity;
    const isRead = size <= SMALL_BODY && this.#take(request, reply, KEYLESS, size);
    return isRead || this.#check(request, reply);
  }

  /** The body with its bound; undefined if the bound of its route is enough. */
  bounded(request: FastifyRequest): ReturnType<typeof boundedBody> | undefined {
    const arrival = this.#arrivals.get(request);
    if (arrival?.most === undefined) return undefined;
    return boundedBody(request.raw, arrival.most, (areTiny) => {
      arrival.exceeded = true;
      if (areTiny && arrival.isKeyless) leaveRequestBody(request.raw);
    });
  }

  /** Frees the room of a body that was read, or could not be. */
  ended(request: FastifyRequest): void {
    this.#arrivals.get(request)?.release();
  }

  /** The refusal of a call without a key: its key may be in a part that was not read. */
  keyMissing(request: FastifyRequest): Refusal {
    const exceeded = this.#arrivals.get(request)?.exceeded === true;
    return exceeded ? refusals.keyBehindBody : refusals.keyMissing;
  }

  async #check(request: FastifyRequest, reply: FastifyReply): Promise<BodyFinding> {
    const size = announcedBody(request);
    const credential = keyBeforeBody(request);
    if (credential === undefined) {
      // The body's key may be valid: only a source that keeps sending bad ones is refused.
      const refusal = await this.#keys.checkSource(request);
      if (refusal !== undefined) return { refusal };
      if (accessOf(request) === 'manage') return { refusal: refusals.keyNotInHeader };
      if (size !== undefined && size > SMALL_BODY) return { refusal: refusals.keyBehindBody };
      return this.#take(request, reply, KEYLESS, size ?? SMALL_BODY, SMALL_BODY)
        ? {}
        : { refusal: retryAfter(refusals.tooManyBodies, TRY_AGAIN_MS) };
    }
    const { key, refusal } = await this.#keys.check(request, credential);
    if (refusal !== undefined) return { key, refusal };
    const largest = Math.min(size ?? Infinity, request.routeOptions.bodyLimit);
    const most = size === undefined ? largest : undefined;
    if (this.#take(request, reply, rateSubject(key), largest, most)) return { key };
    const tooMany = paced(refusals.tooManySimultaneous, limitsOf(key).perSecond);
    return { key, refusal: retryAfter(tooMany, TRY_AGAIN_MS) };
  }

  /** @returns Whether there was room. The room is freed at the end of the call, if not before. */
  #take(
    request: FastifyRequest,
    reply: FastifyReply,
    subject: string,
    bytes: number,
    most?: number,
  ): boolean {
    const taken = (this.#taken.get(subject) ?? 0) + bytes;
    if (taken > (subject === KEYLESS ? this.#room.keyless : this.#room.ofKey)) return false;
    this.#taken.set(subject, taken);
    let held = true;
    const release = (): void => {
      if (!held) return;
      held = false;
      const left = (this.#taken.get(subject) ?? 0) - bytes;
      if (left > 0) this.#taken.set(subject, left);
      else this.#taken.delete(subject);
    };
    this.#arrivals.set(request, { release, most, isKeyless: subject === KEYLESS });
    whenOver(request.raw, reply.raw, release);
    return true;
  }
}

/** Whether the announced body is short enough to be read before the gate has decided. */
export function hasSmallBody(request: FastifyRequest): boolean {
  const size = announcedBody(request);
  return size !== undefined && size <= SMALL_BODY;
}
