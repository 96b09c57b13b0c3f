import { isIP } from 'node:net';
import { Type } from 'typebox';
import { described, lines, MALFORMED, type Param, required, whole, zeroIsNone } from '../params.js';
import { clientId } from './member.params.js';
import { TRAIL_KEYS } from './trail.vocabulary.js';

const LONGEST_COMMENT = 10_000;
const LONGEST_PAGE_URL = 4_000;

const KEYS: readonly number[] = Object.values(TRAIL_KEYS);

const trailKey: Param<number | undefined> = {
  schema: Type.Integer({
    enum: [...KEYS],
    description:
      '1 logged in, 2 logged out, 5 viewed, 6 saved or 7 removed a property, 9 renewed the ' +
      'password, 10 added or 11 removed a comment, 12 searched, 13 timed out',
  }),
  accepts: `one of ${KEYS.join(', ')}`,
  fallback: undefined,
  parse: (text) => {
    const key = whole().parse(text);
    return typeof key === 'number' && KEYS.includes(key) ? key : MALFORMED;
  },
};

const userIP: Param<string | undefined> = {
  schema: Type.String({ description: 'Required with trailKey 1' }),
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
  listingID: described(zeroIsNone(whole()), 'Required with trailKey 5'),
  comment: lines(LONGEST_COMMENT),
  pageURL: described(lines(LONGEST_PAGE_URL), 'The query string that was visited'),
};
