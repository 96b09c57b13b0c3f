import { codes } from '../envelopes.js';
import { email, required } from '../params.js';
import { secret } from './member.params.js';

const member = { email: required(email(), codes.emailRequired) };

/** The parameters of `GET /account/getVerifiedStatus`. R157. */
export const statusParams = { ...member, password: required(secret()) };

/** The parameters of `GET /account/verifyAccount`. R159. */
export const verificationParams = { ...member, verifyCode: required(secret()) };
