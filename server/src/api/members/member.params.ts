import { Type } from 'typebox';
import { isEmail } from '../../mail/address.js';
import { LONGEST_PASSWORD, passwordLength, SHORTEST_PASSWORD } from '../../passwords/passwords.js';
import { MALFORMED, type Param, whole } from '../params.js';

/** Kinds of parameter that the endpoints of members share. */

const CONTROL = /\p{Cc}/u;

/** Text of one line, to be stored: a name, a telephone number. */
export function line(longest: number): Param<string | undefined> {
  return {
    schema: Type.String({ maxLength: longest }),
    accepts: `one line of at most ${longest} characters`,
    fallback: undefined,
    parse: (given) => {
      const text = given.trim();
      return text.length > longest || CONTROL.test(text) ? MALFORMED : text;
    },
  };
}

/** Text of any number of lines, to be stored. */
export function lines(longest: number): Param<string | undefined> {
  return {
    schema: Type.String({ maxLength: longest }),
    accepts: `text of at most ${longest} characters`,
    fallback: undefined,
    // PostgreSQL cannot store a NUL.
    parse: (given) => (given.length > longest || given.includes('\0') ? MALFORMED : given.trim()),
  };
}

/** One email address. Malformed, it is answered with the code 251 (R146). */
export function email(): Param<string | undefined> {
  return {
    schema: Type.String({ maxLength: 254 }),
    accepts: 'an email address like name@example.com',
    fallback: undefined,
    parse: (given) => (isEmail(given.trim()) ? given.trim() : MALFORMED),
  };
}

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
export function clientId(): Param<number | undefined> {
  const id = whole(1);
  return { ...id, schema: { ...id.schema, description: "The member's number" } };
}
