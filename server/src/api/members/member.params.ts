import { Type } from 'typebox';
import { LONGEST_PASSWORD, passwordLength, SHORTEST_PASSWORD } from '../../passwords/passwords.js';
import {
  described,
  MALFORMED,
  type Param,
  type RequiredParam,
  required,
  whole,
} from '../params.js';

/** Kinds of parameter that the endpoints of members share. */

/** Longer than any password or code, so that nobody has a long text normalised or hashed. */
const LONGEST_SECRET = 1000;

/** A password to be set. Blanks are part of it. R156. */
export function newPassword(): Param<string | undefined> {
  return {
    schema: Type.String({ minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD }),
    accepts: `${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`,
    fallback: undefined,
    secret: true,
    parse: (given) => {
      // How many characters it has is told by its normal form, which can be many times as long.
      if (given.length > LONGEST_SECRET) return MALFORMED;
      const length = passwordLength(given);
      return length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD ? MALFORMED : given;
    },
  };
}

/**
 * A password or code to be compared. Whether it could be one is not told: what is not the right one
 * is answered alike.
 */
export function secret(): Param<string | undefined> {
  return {
    schema: Type.String({ maxLength: LONGEST_SECRET }),
    accepts: `text of at most ${LONGEST_SECRET} characters`,
    fallback: undefined,
    secret: true,
    parse: (given) => (given.length > LONGEST_SECRET ? MALFORMED : given),
  };
}

/** The number of a client. */
export function clientId(): RequiredParam<number> {
  return required(described(whole(1), "The member's number"));
}
