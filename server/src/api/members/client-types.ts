/** Every tag that a client may carry. R154. */
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

/** The tag of those who have registered on the website. */
export const MEMBER_TAG = 'Member';

/** Tags as records carry them: each followed by a comma. */
export function typeText(tags: readonly string[]): string {
  return [...new Set(tags)].map((tag) => `${tag},`).join('');
}

/** The tags of such a text. */
export function tagsOf(type: string): string[] {
  return type.split(',').filter((tag) => tag !== '');
}
