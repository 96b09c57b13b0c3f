import type { Refusal } from '../checked-params.js';
import { codes } from '../envelopes.js';

/** One answer for every address that is nobody's and every password or code that is wrong (R157). */
export const MISMATCH: Refusal = {
  code: codes.credentialsMismatch,
  message: 'The email address, the password or the code does not match.',
};

/** There is no member of that number (R153). */
export function memberUnknown(id: number): Refusal {
  return { code: codes.memberUnknown, message: `Member ${id} does not exist.` };
}

/** The address is a member's already. */
export function emailTaken(email = ''): Refusal {
  return { code: codes.emailTaken, message: `${email} is registered already.` };
}
