import { codes } from '../../api/envelopes.js';
import { described, email, required } from '../../api/params.js';
import { addVersion, secret } from './member.params.js';

const member = { email: required(email(), codes.emailRequired), addVersion: addVersion() };

/** The parameters of `GET /account/getVerifiedStatus`. R157. */
export const statusParams = { ...member, password: required(described(secret(), 'The password')) };

/** The parameters of `GET /account/verifyAccount`. R159. */
export const verificationParams = {
  ...member,
  verifyCode: required(described(secret(), 'The code that was mailed at registration')),
};
