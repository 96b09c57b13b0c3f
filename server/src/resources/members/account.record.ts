import { type Static, Type } from 'typebox';
import { codes, envelope, type Failure, success, writeFailure } from '../../api/envelopes.js';
import { bit, named, serverOnly, stampMoment } from '../../api/fields.js';
import { type AnswerContext, AS_STORED } from '../../api/request-context.js';
import { stampDate } from '../../lib/dates.js';
import { client, isActive, type StoredClient } from './client.js';
import type { ClientRow } from './client.queries.js';
import { type DealFields, dealFields } from './deal.js';

/** The version of a person, in answers to calls that ask for it. R315. */
export function memberVersion() {
  return Type.Optional(
    Type.String({
      description:
        'With `addVersion`: another one after a new password or address, and for another person',
    }),
  );
}

/** The account of a member. R155. */
export const AccountItem = named('AccountItem', {
  id: Type.Integer({ description: 'Client id' }),
  firstName: Type.String({ description: 'First name' }),
  lastName: Type.String({ description: 'Last name' }),
  email: Type.String({ description: 'Email' }),
  active: bit('1 when verified and logged in within the last 120 days'),
  verifyCode: serverOnly('The code that was emailed at registration'),
  date_create: stampMoment('When the member registered'),
  version: memberVersion(),
});

/** The answer of a registration and of the account endpoints. */
export const AccountEnvelope = envelope(
  'AccountEnvelope',
  { ITEM: Type.Array(AccountItem, { maxItems: 1, description: 'Empty on failure' }) },
  {
    success: {
      ITEM: Type.Array(AccountItem, { minItems: 1, maxItems: 1, description: 'The account' }),
    },
    error: { ITEM: Type.Array(AccountItem, { maxItems: 0, description: 'Always empty' }) },
  },
);

/** The answer of a registration and of the account endpoints. */
export type AccountEnvelope = Static<typeof AccountEnvelope>;

export function accountItem(
  row: StoredClient,
  { now, timeZone }: Pick<AnswerContext, 'now' | 'timeZone'>,
  version?: string,
): Static<typeof AccountItem> {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    active: isActive(row, now) ? 1 : 0,
    verifyCode: row.verify,
    date_create: stampDate(row.created_at || null, timeZone),
    ...(version === undefined ? {} : { version }),
  };
}

/** The answer with the account of a member. @param version Where the call asks for it. */
export function accountSuccess(
  row: StoredClient,
  context: AnswerContext,
  version?: string,
): AccountEnvelope {
  return { ...success(codes.done), ITEM: [accountItem(row, context, version)] };
}

export function accountFailure(failure: Failure): AccountEnvelope {
  return { ...writeFailure(failure), ITEM: [] };
}

/** A client. R154. */
export const ClientRecord = named('Client', {
  ...client.schema.properties,
  version: memberVersion(),
});

/** A client in the answer of a search. R154, R162. */
export const ClientSearchRecord = named('ClientSearchRecord', {
  ...client.schema.properties,
  ...dealFields,
});

export type ClientRecord = Static<typeof ClientRecord>;

/** The record of a client. @param deal The fields of its latest deal, if the call asks for them. */
export function clientRecord(
  row: ClientRow,
  { now, timeZone }: Pick<AnswerContext, 'now' | 'timeZone'>,
  deal?: DealFields,
): ClientRecord {
  const active = isActive(row, now);
  const values = Object.assign({}, row, {
    active: active ? (1 as const) : (0 as const),
    status: active ? ('Active' as const) : ('Inactive' as const),
    agent_name: `${row.agent_firstname ?? ''} ${row.agent_lastname ?? ''}`.trim(),
    agent_email: row.agent_email ?? '',
  });
  return Object.assign(client.record(values, { ...AS_STORED, timeZone }), deal);
}
