import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { scopesOf } from '../../api/endpoint.js';
import type { Clock } from '../../lib/clock.js';
import { type AddressRange, isWithin, parseRange } from '../../lib/ip-address.js';
import {
  type AttemptLimit,
  FAILED_ATTEMPTS_PER_MINUTE,
  type MakeAttemptLimit,
  MemoryAttemptLimit,
} from '../../limits/attempt-limit.js';
import { type ApiKey, isExpired, type KeyDirectory } from '../../store/directory/key-directory.js';
import { AMBIGUOUS, type Credential, isKeyBesideHeader } from './credentials.js';
import type { Proxies } from './proxies.js';
import { type Refusal, refusals, retryAfter } from './refusals.js';

/** The start of every key, by which people and secret scanners recognise one. */
const MARK = 'pk_';

/** The start of a marketplace partner's key; of the same length, for `publicPrefix`. */
const PARTNER_MARK = 'mp_';

/** 192 bits, of which the public id reveals 48: 144 remain, above the 128 of R46. */
const KEY_BYTES = 24;

/** The mark and eight characters: 48 bits, so that no two keys of a list share a public id. */
const PREFIX_LENGTH = MARK.length + 8;

/** The longest key, so that nobody can have megabytes hashed as a key. */
export const MAX_KEY_LENGTH = 256;

/** A new API key: `pk_` and 32 characters that need no escaping in a URL. @param random For secrets. */
export function newApiKey(random: (size: number) => Uint8Array): string {
  return MARK + Buffer.from(random(KEY_BYTES)).toString('base64url');
}

/**
 * A new partner key, the user name of a marketplace partner: `mp_` and 32 characters without the colon
 * that ends a user name in HTTP Basic.
 *
 * @param random As for `newApiKey`.
 */
export function newPartnerKey(random: (size: number) => Uint8Array): string {
  return PARTNER_MARK + Buffer.from(random(KEY_BYTES)).toString('base64url');
}

/** The public id of a key: its first characters, for lists, logs and `key revoke`. */
export function publicPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/**
 * The SHA-256 of a key in lower-case hexadecimal, by which the directory stores and finds keys.
 *
 * A fast hash is right here: unlike a password, a key has too many random bits to guess. The look-up
 * need not take constant time either: its time may depend on the stored hashes and on the hash of the
 * input, but an attacker would have to choose that hash, which means inverting SHA-256.
 */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** How failed attempts are counted. */
export interface AttemptOptions {
  readonly clock: Clock;
  /** Attempts per address in a sliding minute, at least 1. */
  readonly failedAttemptsLimit?: number;
  /** Makes the counter; by default one in this process. */
  readonly attemptLimit?: MakeAttemptLimit;
}

/** Limits the failed attempts of one kind by source address. */
export class Attempts {
  readonly #policy: string;
  readonly #refusal: Refusal;
  readonly #proxies: Proxies;
  readonly #attemptLimit: AttemptLimit;

  /** @param policy The name of the limit in `RateLimit` fields. @param refusal The 420 for attempts over the limit. */
  constructor(
    policy: string,
    refusal: Refusal,
    options: AttemptOptions & { readonly proxies: Proxies },
  ) {
    const { clock, failedAttemptsLimit = FAILED_ATTEMPTS_PER_MINUTE } = options;
    const inProcess: MakeAttemptLimit = (_kind, perMinute) =>
      new MemoryAttemptLimit(perMinute, clock);
    this.#policy = policy;
    this.#refusal = refusal;
    this.#proxies = options.proxies;
    this.#attemptLimit = (options.attemptLimit ?? inProcess)(policy, failedAttemptsLimit);
  }

  /** The 420 if the source of a call has made too many attempts. */
  async tooMany(request: FastifyRequest): Promise<Refusal | undefined> {
    const waitMs = await this.#attemptLimit.waitMs(this.#proxies.sourceOf(request));
    return waitMs === 0 ? undefined : this.#over(waitMs);
  }

  /** Counts a failed attempt. @returns Its refusal, or the 420 after too many. */
  async failed(request: FastifyRequest, refusal: Refusal): Promise<Refusal> {
    const waitMs = await this.#attemptLimit.take(this.#proxies.sourceOf(request));
    return waitMs === 0 ? refusal : this.#over(waitMs);
  }

  #over(waitMs: number): Refusal {
    return retryAfter(this.#refusal, waitMs, {
      'ratelimit-policy': `"${this.#policy}";q=${this.#attemptLimit.limit};w=60`,
      ratelimit: `"${this.#policy}";r=0;t=${Math.ceil(waitMs / 1000)}`,
    });
  }
}

/** A key that may be used on this route from this address, or the refusal. */
type KeyFinding =
  | { readonly key: ApiKey; readonly refusal: undefined }
  | { readonly key: ApiKey | undefined; readonly refusal: Refusal };

/** The name of a caller, made from the key that it sent, which the name does not reveal. */
export function callerName(credential: NonNullable<Credential>): string {
  return credential === AMBIGUOUS || credential.length > MAX_KEY_LENGTH ? '' : hashKey(credential);
}

/** Checks everything about a key except how often it is used. */
export class KeyCheck {
  readonly #keys: KeyDirectory;
  readonly #clock: Clock;
  readonly #proxies: Proxies;
  readonly #attempts: Attempts;
  /** The ranges of allow-lists: a list is parsed once while the directory caches it. */
  readonly #ranges = new WeakMap<readonly string[], readonly AddressRange[]>();

  constructor(options: AttemptOptions & { readonly keys: KeyDirectory }, proxies: Proxies) {
    this.#keys = options.keys;
    this.#clock = options.clock;
    this.#proxies = proxies;
    this.#attempts = new Attempts('unknown-keys', refusals.tooManyGuesses, { ...options, proxies });
  }

  /**
   * Checks a key: known, active, not expired (403), in the header where it has to be (401), enabled for the
   * route (403), used from an allowed address (405).
   *
   * @param hash The name of the caller, where it is at hand.
   */
  check(
    request: FastifyRequest,
    credential: NonNullable<Credential>,
    hash = callerName(credential),
  ): KeyFinding | Promise<KeyFinding> {
    if (credential === AMBIGUOUS) return this.#failed(request, undefined, refusals.keyAmbiguous);
    const found = hash === '' ? undefined : this.#keys.findByHash(hash);
    if (!(found instanceof Promise)) return this.#checkFound(request, found);
    return found.then((key) => this.#checkFound(request, key));
  }

  #checkFound(request: FastifyRequest, key: ApiKey | undefined): KeyFinding | Promise<KeyFinding> {
    if (key === undefined) return this.#failed(request, key, refusals.keyUnknown);
    // Both are counted like an unknown one; otherwise thirty attempts would show which of them it is.
    if (!key.active) return this.#failed(request, key, refusals.keyInactive);
    if (isExpired(key.expiresAt, this.#clock.now())) {
      return this.#failed(request, key, refusals.keyExpired);
    }
    // R250.
    if (key.scopes.has('manage') && isKeyBesideHeader(request)) {
      return { key, refusal: refusals.keyNotInHeader };
    }
    if (!scopesOf(request).some((scope) => key.scopes.has(scope))) {
      return { key, refusal: refusals.keyNotEnabled };
    }
    if (!this.#isAllowed(request, key)) return { key, refusal: refusals.addressNotAllowed };
    return { key, refusal: undefined };
  }

  /** A refusal that counts as a failed attempt of its source. */
  async #failed(
    request: FastifyRequest,
    key: ApiKey | undefined,
    refusal: Refusal,
  ): Promise<KeyFinding> {
    return { key, refusal: await this.#attempts.failed(request, refusal) };
  }

  /** The 420 if the source of a call has tried too many unknown keys. */
  checkSource(request: FastifyRequest): Promise<Refusal | undefined> {
    return this.#attempts.tooMany(request);
  }

  #isAllowed(request: FastifyRequest, key: ApiKey): boolean {
    if (key.addresses.length === 0) return true;
    const { address } = this.#proxies.origin(request);
    return address !== undefined && isWithin(address, this.#rangesOf(key.addresses));
  }

  #rangesOf(addresses: readonly string[]): readonly AddressRange[] {
    const parsed = this.#ranges.get(addresses);
    if (parsed !== undefined) return parsed;
    // An unreadable entry lets nobody in, and the list still restricts the key.
    const ranges = addresses.map(parseRange).filter((range) => range !== undefined);
    this.#ranges.set(addresses, ranges);
    return ranges;
  }
}
