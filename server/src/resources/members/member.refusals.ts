import { codes, Failure } from '../../api/envelopes.js';

/** One answer to every unknown address and every wrong password or code (R157). */
export const MISMATCH = new Failure(
  codes.credentialsMismatch,
  'The email address, the password or the code does not match.',
);

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
