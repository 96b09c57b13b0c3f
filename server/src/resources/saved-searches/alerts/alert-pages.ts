import type { ClientEntry } from '../../../store/directory/directory.js';
import type { IdSpace } from '../../members/favorite.queries.js';
import { checkLinkPattern, LinkPatternError } from '../../people/agent-links.js';

/** The settings of a tenant by which emails about saved searches link. */
export type AlertPages = Pick<ClientEntry, 'listing_page' | 'unsubscribe_page'>;

/** Where the server itself ends email about a search. */
export const UNSUBSCRIBE_PATH = '/alerts/unsubscribe';

/**
 * Checks the page of a listing, with `{id}` in it. Numbers of a feed are others than those of the brokerage: without
 * `{source}` its listings have no link.
 *
 * @throws LinkPatternError
 */
export function checkListingPage(input: string): string {
  return checked(input, 'id', ['id', 'source'], /^https?:\/\//i, 'is no http or https URL');
}

/** Checks the page that ends email about a search, with `{token}` in it. @throws LinkPatternError */
export function checkUnsubscribePage(input: string): string {
  // Mail programs send the one click (RFC 8058) over HTTPS only.
  return checked(input, 'token', ['token'], /^https:\/\//i, 'is no https URL');
}

function checked(
  input: string,
  required: string,
  names: string[],
  form: RegExp,
  problem: string,
): string {
  const pattern = checkLinkPattern(input, names);
  if (pattern === '') return '';
  if (!form.test(pattern)) throw new LinkPatternError(pattern, problem);
  if (!pattern.includes(`{${required}}`))
    throw new LinkPatternError(pattern, `lacks {${required}}`);
  return pattern;
}

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
