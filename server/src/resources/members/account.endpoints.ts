import { createHash, timingSafeEqual } from 'node:crypto';
import { type Call, endpoint } from '../../api/endpoint.js';
import { codes, Failure, success, WriteEnvelope, writeFailure } from '../../api/envelopes.js';
import { described, email, required, type Values } from '../../api/params.js';
import type { Email } from '../../outbox/email/email.js';
import { withOutbox } from '../../outbox/outbox.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { memberEvent } from '../webhook-events.js';
import { AccountEnvelope, accountFailure, accountSuccess } from './account.record.js';
import { codeOfChange, confirmChange, memberOfToken, resetMember } from './account-links.js';
import { type StoredClient, versionFor } from './client.js';
import { memberByLogin } from './client.queries.js';
import { redeem } from './client.write.js';
import { confirmationEmail, passwordChangedEmail, resetEmail } from './member.email.js';
import { addVersion, MISMATCH, newPassword, privateOnly, secret } from './member.params.js';

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

const addressParams = { email: required(email(), codes.emailRequired) };

const resetParams = {
  // A signed call has a `token` already.
  resetToken: required(described(secret(), 'The token of the link')),
  password: required(newPassword()),
};

const common = {
  method: 'POST',
  access: 'signed',
  tag: 'Clients and accounts',
  addition: true,
  answer: WriteEnvelope,
  onFailure: writeFailure,
} as const;

const ALIKE =
  'The answer is the same for every address, member or not. An address gets at most five such emails an hour, and a key causes at most 60; further calls get the same answer and send nothing. It needs a key with private access, and a signature.';

/** One answer to a token that was used, is dead, or never was (R372). */
const DEAD_LINK = new Failure(
  codes.credentialsMismatch,
  'resetToken: the link was used, is too old or is not one of ours; ask for another one.',
);

/** What members do by links in email. R370 to R373. */
export const accountLinkEndpoints = [
  endpoint({
    ...common,
    path: '/account/forgotPassword',
    operation: 'forgotPassword',
    summary: 'Email a link to set a new password',
    description: `Emails a link to the page that the operator has named with \`client set --password-page\`. ${ALIKE}`,
    params: addressParams,
    check: async (call) => ({ found: undefined, failures: [privateOnly(call), withoutPage(call)] }),
    handle: forgotPassword,
  }),
  endpoint({
    ...common,
    path: '/account/resetPassword',
    operation: 'resetPassword',
    summary: 'Set a new password by the token of a link',
    description:
      'Sets the password, confirms the address, and sends an email that says so. Sessions that a website keeps with `version` end. A token works once, for an hour. It needs a key with private access, and a signature.',
    params: resetParams,
    codes: [codes.credentialsMismatch],
    check: async (call) => ({ found: undefined, failures: [privateOnly(call)] }),
    handle: resetPassword,
  }),
  endpoint({
    ...common,
    path: '/account/resendConfirmation',
    operation: 'resendConfirmation',
    summary: 'Email the code that confirms an address again',
    description: `Emails the code, with a link if the operator has named a page with \`client set --confirm-page\`. A member who has confirmed the address gets nothing. ${ALIKE}`,
    params: addressParams,
    check: async (call) => ({ found: undefined, failures: [privateOnly(call)] }),
    handle: (call, { email }) =>
      queueAlike(call, email, confirmationEmail(call.tenant.settings, email)),
  }),
];

function withoutPage({ tenant: { settings } }: Call): Failure | undefined {
  if (settings.password_page) return undefined;
  const command = `portico client set ${settings.name} --password-page`;
  return new Failure(
    codes.valueMalformed,
    `There is no page to set a password on: the operator names one by \`${command}\`.`,
  );
}

function forgotPassword(call: Call, { email }: Values<typeof addressParams>) {
  const { settings } = call.tenant;
  return queueAlike(call, email, resetEmail(settings, settings.password_page ?? '', email));
}

/** Queues an email without looking whether there is a member: its sender does (`Sender`). R371. */
async function queueAlike({ tenant, tools, caller }: Call, address: string, email: Email) {
  const client = tenant.settings.name;
  const text = JSON.stringify([client, email.kind, address.toLowerCase()]);
  const source = createHash('sha256').update(text).digest('base64url');
  const key = { client, id: caller.keyId, prefix: caller.keyPrefix };
  if (await tools.emailRequests.take(source, key)) {
    await withOutbox(tools.outbox, tenant.database, () =>
      tenant.database.write((transaction) => tools.outbox.queue(transaction, email)),
    );
  }
  return success(codes.done);
}

async function resetPassword(
  { tenant, context, tools }: Call,
  { resetToken, password }: Values<typeof resetParams>,
) {
  const member = await memberOfToken(tenant.database, resetToken.trim(), context.now);
  if (member === undefined) return DEAD_LINK;
  const { name } = tenant.settings;
  const notice = passwordChangedEmail(tenant.settings, member.email);
  const hash = await tools.passwords.hash(password);
  const isDone = await withOutbox(tools.outbox, tenant.database, () =>
    resetMember(tenant.database, member, hash, context.now, async (transaction) => {
      await tools.outbox.queue(transaction, notice);
      if (member.verified === 1) return;
      await tools.webhooks.queue(transaction, name, memberEvent(member.id, 'verified'));
    }),
  );
  if (!isDone) return DEAD_LINK;
  await tools.logins.forget(name, member.email_key);
  return success(codes.done);
}
