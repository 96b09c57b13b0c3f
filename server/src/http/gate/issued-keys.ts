import { iso } from '../../lib/dates.js';
import type { Services } from '../../services.js';
import type { KeyEntry, KeySettings } from '../../store/directory/directory.js';
import { isExpired, type NewKey, settingsOf } from '../../store/directory/key-directory.js';
import { seal } from '../../store/secrets/seal.js';
import { secretKeyFor } from '../../store/secrets/secret-key.js';
import { hashKey, newApiKey, publicPrefix } from './key-check.js';
import { limitsOf } from './rates.js';

/** Bytes of a signing secret: twice the required minimum (R46). */
const SECRET_BYTES = 32;

/** The tenant and the rights of a new key. What is left out is as every key has it. */
type KeyRequest = Omit<NewKey, 'hash' | 'prefix' | 'sealedSecret' | 'createdAt'>;

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

/** Makes a key with the settings of another, which is revoked then, unless it is to work on. */
export async function rotateKey(
  services: Parameters<typeof issueKey>[0],
  old: KeyEntry,
  changes: Partial<KeySettings>,
  { random, keepOld }: { readonly random: Random; readonly keepOld: boolean },
): Promise<IssuedKey> {
  const rights = { tenant: old.client, privateAccess: old.private_access === 1 };
  const fresh = await issueKey(services, { ...rights, ...settingsOf(old), ...changes }, random);
  if (!keepOld) await services.directory.keys.revoke(old.id);
  return fresh;
}

/** A listed key for programs. */
export type KeyJson = ReturnType<typeof keyJson>;

/** The JSON of a listed key. @param usedAt When it was used last. @param now Milliseconds since the epoch. */
export function keyJson(key: KeyEntry, usedAt: number | undefined, now: number) {
  const settings = settingsOf(key);
  const { perSecond, inFlight } = limitsOf(settings);
  return {
    prefix: key.prefix,
    name: settings.name,
    active: key.active === 1,
    expired: isExpired(settings.expiresAt, now),
    scopes: settings.scopes,
    private: key.private_access === 1,
    clientID: key.issued_client_id,
    addresses: settings.addresses,
    rate: perSecond,
    inFlight,
    expires: iso(settings.expiresAt),
    lastUsed: iso(usedAt),
    created: new Date(key.created_at).toISOString(),
  };
}

export function issuedJson({ apiKey, signing }: IssuedKey): object {
  // The interface calls it `clientID`, websites and their client `keyID`.
  return { apiKey, ...(signing && { keyID: signing.clientID }), ...signing };
}
