import type { FastifyReply, FastifyRequest } from 'fastify';
import { whenOver } from '../lib/on-response-closed.js';
import { boundedBody } from './bounded-body.js';
import { announcedBody, keyBeforeBody } from './credentials.js';
import type { KeyCheck } from './key-check.js';
import type { ApiKey } from './key-directory.js';
import { rateSubject } from './rates.js';
import { type Refusal, refusals, retryAfter } from './refusals.js';

/** Bodies up to this size are read before the gate has decided, in bytes. */
const SMALL_BODY = 64 * 1024;

/** How many bytes of bodies may be on their way to this process. */
export interface BodyRoom {
  /** With no key ahead of them that was found to be good. */
  readonly keyless: number;
  /** With one key ahead of them. */
  readonly ofKey: number;
}

/** That of a key holds four of the largest bodies. */
const BODY_ROOM: BodyRoom = { keyless: 64 * 1024 * 1024, ofKey: 32 * 1024 * 1024 };

/** When to try again where there is no room: a body that does not move has 10 s. */
const TRY_AGAIN_MS = 5_000;

const KEYLESS = 'keyless';

/** The answer to whether a body may be read, and the key that stands ahead of it. */
export interface BodyFinding {
  readonly key?: ApiKey | undefined;
  readonly refusal?: Refusal | undefined;
}

/** A body that is on its way. */
interface Arrival {
  /** Gives its room back; the second time does nothing. */
  readonly release: () => void;
  /** How many bytes may come, where the call does not say how many will. */
  readonly most?: number | undefined;
  /** Whether more came. */
  exceeded?: boolean;
}

/**
 * What is read before the gate has decided. A key in a body wins over one ahead of it, so the body has
 * to be read first; but then anybody could make the process hold bodies. So a large one is read
 * with a good key ahead of it only (R14), and all that are on their way share the room that there is,
 * counted in the bytes that they announce.
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

  /** Whether a body may be read: a small one at once, another after questions 2 to 4. */
  admit(request: FastifyRequest, reply: FastifyReply): true | Promise<BodyFinding> {
    const size = announcedBody(request) ?? Infinity;
    const isRead = size <= SMALL_BODY && this.#take(request, reply, KEYLESS, size);
    return isRead || this.#check(request, reply);
  }

  /** The body as it may be read; undefined where it needs no bound but that of its route. */
  bounded(request: FastifyRequest): ReturnType<typeof boundedBody> | undefined {
    const arrival = this.#arrivals.get(request);
    if (arrival?.most === undefined) return undefined;
    return boundedBody(request.raw, arrival.most, () => {
      arrival.exceeded = true;
    });
  }

  /** A body is on its way no more: it was read, or could not be. */
  ended(request: FastifyRequest): void {
    this.#arrivals.get(request)?.release();
  }

  /** Why a call without a key is refused: it may have one that was not read. */
  keyMissing(request: FastifyRequest): Refusal {
    const exceeded = this.#arrivals.get(request)?.exceeded === true;
    return exceeded ? refusals.keyBehindBody : refusals.keyMissing;
  }

  async #check(request: FastifyRequest, reply: FastifyReply): Promise<BodyFinding> {
    const size = announcedBody(request);
    const credential = keyBeforeBody(request);
    if (credential === undefined) {
      // The body's key may be good: only a source that keeps sending bad ones is not heard further.
      const refusal = await this.#keys.checkSource(request);
      if (refusal !== undefined) return { refusal };
      if (size !== undefined && size > SMALL_BODY) return { refusal: refusals.keyBehindBody };
      return this.#take(request, reply, KEYLESS, size ?? SMALL_BODY, SMALL_BODY)
        ? {}
        : { refusal: retryAfter(refusals.tooManyBodies, TRY_AGAIN_MS) };
    }
    const { key, refusal } = await this.#keys.check(request, credential);
    if (refusal !== undefined) return { key, refusal };
    const largest = Math.min(size ?? Infinity, request.routeOptions.bodyLimit);
    return this.#take(request, reply, rateSubject(key), largest)
      ? { key }
      : { key, refusal: retryAfter(refusals.tooManySimultaneous, TRY_AGAIN_MS) };
  }

  /** @returns Whether there was room. It is given back when the call is over, if not before. */
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
    this.#arrivals.set(request, { release, most });
    whenOver(request.raw, reply.raw, release);
    return true;
  }
}

/** Whether a body is announced to be so short that it may be read before the gate has decided. */
export function hasSmallBody(request: FastifyRequest): boolean {
  const size = announcedBody(request);
  return size !== undefined && size <= SMALL_BODY;
}
