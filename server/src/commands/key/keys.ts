import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { hashKey, newApiKey, publicPrefix } from '../../http/gate/key-check.js';
import { limitsOf } from '../../http/gate/rates.js';
import { urlOf } from '../../lib/ip-address.js';
import type { Services } from '../../services.js';
import type { KeyEntry, KeySettings } from '../../store/directory/directory.js';
import type { Scope } from '../../store/directory/key-directory.js';
import { seal } from '../../store/secrets/seal.js';
import { secretKeyFor } from '../../store/secrets/secret-key.js';
import { DATA_FILES } from '../backup/data-files.js';
import type { World } from '../command.js';
import { CommandError } from '../command-error.js';
import { type Columns, facts, iso, moment } from '../print.js';

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

/**
 * The key that an operator names by the whole key or by its listed prefix. An error does not repeat
 * the argument, which may be a whole key.
 *
 * @throws CommandError when there is none, or several share a prefix.
 */
export async function findKey({ directory }: Services, keyOrPrefix: string): Promise<KeyEntry> {
  const byHash = await directory.keys.byHash(hashKey(keyOrPrefix));
  if (byHash !== undefined) return byHash;
  const [first, ...others] = await directory.keys.byPrefix(keyOrPrefix);
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

/** A listed key as `--json` prints it. */
type KeyJson = ReturnType<typeof keyJson>;

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

/** The columns of a list of keys. */
export const KEY_COLUMNS: Columns<KeyJson> = {
  KEY: (key) => key.prefix,
  NAME: (key) => key.name,
  STATE: stateOf,
  SCOPES: (key) => key.scopes.join(', '),
  ACCESS: accessOf,
  'CLIENT ID': (key) => key.clientID,
  ADDRESSES: (key) => key.addresses.join(', ') || 'any',
  'LAST USED': (key) => momentOrNever(key.lastUsed),
  EXPIRES: (key) => momentOrNever(key.expires),
};

/** All of a key, a line for each part. */
export function keyText(key: KeyJson & { readonly client: string }): string {
  const number = key.clientID === null ? '' : `, clientID ${key.clientID}`;
  return facts([
    ['key', `${key.prefix}…`],
    ['client', key.client],
    ['name', key.name],
    ['state', stateOf(key)],
    ['scopes', key.scopes.join(', ')],
    ['access', `${accessOf(key)}${number}`],
    ['addresses', key.addresses.join(', ') || 'any'],
    ['calls', `${key.rate} in a second, ${key.inFlight} at once`],
    ['expires', momentOrNever(key.expires)],
    ['last used', momentOrNever(key.lastUsed)],
    ['created', moment(key.created)],
  ]);
}

/** The JSON of a new key. */
export function issuedJson({ apiKey, signing }: IssuedKey): object {
  // The interface calls it `clientID`, websites and their client `keyID`.
  return { apiKey, ...(signing && { keyID: signing.clientID }), ...signing };
}

/** A new key, a line for each part. */
export function issuedText({ apiKey, signing }: IssuedKey): string {
  return facts([
    ['apiKey', apiKey],
    ['keyID', signing?.clientID],
    ['secret', signing?.secret],
  ]);
}

function stateOf(key: KeyJson): 'active' | 'expired' | 'revoked' {
  if (!key.active) return 'revoked';
  return key.expired ? 'expired' : 'active';
}

function accessOf(key: KeyJson): 'private' | 'public' {
  return key.private ? 'private' : 'public';
}

function momentOrNever(at: string | null): string {
  return at === null ? 'never' : moment(at);
}

/**
 * Where signing is explained, and a signed call to copy. The stamp ends in zeros, as not every `date`
 * counts milliseconds. The certificate has its whole path, because an installed `portico` changes to the
 * folder of its settings, and the reader's shell does not.
 */
export function signingHint(
  { apiKey, signing }: IssuedKey,
  config: Pick<Config, 'baseUrl' | 'host' | 'port' | 'tls' | 'trustedProxies' | 'dataFolder'>,
): string {
  if (signing === undefined) return '';
  const url = config.baseUrl ?? urlOf('https', config.host, config.port);
  return [
    'Calls on members, accounts and leads are signed with the secret: docs/signatures.md shows how.',
    'One to try while the server runs:',
    '',
    '  stamp=$(date +%s)000',
    `  token=$(printf '{"stamp":%s,"clientID":${signing.clientID}}' "$stamp" |`,
    `    openssl dgst -sha256 -hmac ${signing.secret} -r |`,
    "    cut -d ' ' -f 1)",
    `  ${curl(config)} --get "${url}/clients/list" \\`,
    `    --data apiKey=${apiKey} \\`,
    '    --data stamp="$stamp" --data token="$token"',
  ].join('\n');
}

/** Curl, with the certificate that the server makes for itself, unless a proxy or a file has another. */
function curl({ tls, trustedProxies, dataFolder }: Parameters<typeof signingHint>[1]): string {
  if (tls !== undefined || trustedProxies.length > 0) return 'curl';
  const path = join(dataFolder, DATA_FILES.certificate[0]);
  return /^[\w./-]+$/.test(path) ? `curl --cacert ${path}` : `curl --cacert "${path}"`;
}
