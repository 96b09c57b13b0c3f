import type { FastifyRequest } from 'fastify';
import { scopesOf } from '../../api/access.js';
import type { Clock } from '../../lib/clock.js';
import { type AddressRange, isWithin, parseRange } from '../../lib/ip-address.js';
import type { ApiKey, KeyDirectory } from '../../store/directory/key-directory.js';
import { hashKey, MAX_KEY_LENGTH } from './api-key.js';
import { type AttemptOptions, Attempts } from './attempts.js';
import { AMBIGUOUS, type Credential, isKeyBesideHeader } from './credentials.js';
import type { Proxies } from './proxies.js';
import { type Refusal, refusals } from './refusals.js';

/** A key that may be used on this route from this address, or the refusal. */
export type KeyFinding =
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
    // R187.
    if (key.expiresAt !== null && this.#clock.now() >= key.expiresAt) {
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
