import { Type } from 'typebox';
import {
  described,
  MALFORMED,
  type Param,
  type RequiredParam,
  required,
  truth,
  whole,
} from '../../api/params.js';
import { LONGEST_PASSWORD, passwordLength, SHORTEST_PASSWORD } from '../../passwords/passwords.js';

/** Parameters that several endpoints of members share. */

/** Longer than any password or code. It keeps callers from having long texts normalised and hashed. */
const LONGEST_SECRET = 1000;

/** A password to be set. Blanks are part of it. R156. */
export function newPassword(): Param<string | undefined> {
  return {
    schema: Type.String({
      minLength: SHORTEST_PASSWORD,
      maxLength: LONGEST_PASSWORD,
      description: 'The new password; blanks are part of it',
    }),
    accepts: `${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`,
    fallback: undefined,
    secret: true,
    parse: (text) => {
      // Characters are counted in the normal form, which can be many times as long.
      if (text.length > LONGEST_SECRET) return MALFORMED;
      const length = passwordLength(text);
      return length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD ? MALFORMED : text;
    },
  };
}

/**
 * A password or code to compare. Its shape is not checked, so that every wrong one gets the same answer.
 */
export function secret(): Param<string | undefined> {
  return {
    schema: Type.String({ maxLength: LONGEST_SECRET }),
    accepts: `text of at most ${LONGEST_SECRET} characters`,
    fallback: undefined,
    secret: true,
    parse: (text) => (text.length > LONGEST_SECRET ? MALFORMED : text),
  };
}

/** Whether the answer has the `version` of the person. R315. */
export function addVersion(): Param<boolean> {
  return described(
    truth(),
    'Adds `version`, which a website keeps with a session and compares, so that the session ends with the password',
  );
}

/** The number of a client. */
export function clientId(): RequiredParam<number> {
  return required(described(whole(1), "The member's number"));
}
