import type { ClientEntry } from '../../../store/directory/directory.js';
import type { IdSpace } from '../../../store/tenant/people-tables.js';

/** The settings of a tenant by which emails about saved searches link. */
export type AlertPages = Pick<ClientEntry, 'listing_page' | 'unsubscribe_page'>;

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
