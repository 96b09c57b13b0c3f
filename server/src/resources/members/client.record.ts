import { type Static, Type } from 'typebox';
import { bit, oneOf, serverOnly, stampMoment } from '../../api/fields.js';
import type { AnswerContext } from '../../api/request-context.js';
import { stampDate } from '../../lib/dates.js';
import { memberVersion } from './account.record.js';
import type { ClientRow } from './client.queries.js';
import { type DealFields, dealFields } from './deal.js';
import { isActive } from './member-activity.js';

const str = (description: string) => Type.String({ description });

const fields = {
  id: Type.Integer({ description: 'Client id' }),
  firstName: str('First name'),
  lastName: str('Last name'),
  email: str('Email'),
  active: bit('1 when verified and logged in within the last 120 days'),
  status: oneOf(['Active', 'Inactive'], 'The same in words'),
  type: str('Tags, each followed by a comma'),
  verify: serverOnly('Verification code of a member; empty until they register'),
  date_create: stampMoment('When it was made'),
  date_update: stampMoment('When it was last changed'),
  phone: str('Phone'),
  home_Phone: str('Phone at home'),
  office_Phone: str('Phone at work'),
  agent_name: str('First and last name of the assigned agent'),
  agent_email: str('Email of the assigned agent'),
  agent_id: Type.Integer({ description: 'Assigned agent, 0 when there is none' }),
  progress: str("Position in the brokerage's own list of milestones"),
  source: str("Origin, from the brokerage's own list"),
  dob: str('Date of birth'),
  address: str('Street address'),
  city: str('City'),
  state: str('Two letters'),
  zip: str('Postal code'),
};

/** A client. R154. */
export const ClientRecord = Type.Object(
  { ...fields, version: memberVersion() },
  { $id: 'Client', additionalProperties: false },
);

/** A client in the answer of a search. R154, R162. */
export const ClientSearchRecord = Type.Object(
  { ...fields, ...dealFields },
  { $id: 'ClientSearchRecord', additionalProperties: false },
);

/** The record of a client. */
export type ClientRecord = Static<typeof ClientRecord>;

/** The record of a client. @param deal The fields of its latest deal, if the call asks for them. */
export function clientRecord(
  row: ClientRow,
  { now, timeZone }: Pick<AnswerContext, 'now' | 'timeZone'>,
  deal?: DealFields,
): ClientRecord {
  const active = isActive(row, now);
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    active: active ? 1 : 0,
    status: active ? 'Active' : 'Inactive',
    type: row.type,
    verify: row.verify,
    date_create: stampDate(row.created_at || null, timeZone),
    date_update: stampDate(row.updated_at || null, timeZone),
    phone: row.phone,
    home_Phone: row.home_phone,
    office_Phone: row.office_phone,
    agent_name: `${row.agent_firstname ?? ''} ${row.agent_lastname ?? ''}`.trim(),
    agent_email: row.agent_email ?? '',
    agent_id: row.agent_id,
    progress: row.progress,
    source: row.source,
    dob: row.dob,
    address: row.address,
    city: row.city,
    state: row.state,
    zip: row.zip,
    ...deal,
  };
}
