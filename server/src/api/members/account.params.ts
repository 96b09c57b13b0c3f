import { email, secret } from './member.params.js';

/** What `GET /account/getVerifiedStatus` has to be told. R157. */
export const statusParams = { email: email(), password: secret() };

/** What `GET /account/verifyAccount` has to be told. R159. */
export const verificationParams = { email: email(), verifyCode: secret() };
