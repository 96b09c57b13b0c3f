import { Type } from 'typebox';
import { type Call, endpoint } from '../../api/endpoint.js';
import { codes, success, WriteEnvelope, writeFailure } from '../../api/envelopes.js';
import { named } from '../../api/fields.js';
import type { Values } from '../../api/params.js';
import { idsOf } from '../../lib/grouped.js';
import { withOutbox } from '../../outbox/outbox.js';
import { memberEvent } from '../webhook-events.js';
import {
  AccountEnvelope,
  accountFailure,
  accountSuccess,
  ClientRecord,
  ClientSearchRecord,
  clientRecord,
} from './account.record.js';
import { versionFor } from './client.js';
import {
  clientById,
  findMembers,
  isMember,
  memberByLogin,
  versionedClient,
} from './client.queries.js';
import { register } from './client.registration.js';
import { changeMember } from './client.write.js';
import { dealPart, latestDeals } from './deal.js';
import { confirmationEmail, verificationEmail } from './member.email.js';
import {
  type ClientSearch,
  clientParams,
  clientSearchParams,
  emailTaken,
  memberUnknown,
  registrationParams,
  updateParams,
} from './member.params.js';

const tag = 'Clients and accounts';

/** Twice the minimum for a code (R155). */
const CODE_BYTES = 16;

const ClientPage = named('ClientPage', {
  TOTAL_COUNT: Type.Integer({ description: 'Members in all, whatever the page' }),
  CLIENTS: Type.Array(ClientSearchRecord),
});

/** Clients; some of them are members. R153. */
export const clientEndpoints = [
  endpoint({
    method: 'POST',
    path: '/clients',
    access: 'signed',
    tag,
    operation: 'registerMember',
    summary: 'Register a member and email a code',
    description:
      'Registers a member and emails a code. The member becomes active with `verifyAccount`. If the address already has an account, the code is 258.',
    params: registrationParams,
    answer: AccountEnvelope,
    codes: [codes.emailTaken],
    onFailure: accountFailure,
    handle: registerMember,
  }),
  endpoint({
    method: 'GET',
    path: '/clients/list',
    access: 'signed',
    tag,
    operation: 'searchMembers',
    summary: 'Members of the website',
    description:
      'Answers the people who registered on the website, page by page, with the number of all in `TOTAL_COUNT`. These records are for the brokerage, not for visitors.',
    params: clientSearchParams,
    answer: ClientPage,
    handle: search,
  }),
  endpoint({
    method: 'GET',
    path: '/clients/{id}',
    access: 'signed',
    tag,
    operation: 'getClient',
    summary: 'One client, member or not',
    description:
      'Answers an array with one person whom the brokerage knows, a member of the website or not; an empty array if there is none.',
    segment: 'Client id',
    answer: Type.Array(ClientRecord, { maxItems: 1 }),
    params: clientParams,
    handle: getClient,
  }),
  endpoint({
    method: 'POST',
    path: '/clients/Update',
    access: 'signed',
    tag,
    operation: 'updateMember',
    summary: "Change a member's name, email, phone or password",
    description:
      'Changes the fields in the body and leaves the rest. No other member may have the new email.',
    params: updateParams,
    answer: WriteEnvelope,
    codes: [codes.memberUnknown, codes.emailTaken],
    onFailure: writeFailure,
    handle: update,
  }),
];

async function getClient(
  { tenant, context, segment, tools }: Call<number>,
  { addVersion }: Values<typeof clientParams>,
) {
  const rows = await clientById(tenant.database, segment);
  const records = rows.map((row) => clientRecord(row, context));
  if (!addVersion) return records;
  const [versioned] = await versionedClient(tenant.database, segment);
  // Removed since: nobody is there.
  if (versioned === undefined) return [];
  const version = await versionFor(versioned, addVersion, tools);
  return records.map((record) => ({ ...record, ...(version && { version }) }));
}

async function registerMember(
  { tenant, context, tools }: Call,
  input: Values<typeof registrationParams>,
) {
  const { firstname: firstName, lastname: lastName, email, password, addVersion } = input;
  // Checked before the work of hashing, and again in the transaction.
  if ((await memberByLogin(tenant.database.db, email.toLowerCase())) !== undefined)
    return emailTaken(email);

  const code = tools.random(CODE_BYTES).toString('hex');
  const notice = verificationEmail(
    { tenantTitle: tenant.settings.title, firstName, lastName, email, code },
    tenant.settings.confirm_page,
  );
  const stored = await withOutbox(tools.outbox, tenant.database, async () => {
    const passwordHash = await tools.passwords.hash(password);
    return register(
      tenant.database,
      { firstName, lastName, email, passwordHash, code },
      context.now,
      async (transaction, id) => {
        await tools.outbox.queue(transaction, notice);
        await tools.webhooks.queue(
          transaction,
          tenant.settings.name,
          memberEvent(id, 'registered'),
        );
      },
    );
  });
  if (stored === undefined) return emailTaken(email);
  return accountSuccess(stored, context, await versionFor(stored, addVersion, tools));
}

async function search({ tenant, context }: Call, params: ClientSearch) {
  const { total, rows } = await findMembers(tenant.database, params);
  if (!params.includeDealInfo) {
    return { TOTAL_COUNT: total, CLIENTS: rows.map((row) => clientRecord(row, context)) };
  }
  const ids = idsOf(rows);
  const deals = await latestDeals(tenant.database, ids);
  return {
    TOTAL_COUNT: total,
    CLIENTS: rows.map((row) => clientRecord(row, context, dealPart(deals.get(row.id), context))),
  };
}

async function update(
  { tenant, context, tools }: Call,
  { clientID, firstname, lastname, email, phone, password }: Values<typeof updateParams>,
) {
  // Checked before the work of hashing, and again in the transaction.
  if (!(await isMember(tenant.database.db, clientID))) return memberUnknown(clientID);
  const passwordHash = password === undefined ? undefined : await tools.passwords.hash(password);
  const change = { first_name: firstname, last_name: lastname, email, phone };
  const work = () =>
    changeMember(
      tenant.database,
      clientID,
      { ...change, password_hash: passwordHash },
      context.now,
      async (transaction) => {
        // Websites that know no such page confirm addresses only at a registration.
        if (email === undefined || !tenant.settings.confirm_page) return;
        await tools.outbox.queue(transaction, confirmationEmail(tenant.settings, email));
      },
    );
  const failed = await (email === undefined
    ? work()
    : withOutbox(tools.outbox, tenant.database, work));
  if (failed === codes.memberUnknown) return memberUnknown(clientID);
  return failed === undefined ? success(codes.done) : emailTaken(email);
}
