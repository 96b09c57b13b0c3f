/** What a path says of the record that a value is of. */

/** The text without blanks and signs, in lower case. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** What is said inside a listing of somebody or something else, without blanks and signs. */
const FOREIGN =
  /^(?:(?:list|listing|colist|co|buyer|seller|sale|sales)?(?:agent|broker|realtor|office|brokerage|member|company|agency)|advertiser|branding|leadform|contact|owner|school|comparable|similar|nearby|history|sale|sales)s?$/;

/** The steps around a value: `a.b` of `a.b.c`. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('.'), 0));
}

/** Whether a value is that of a listing, and not of its agent, its office or the like. */
export function isOfListing(path: string): boolean {
  return !path
    .split('.')
    .slice(0, -1)
    .some((step) => FOREIGN.test(plain(step)));
}

/** Whether a value is in one element of a list, which stands for no other. */
export function isInList(path: string): boolean {
  return /(?:^|\.)\d+\./.test(path);
}
