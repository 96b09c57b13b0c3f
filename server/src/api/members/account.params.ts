import { email, secret } from './member.params.js';

/** Specification: Clients and accounts, `GET /account/getVerifiedStatus`. */
export const statusParams = { email: email(), password: secret() };

/** Specification: Clients and accounts, `GET /account/verifyAccount`. */
export const verificationParams = { email: email(), verifyCode: secret() };
