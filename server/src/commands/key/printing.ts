import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { limitsOf } from '../../http/gate/rates.js';
import { urlOf } from '../../lib/address-of.js';
import type { KeyEntry } from '../../store/directory/directory.js';
import type { LastUses } from '../../store/directory/key-uses.js';
import { DATA_FILES } from '../backup/data-files.js';
import { moment, table } from '../print.js';
import { addressesOf, type IssuedKey, isExpired, scopesOf } from './keys.js';

/** A key as the directory has it, and when it was last used. */
export interface ListedKey {
  readonly key: KeyEntry;
  /** Milliseconds since the epoch; undefined if it was never used. */
  readonly usedAt: number | undefined;
}

/** Keys with their last uses. */
export function listedKeys(keys: readonly KeyEntry[], uses: LastUses): readonly ListedKey[] {
  return keys.map((key) => ({ key, usedAt: uses.get(key.id) }));
}

/** The JSON of a listed key. @param now Milliseconds since the epoch. */
export function keyJson({ key, usedAt }: ListedKey, now: number): object {
  const { perSecond, inFlight } = limitsIn(key);
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
    expires: isoOrNull(key.expires_at),
    lastUsed: isoOrNull(usedAt),
    created: new Date(key.created_at).toISOString(),
  };
}

/** The table of a tenant's keys. */
export function keyTable(keys: readonly ListedKey[], now: number): string {
  const headings = [
    ...['KEY', 'NAME', 'STATE', 'SCOPES', 'ACCESS', 'CLIENT ID', 'ADDRESSES', 'LAST USED'],
    'EXPIRES',
  ];
  const rows = keys.map(({ key, usedAt }) => [
    key.prefix,
    key.name,
    stateOf(key, now),
    scopesOf(key).join(', '),
    accessOf(key),
    key.issued_client_id === null ? '' : String(key.issued_client_id),
    addressesOf(key).join(', ') || 'any',
    momentOrNever(usedAt),
    momentOrNever(key.expires_at),
  ]);
  return table(headings, rows);
}

/** All of a key, a line for each part. */
export function keyText({ key, usedAt }: ListedKey, now: number): string {
  const { perSecond, inFlight } = limitsIn(key);
  const number = key.issued_client_id === null ? '' : `, clientID ${key.issued_client_id}`;
  const lines = [
    ['key', `${key.prefix}…`],
    ['client', key.client],
    ['name', key.name],
    ['state', stateOf(key, now)],
    ['scopes', scopesOf(key).join(', ')],
    ['access', `${accessOf(key)}${number}`],
    ['addresses', addressesOf(key).join(', ') || 'any'],
    ['calls', `${perSecond} in a second, ${inFlight} at once`],
    ['expires', momentOrNever(key.expires_at)],
    ['last used', momentOrNever(usedAt)],
    ['created', moment(key.created_at)],
  ];
  return lines.map(([label = '', text = '']) => `${label.padEnd(11)}${text}`.trimEnd()).join('\n');
}

/** The JSON of a new key. */
export function issuedJson({ apiKey, signing }: IssuedKey): object {
  return { apiKey, ...signing };
}

/** A new key, a line for each part. */
export function issuedText({ apiKey, signing }: IssuedKey): string {
  const lines = [`apiKey    ${apiKey}`];
  if (signing !== undefined) {
    lines.push(`clientID  ${signing.clientID}`, `secret    ${signing.secret}`);
  }
  return lines.join('\n');
}

function stateOf(key: KeyEntry, now: number): 'active' | 'expired' | 'revoked' {
  if (key.active !== 1) return 'revoked';
  return isExpired(key, now) ? 'expired' : 'active';
}

function accessOf(key: KeyEntry): 'private' | 'public' {
  return key.private_access === 1 ? 'private' : 'public';
}

function limitsIn({ per_second, in_flight }: KeyEntry) {
  return limitsOf({ perSecond: per_second, inFlight: in_flight });
}

function momentOrNever(at: number | null | undefined): string {
  return at === null || at === undefined ? 'never' : moment(at);
}

function isoOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : new Date(at).toISOString();
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
