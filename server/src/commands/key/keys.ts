import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import type { IssuedKey, KeyJson } from '../../http/gate/issued-keys.js';
import { hashKey } from '../../http/gate/key-check.js';
import { urlOf } from '../../lib/ip-address.js';
import type { Services } from '../../services.js';
import type { KeyEntry } from '../../store/directory/directory.js';
import { DATA_FILES } from '../backup/data-files.js';
import { CommandError } from '../command-error.js';
import { type Columns, facts, moment } from '../print.js';

/** The key of this text or listed prefix, which an error does not repeat: it may be a whole key. @throws CommandError */
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
