import { hashKey, newApiKey, publicPrefix } from '../../http/gate/key-check.js';
import type { Services } from '../../services.js';
import type { KeyEntry, KeySettings } from '../../store/directory/directory.js';
import type { Scope } from '../../store/directory/key-directory.js';
import { seal } from '../../store/secrets/seal.js';
import { secretKeyFor } from '../../store/secrets/secret-key.js';
import type { World } from '../command.js';
import { CommandError } from '../command-error.js';

/** Bytes of a signing secret: twice the required minimum (R46). */
const SECRET_BYTES = 32;

/** The tenant and the rights of a new key. What is left out is as every key has it. */
interface KeyRequest extends Partial<KeySettings> {
  readonly tenant: string;
  readonly scopes: readonly Scope[];
  /** Addresses and CIDR ranges; empty allows any address. */
  readonly addresses: readonly string[];
  readonly privateAccess: boolean;
}

/** A new key, at the only time that key and secret can be read. */
export interface IssuedKey {
  readonly apiKey: string;
  /** The number and the secret for signatures; undefined without private access. */
  readonly signing: { readonly clientID: number; readonly secret: string } | undefined;
}

/** Makes a key and adds it to the directory. R46, R52. */
export async function issueKey(
  services: Services,
  request: KeyRequest,
  random: World['random'],
): Promise<IssuedKey> {
  const apiKey = newApiKey(random);
  const hash = hashKey(apiKey);
  // Hexadecimal text can be pasted anywhere; websites use the text itself as their HMAC key.
  const secret = Buffer.from(random(SECRET_BYTES)).toString('hex');
  const sealedSecret = request.privateAccess
    ? seal(secret, await secretKeyFor(services.config, random), hash, random)
    : null;
  const entry = await services.directory.addKey({
    ...request,
    hash,
    prefix: publicPrefix(apiKey),
    sealedSecret,
    createdAt: services.clock.now(),
  });
  const clientID = entry.issued_client_id;
  return { apiKey, signing: clientID === null ? undefined : { clientID, secret } };
}

/**
 * The key that an operator names by the whole key or by its listed prefix. An error does not repeat
 * the argument, which may be a whole key.
 *
 * @throws CommandError when there is none, or several share a prefix.
 */
export async function findKey({ directory }: Services, keyOrPrefix: string): Promise<KeyEntry> {
  const byHash = await directory.keyByHash(hashKey(keyOrPrefix));
  if (byHash !== undefined) return byHash;
  const [first, ...others] = await directory.keysByPrefix(keyOrPrefix);
  if (first === undefined) {
    throw new CommandError(
      'There is no such key. Name it whole, or by the prefix that `portico key list` shows.',
    );
  }
  if (others.length > 0)
    throw new CommandError('Several keys share this prefix. Name the whole key.');
  return first;
}

/** Whether a listed key has expired. @param now Milliseconds since the epoch. */
export function isExpired({ expires_at }: KeyEntry, now: number): boolean {
  return expires_at !== null && expires_at <= now;
}

/** The addresses of a listed key. */
export function addressesOf(key: KeyEntry): readonly string[] {
  return key.addresses.split(',').filter((address) => address !== '');
}

/** The scopes of a listed key. */
export function scopesOf(key: KeyEntry): readonly Scope[] {
  return key.scopes.split(',') as Scope[];
}
