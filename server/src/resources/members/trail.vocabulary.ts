/** What a client trail records, by its key. R165. */
export const TRAIL_KEYS = {
  loggedIn: 1,
  loggedOut: 2,
  viewedProperty: 5,
  savedProperty: 6,
  removedProperty: 7,
  passwordRenewed: 9,
  commentAdded: 10,
  commentRemoved: 11,
  propertySearch: 12,
  timedOut: 13,
} as const;
