import { Type } from 'typebox';
import { firstOf, leniently, problemsOf, type Refusal } from '../checked-params.js';
import type { Call, Endpoint } from '../endpoint.js';
import { codes, failure, success, WriteEnvelope } from '../envelopes.js';
import { paramReader } from '../params.js';
import { AccountEnvelope, accountFailure, accountSuccess } from './account.record.js';
import { clientSearchParams, registrationParams, updateParams } from './client.params.js';
import { clientById, findMembers, isMember, memberByLogin } from './client.queries.js';
import { ClientRecord, ClientSearchRecord, clientRecord } from './client.record.js';
import { register } from './client.registration.js';
import { changeMember } from './client.write.js';
import { latestDeals } from './deal.queries.js';
import { dealPart } from './deal.record.js';
import { emailTaken, memberUnknown } from './member.refusals.js';
import { verificationLetter } from './verification.email.js';

const tag = 'Clients and accounts';

/** Twice what is asked of a code at the least (R155). */
const CODE_BYTES = 16;

const ClientPage = Type.Object(
  {
    TOTAL_COUNT: Type.Integer({ description: 'Members in all, whatever the page' }),
    CLIENTS: Type.Array(ClientSearchRecord),
  },
  { $id: 'ClientPage', additionalProperties: false },
);

const readRegistration = leniently(registrationParams);
const readUpdate = leniently(updateParams);
const readSearch = paramReader(clientSearchParams);

/** Clients, and members among them. R153. */
export const clientEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/clients',
    access: 'signed',
    tag,
    summary: 'Register a member, who is mailed a code',
    params: registrationParams,
    answer: AccountEnvelope,
    handle: registerMember,
  },
  {
    method: 'GET',
    path: '/clients/list',
    access: 'signed',
    tag,
    summary: 'Members of the website',
    params: clientSearchParams,
    answer: ClientPage,
    handle: search,
  },
  {
    method: 'GET',
    path: '/clients/{id}',
    access: 'signed',
    tag,
    summary: 'One client, member or not',
    segment: 'Client id',
    params: {},
    answer: Type.Array(ClientRecord, { maxItems: 1 }),
    handle: async ({ client, context, id }: Call) => {
      const rows = await clientById(client.database, id);
      return rows.map((row) => clientRecord(row, context));
    },
  },
  {
    method: 'POST',
    path: '/clients/Update',
    access: 'signed',
    tag,
    summary: "Change a member's name, email, phone or password",
    params: updateParams,
    answer: WriteEnvelope,
    handle: update,
  },
];

async function registerMember(call: Call): Promise<AccountEnvelope> {
  const { client, context, raw, tools } = call;
  const asked = readRegistration(raw);
  const refusal = firstOf(
    problemsOf(
      asked,
      {
        email: codes.emailRequired,
        firstname: codes.firstNameRequired,
        lastname: codes.lastNameRequired,
        password: codes.fieldMissing,
      },
      { email: codes.emailInvalid },
    ),
  );
  if (refusal !== undefined) return accountFailure(refusal);
  const { firstname = '', lastname = '', email = '', password = '' } = asked.values;
  // Asked before the work of hashing, and once more when nobody else can register.
  if ((await memberByLogin(client.database.db, email.toLowerCase())) !== undefined)
    return accountFailure(emailTaken(email));

  const announced = tools.outbox.announce(client.database);
  const [passwordHash] = await Promise.all([tools.passwords.hash(password), announced]);
  const code = tools.random(CODE_BYTES).toString('hex');
  const letter = verificationLetter({
    clientTitle: client.settings.title,
    firstName: firstname,
    lastName: lastname,
    email,
    code,
  });
  const stored = await register(
    client.database,
    { firstName: firstname, lastName: lastname, email, passwordHash, code },
    context.now,
    (transaction) => tools.outbox.queue(transaction, letter),
  );
  if (stored === undefined) return accountFailure(emailTaken(email));
  tools.outbox.wake(client.database);
  return accountSuccess(stored, context);
}

async function search({ client, context, raw }: Call): Promise<unknown> {
  const asked = readSearch(raw);
  const { total, rows } = await findMembers(client.database, asked);
  if (!asked.includeDealInfo) {
    return { TOTAL_COUNT: total, CLIENTS: rows.map((row) => clientRecord(row, context)) };
  }
  const ids = rows.map((row) => row.id);
  const deals = await latestDeals(client.database, ids);
  return {
    TOTAL_COUNT: total,
    CLIENTS: rows.map((row) => clientRecord(row, context, dealPart(deals.get(row.id), context))),
  };
}

async function update(call: Call): Promise<WriteEnvelope> {
  const { client, context, raw, tools } = call;
  const asked = readUpdate(raw);
  const refusal = firstOf(
    problemsOf(asked, { clientID: codes.fieldMissing }, { email: codes.emailInvalid }),
  );
  if (refusal !== undefined) return refused(refusal);
  const { clientID = 0, firstname, lastname, email, phone, password } = asked.values;
  // Asked before the work of hashing, and once more with the change.
  if (!(await isMember(client.database.db, clientID))) return refused(memberUnknown(clientID));
  const passwordHash = password === undefined ? undefined : await tools.passwords.hash(password);
  const failed = await changeMember(
    client.database,
    clientID,
    { first_name: firstname, last_name: lastname, email, phone, password_hash: passwordHash },
    context.now,
  );
  if (failed === codes.memberUnknown) return refused(memberUnknown(clientID));
  return failed === undefined ? success(codes.done) : refused(emailTaken(email));
}

function refused({ code, message }: Refusal): WriteEnvelope {
  return failure(code, message);
}
