import { isIP } from 'node:net';
import { Type } from 'typebox';
import { codeOf } from '../../api/fields.js';
import {
  described,
  lines,
  MALFORMED,
  type Param,
  required,
  whole,
  zeroIsNone,
} from '../../api/params.js';
import { clientId } from './member.params.js';
import { TRAIL_KEYS } from './trail.vocabulary.js';

const LONGEST_COMMENT = 10_000;
const LONGEST_PAGE_URL = 4_000;

const KEYS: readonly number[] = Object.values(TRAIL_KEYS);

const MEANINGS = [
  [TRAIL_KEYS.loggedIn, 'logged in'],
  [TRAIL_KEYS.loggedOut, 'logged out'],
  [TRAIL_KEYS.viewedProperty, 'viewed a property'],
  [TRAIL_KEYS.savedProperty, 'saved a property'],
  [TRAIL_KEYS.removedProperty, 'removed a property'],
  [TRAIL_KEYS.passwordRenewed, 'renewed the password'],
  [TRAIL_KEYS.commentAdded, 'added a comment'],
  [TRAIL_KEYS.commentRemoved, 'removed a comment'],
  [TRAIL_KEYS.propertySearch, 'searched'],
  [TRAIL_KEYS.timedOut, 'timed out'],
] as const;

const trailKey: Param<number | undefined> = {
  schema: codeOf(MEANINGS, 'What the member did'),
  accepts: `one of ${KEYS.join(', ')}`,
  fallback: undefined,
  parse: (text) => {
    const key = whole().parse(text);
    return typeof key === 'number' && KEYS.includes(key) ? key : MALFORMED;
  },
};

const userIP: Param<string | undefined> = {
  schema: Type.String({ description: 'An IPv4 or IPv6 address; required with trailKey 1' }),
  accepts: 'an IPv4 or IPv6 address',
  fallback: undefined,
  parse: (text) => {
    const address = text.trim();
    // The interface after a `%` means nothing on another machine.
    return isIP(address) === 0 || address.includes('%') ? MALFORMED : address;
  },
};

/** The parameters of a trail entry. R165. */
export const trailParams = {
  clientID: clientId(),
  trailKey: required(trailKey),
  userIP,
  listingID: zeroIsNone(described(whole(), 'Required with trailKey 5')),
  comment: described(lines(LONGEST_COMMENT), 'Free text'),
  pageURL: described(lines(LONGEST_PAGE_URL), 'The query string that was visited'),
};
