import { codes } from '../envelopes.js';
import { email, required } from '../params.js';
import { secret } from './member.params.js';

const member = { email: required(email(), codes.emailRequired) };

/** What `GET /account/getVerifiedStatus` has to be told. R157. */
export const statusParams = { ...member, password: required(secret()) };

/** What `GET /account/verifyAccount` has to be told. R159. */
export const verificationParams = { ...member, verifyCode: required(secret()) };
