import { timingSafeEqual } from 'node:crypto';
import type { ClientEntry } from '../../../store/directory/directory.js';
import { macOf } from '../../../store/secrets/seal.js';
import type { TenantDatabase } from '../../../store/tenant/open.js';
import type { IdSpace } from '../../../store/tenant/people-tables.js';
import type { SavedSearchRow } from '../saved-search.js';
import { changeSearch } from '../saved-search.queries.js';

/** The settings of a tenant by which emails about saved searches link. */
type AlertPages = Pick<ClientEntry, 'listing_page' | 'unsubscribe_page'>;

/** Where the server itself ends email about a search. */
export const UNSUBSCRIBE_PATH = '/alerts/unsubscribe';

/** The link to a listing; empty where there is none. */
export function listingLink(
  { listing_page: pattern = '' }: AlertPages,
  id: number,
  source: IdSpace,
): string {
  if (source !== 'own' && !pattern.includes('{source}')) return '';
  return pattern.replaceAll('{id}', String(id)).replaceAll('{source}', source);
}

/**
 * The pattern of the address that ends email about a search.
 *
 * @param baseUrl The configured address of the server; undefined where the configuration has none.
 * @returns Undefined where there is none: then nothing may be mailed.
 */
export function unsubscribePattern(
  { unsubscribe_page: page = '' }: AlertPages,
  baseUrl: string | undefined,
): string | undefined {
  if (page !== '') return page;
  return baseUrl === undefined ? undefined : `${baseUrl}${UNSUBSCRIBE_PATH}/{token}`;
}

/*
 * The token of a link that ends email about a search. It names the tenant by when it was made, which a rename, a move and
 * a restore leave as it is, and the search by its number and when it was saved.
 */

const DAY_MS = 86_400_000;
const GOOD_DAYS = 731;

/** What the MAC of a token is made for. */
const PURPOSE = 'search unsubscribe';

const TOKEN = /^((?:[0-9a-z]{1,9}\.){4})([\w-]{22})$/;

/** What a token says. Moments are milliseconds since the epoch. */
interface TokenClaims {
  readonly tenantMadeAt: number;
  readonly id: number;
  readonly savedAt: number;
}

/** Makes the token of a search. @param secretKey The key of the installation (`secretKeyFor`). */
export function unsubscribeToken(
  { tenantMadeAt, id, savedAt }: TokenClaims,
  secretKey: Uint8Array,
  now: number,
): string {
  const numbers = [tenantMadeAt, id, savedAt, Math.floor(now / DAY_MS)];
  const text = numbers.map((number) => `${number.toString(36)}.`).join('');
  return `${text}${macOf(secretKey, PURPOSE, [text]).toString('base64url')}`;
}

/** Reads a token; undefined where it is none of this installation, `old` where it is no longer good. */
export function readUnsubscribeToken(
  token: string,
  secretKey: Uint8Array,
  now: number,
): TokenClaims | 'old' | undefined {
  const [, text = '', mac = ''] = TOKEN.exec(token) ?? [];
  if (text === '') return undefined;
  const expected = macOf(secretKey, PURPOSE, [text]);
  if (!timingSafeEqual(Buffer.from(mac, 'base64url'), expected)) return undefined;
  const [tenantMadeAt = 0, id = 0, savedAt = 0, day = 0] = text
    .split('.')
    .map((number) => Number.parseInt(number, 36));
  if (Math.floor(now / DAY_MS) - day > GOOD_DAYS) return 'old';
  return { tenantMadeAt, id, savedAt };
}

/** The search of a token in a database; undefined where it is not there. */
export function searchOfToken(
  { db }: TenantDatabase,
  { id, savedAt }: TokenClaims,
): Promise<SavedSearchRow | undefined> {
  return db
    .selectFrom('saved_search')
    .selectAll()
    .where('id', '=', id)
    .where('created_at', '=', savedAt)
    .executeTakeFirst();
}

export async function endAlerts(database: TenantDatabase, search: SavedSearchRow): Promise<void> {
  if (search.frequency === 'never') return;
  await changeSearch(database, search, { frequency: 'never', updated_at: database.now() });
}
