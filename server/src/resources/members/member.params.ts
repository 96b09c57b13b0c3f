import { Type } from 'typebox';
import type { Call } from '../../api/endpoint.js';
import { codes, Failure } from '../../api/envelopes.js';
import {
  choice,
  described,
  email,
  line,
  MALFORMED,
  type Param,
  pageNumber,
  pageSize,
  type RequiredParam,
  required,
  truth,
  type Values,
  whole,
  zeroIsNone,
} from '../../api/params.js';
import { LONGEST_ADDRESS } from '../../outbox/email/email.js';
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
    'Adds `version`, which a website keeps in a session and compares, to end the session when the password changes',
  );
}

export function clientId(): RequiredParam<number> {
  return required(described(whole(1), "The member's number"));
}

/** One answer to every unknown address and every wrong password or code (R157). */
export const MISMATCH = new Failure(
  codes.credentialsMismatch,
  'The email address, the password or the code does not match.',
);

/** What members keep is for websites that hold a secret: a key in a browser would show everybody's. R340. */
export function privateOnly({ caller }: Pick<Call, 'caller'>): Failure | undefined {
  const words = 'apiKey: accepted is a key with private access.';
  return caller.privateAccess ? undefined : new Failure(codes.valueMalformed, words);
}

/** There is no member with that id (R153). */
export function memberUnknown(id: number): Failure {
  return new Failure(codes.memberUnknown, `Member ${id} does not exist.`);
}

/** A member has the address already. */
export function emailTaken(email = ''): Failure {
  return new Failure(codes.emailTaken, `${email} is registered already.`);
}

/** A call has an id with the flags of both feeds. */
export function twoFeeds(): Failure {
  const message = 'isMLS: true was given with isRLS; accepted is one of the two.';
  return new Failure(codes.valueMalformed, message);
}

/** Bounds of stored lines, in characters. */
const LONGEST_NAME = 200;
const LONGEST_PHONE = 100;

/** The parameters of a registration. R155. */
export const registrationParams = {
  firstname: required(described(line(LONGEST_NAME), 'First name'), codes.firstNameRequired),
  lastname: required(described(line(LONGEST_NAME), 'Last name'), codes.lastNameRequired),
  email: required(email(), codes.emailRequired),
  password: required(newPassword()),
  addVersion: addVersion(),
};

export const clientParams = { addVersion: addVersion() };

/** The parameters of a change to a member. R161. */
export const updateParams = {
  clientID: clientId(),
  firstname: described(line(LONGEST_NAME), 'First name'),
  lastname: described(line(LONGEST_NAME), 'Last name'),
  email: email(),
  phone: described(line(LONGEST_PHONE), 'Phone'),
  password: newPassword(),
};

/** An address to search for, unchecked: a search for a text that is no address finds nobody. */
const searchedEmail: Param<string | undefined> = {
  ...line(LONGEST_ADDRESS),
  schema: Type.String({
    maxLength: LONGEST_ADDRESS,
    description: 'The whole address, in any letter case',
  }),
};

const verified: Param<boolean | undefined> = {
  ...truth(),
  fallback: undefined,
  schema: Type.Boolean({ description: 'Only those who have, or have not, redeemed their code' }),
};

/** The parameters of a search for members. R153. */
export const clientSearchParams = {
  order: described(choice(['desc', 'asc'], 'desc'), 'By the date of their creation'),
  limit: pageSize(20, 40),
  page: pageNumber(),
  id: zeroIsNone(described(whole(), 'This member only')),
  email: searchedEmail,
  verified,
  includeDealInfo: described(truth(), "Adds the fields of each member's latest deal"),
};

export type ClientSearch = Values<typeof clientSearchParams>;
