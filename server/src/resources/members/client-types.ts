/** Every tag that a client may have. R154. */
export const CLIENT_TYPES = [
  'Buyer',
  'Seller',
  'Renter',
  'Member',
  'Investor',
  'Guarantor',
  'Tenant',
  'clientOwner',
  'Other',
] as const;

/** The tag of clients who have registered on the website. */
export const MEMBER_TAG = 'Member';

/** Tags as records have them: each followed by a comma. */
export function typeText(tags: readonly string[]): string {
  return [...new Set(tags)].map((tag) => `${tag},`).join('');
}

/** The tags of a text that `typeText` made. */
export function tagsOf(type: string): string[] {
  return type.split(',').filter((tag) => tag !== '');
}
