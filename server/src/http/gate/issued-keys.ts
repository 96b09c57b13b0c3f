import { iso } from '../../lib/dates.js';
import type { Services } from '../../services.js';
import type { KeyEntry, KeySettings } from '../../store/directory/directory.js';
import type { Scope } from '../../store/directory/key-directory.js';
import { seal } from '../../store/secrets/seal.js';
import { secretKeyFor } from '../../store/secrets/secret-key.js';
import { hashKey, newApiKey, publicPrefix } from './key-check.js';
import { limitsOf } from './rates.js';

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

type Random = (size: number) => Uint8Array;

/** Makes a key and adds it to the directory. R46, R52. */
export async function issueKey(
  services: Pick<Services, 'config' | 'clock' | 'directory'>,
  request: KeyRequest,
  random: Random,
): Promise<IssuedKey> {
  const apiKey = newApiKey(random);
  const hash = hashKey(apiKey);
  // Hexadecimal text can be pasted anywhere; websites use the text itself as their HMAC key.
  const secret = Buffer.from(random(SECRET_BYTES)).toString('hex');
  const sealedSecret = request.privateAccess
    ? seal(secret, await secretKeyFor(services.config, random), hash, random)
    : null;
  const entry = await services.directory.keys.add({
    ...request,
    hash,
    prefix: publicPrefix(apiKey),
    sealedSecret,
    createdAt: services.clock.now(),
  });
  const clientID = entry.issued_client_id;
  return { apiKey, signing: clientID === null ? undefined : { clientID, secret } };
}

/** Whether a listed key has expired. @param now Milliseconds since the epoch. */
export function isExpired({ expires_at }: KeyEntry, now: number): boolean {
  return expires_at !== null && expires_at <= now;
}

export function addressesOf(key: KeyEntry): readonly string[] {
  return key.addresses.split(',').filter((address) => address !== '');
}

export function scopesOf(key: KeyEntry): readonly Scope[] {
  return key.scopes.split(',') as Scope[];
}

/** Makes a key with the settings of another, which is revoked then, unless it is to work on. */
export async function rotateKey(
  services: Parameters<typeof issueKey>[0],
  old: KeyEntry,
  changes: Partial<KeySettings>,
  { random, keepOld }: { readonly random: Random; readonly keepOld: boolean },
): Promise<IssuedKey> {
  const request = {
    tenant: old.client,
    scopes: scopesOf(old),
    addresses: addressesOf(old),
    privateAccess: old.private_access === 1,
    name: old.name,
    expiresAt: old.expires_at,
    perSecond: old.per_second,
    inFlight: old.in_flight,
  };
  const fresh = await issueKey(services, { ...request, ...changes } as KeyRequest, random);
  if (!keepOld) await services.directory.keys.revoke(old.id);
  return fresh;
}

/** A listed key for programs. */
export type KeyJson = ReturnType<typeof keyJson>;

/** The JSON of a listed key. @param usedAt When it was used last. @param now Milliseconds since the epoch. */
export function keyJson(key: KeyEntry, usedAt: number | undefined, now: number) {
  const { perSecond, inFlight } = limitsOf({ perSecond: key.per_second, inFlight: key.in_flight });
  return {
    prefix: key.prefix,
    name: key.name,
    active: key.active === 1,
    expired: isExpired(key, now),
    scopes: scopesOf(key),
    private: key.private_access === 1,
    clientID: key.issued_client_id,
    addresses: addressesOf(key),
    rate: perSecond,
    inFlight,
    expires: iso(key.expires_at),
    lastUsed: iso(usedAt),
    created: new Date(key.created_at).toISOString(),
  };
}

export function issuedJson({ apiKey, signing }: IssuedKey): object {
  // The interface calls it `clientID`, websites and their client `keyID`.
  return { apiKey, ...(signing && { keyID: signing.clientID }), ...signing };
}
