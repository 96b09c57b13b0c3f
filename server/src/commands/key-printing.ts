import { limitsOf } from '../http/gate/rates.js';
import type { KeyEntry } from '../store/directory/directory.js';
import type { LastUses } from '../store/directory/key-uses.js';
import { addressesOf, type IssuedKey, isExpired, scopesOf } from './keys.js';
import { moment, table } from './text-table.js';

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
