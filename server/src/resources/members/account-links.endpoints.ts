import { createHash } from 'node:crypto';
import { type Call, endpoint } from '../../api/endpoint.js';
import { codes, Failure, success, WriteEnvelope, writeFailure } from '../../api/envelopes.js';
import { described, email, required, type Values } from '../../api/params.js';
import type { Email } from '../../outbox/email/email.js';
import { withOutbox } from '../../outbox/outbox.js';
import { memberEvent } from '../webhook-events.js';
import {
  confirmationEmail,
  memberOfToken,
  passwordChangedEmail,
  resetEmail,
  resetMember,
} from './account-links.js';
import { newPassword, privateOnly, secret } from './member.params.js';

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
  const { ofAddress, ofKey } = tools.emailRequests;
  const text = JSON.stringify([tenant.settings.name, email.kind, address.toLowerCase()]);
  const source = createHash('sha256').update(text).digest('base64url');
  if ((await ofAddress.take(source)) === 0 && (await ofKey.take(`${caller.keyId}`)) === 0) {
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
