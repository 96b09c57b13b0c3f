import { codes, Failure } from '../envelopes.js';

/** One answer for every address that is nobody's and every password or code that is wrong (R157). */
export const MISMATCH = new Failure(
  codes.credentialsMismatch,
  'The email address, the password or the code does not match.',
);

/** There is no member of that number (R153). */
export function memberUnknown(id: number): Failure {
  return new Failure(codes.memberUnknown, `Member ${id} does not exist.`);
}

/** The address is a member's already. */
export function emailTaken(email = ''): Failure {
  return new Failure(codes.emailTaken, `${email} is registered already.`);
}

/** An id was given with the flags of both feeds. */
export function twoFeeds(): Failure {
  const message = 'isMLS: true was given with isRLS; accepted is one of the two.';
  return new Failure(codes.valueMalformed, message);
}
