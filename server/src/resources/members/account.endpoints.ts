import { createHash, timingSafeEqual } from 'node:crypto';
import { type Call, endpoint } from '../../api/endpoint.js';
import { codes } from '../../api/envelopes.js';
import { described, email, required, type Values } from '../../api/params.js';
import { withOutbox } from '../../outbox/outbox.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { memberEvent } from '../webhook-events.js';
import { AccountEnvelope, accountFailure, accountSuccess } from './account.record.js';
import { codeOfChange, confirmChange } from './account-links.js';
import { type StoredClient, versionFor } from './client.js';
import { memberByLogin } from './client.queries.js';
import { redeem } from './client.write.js';
import { addVersion, MISMATCH, secret } from './member.params.js';

const member = { email: required(email(), codes.emailRequired), addVersion: addVersion() };

/** The parameters of `GET /account/getVerifiedStatus`. R157. */
const statusParams = { ...member, password: required(described(secret(), 'The password')) };

/** The parameters of `GET /account/verifyAccount`. R159. */
const verificationParams = {
  ...member,
  verifyCode: required(described(secret(), 'The code that was emailed at registration')),
};

const tag = 'Clients and accounts';

/** Verification of members. R157, R159. */
export const accountEndpoints = [
  endpoint({
    method: 'GET',
    path: '/account/getVerifiedStatus',
    access: 'signed',
    tag,
    operation: 'getVerifiedStatus',
    summary: 'Whether a member is verified; changes nothing',
    description:
      'Checks email and password of a member; `active` says whether the member is verified and has logged in recently. This call is not a login by itself; `recordActivity` with the key 1 is. After five wrong passwords in a row, further ones have to wait.',
    params: statusParams,
    answer: AccountEnvelope,
    codes: [codes.credentialsMismatch],
    onFailure: accountFailure,
    handle: verifiedStatus,
  }),
  endpoint({
    method: 'GET',
    path: '/account/verifyAccount',
    access: 'signed',
    changes: true,
    tag,
    operation: 'verifyAccount',
    summary: 'Redeem the code that was emailed at registration',
    description:
      'Makes the member with this email and code active, and counts as a login. The same code can be redeemed again, because people open links in email twice.',
    params: verificationParams,
    answer: AccountEnvelope,
    codes: [codes.credentialsMismatch],
    onFailure: accountFailure,
    handle: verifyAccount,
  }),
];

async function verifiedStatus(
  { tenant, context, tools }: Call,
  { email, password, addVersion }: Values<typeof statusParams>,
) {
  const loginKey = email.toLowerCase();
  const attempt = await tools.logins.begin(tenant.settings.name, loginKey);
  if (attempt === undefined) return MISMATCH;
  try {
    const member = await openedMember(tenant.database, loginKey);
    const same = await tools.passwords.matches(member?.password_hash, password);
    if (member === undefined || !same) return MISMATCH;
    await attempt.succeeded();
    return accountSuccess(member, context, await versionFor(member, addVersion, tools));
  } catch (error) {
    await attempt.withdrawn();
    throw error;
  }
}

/**
 * A code can be redeemed again: mail scanners and people both open the links in an email, and the second
 * time must not look like a failure (R159).
 */
async function verifyAccount(
  { tenant, context, tools }: Call,
  { email, verifyCode, addVersion }: Values<typeof verificationParams>,
) {
  const stored = await openedMember(tenant.database, email.toLowerCase());
  const member = await withCode(tenant.database, stored, verifyCode.trim(), tools);
  if (member === undefined) return MISMATCH;
  await withOutbox(tools.outbox, tenant.database, () =>
    redeem(tenant.database, member, context.now, (transaction) =>
      tools.webhooks.queue(transaction, tenant.settings.name, memberEvent(member.id, 'verified')),
    ),
  );
  const version = await versionFor(member, addVersion, tools);
  return accountSuccess({ ...member, verified: 1, last_login_at: context.now }, context, version);
}

/** The member whose code this is; undefined if it is not theirs. */
async function withCode(
  database: TenantDatabase,
  member: StoredClient | undefined,
  code: string,
  { secretKey }: Call['tools'],
): Promise<StoredClient | undefined> {
  const same = equal(member?.verify ?? '', code);
  // A code that was sealed under another key is empty here.
  if (member === undefined || (same && member.verify !== '')) return member;
  if (member.email_changed_at === 0) return undefined;
  const isOfChange = equal(codeOfChange(member, await secretKey()), code);
  return isOfChange ? confirmChange(database, member, code) : undefined;
}

async function openedMember(
  database: TenantDatabase,
  loginKey: string,
): Promise<StoredClient | undefined> {
  const member = await memberByLogin(database.db, loginKey);
  return member === undefined ? undefined : (await database.codes.open([member]))[0];
}

/** Compares in a time that does not depend on where two texts differ, or on their lengths. */
function equal(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
