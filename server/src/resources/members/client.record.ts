import { type Static, Type } from 'typebox';
import { type AnswerContext, AS_STORED } from '../../api/request-context.js';
import { memberVersion } from './account.record.js';
import { client, isActive } from './client.js';
import type { ClientRow } from './client.queries.js';
import { type DealFields, dealFields } from './deal.js';

/** A client. R154. */
export const ClientRecord = Type.Object(
  { ...client.schema.properties, version: memberVersion() },
  { $id: 'Client', additionalProperties: false },
);

/** A client in the answer of a search. R154, R162. */
export const ClientSearchRecord = Type.Object(
  { ...client.schema.properties, ...dealFields },
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
  const values = Object.assign({}, row, {
    active: active ? (1 as const) : (0 as const),
    status: active ? ('Active' as const) : ('Inactive' as const),
    agent_name: `${row.agent_firstname ?? ''} ${row.agent_lastname ?? ''}`.trim(),
    agent_email: row.agent_email ?? '',
  });
  return Object.assign(client.record(values, { ...AS_STORED, timeZone }), deal);
}
