import { codes } from '../envelopes.js';
import { email, required } from '../params.js';
import { secret } from './member.params.js';

const member = { email: required(email(), codes.emailRequired) };

/** Specification: Clients and accounts, `GET /account/getVerifiedStatus`. */
export const statusParams = { ...member, password: required(secret()) };

/** Specification: Clients and accounts, `GET /account/verifyAccount`. */
export const verificationParams = { ...member, verifyCode: required(secret()) };
