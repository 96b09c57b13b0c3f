import { type Static, Type } from 'typebox';
import { stampDate } from '../../lib/dates.js';
import { codes, type Failure, success, WriteEnvelope, writeFailure } from '../envelopes.js';
import type { AnswerContext } from '../request-context.js';
import type { StoredClient } from './client.queries.js';
import { isActive } from './member-activity.js';

/** The account of a member. R155. */
export const AccountItem = Type.Object(
  {
    id: Type.Integer({ description: 'Client id' }),
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.String(),
    active: Type.Integer({
      minimum: 0,
      maximum: 1,
      description: '1 when verified and logged in within the last 120 days',
    }),
    verifyCode: Type.String({ description: 'The code that was mailed at registration' }),
    date_create: Type.String({ description: 'Like 2026-11-20 14:05:09' }),
  },
  { $id: 'AccountItem', additionalProperties: false },
);

/** The answer of a registration and of the account endpoints. */
export const AccountEnvelope = Type.Object(
  {
    ...WriteEnvelope.properties,
    ITEM: Type.Array(AccountItem, { maxItems: 1, description: 'Empty on failure' }),
  },
  { $id: 'AccountEnvelope', additionalProperties: false },
);

/** The answer of a registration and of the account endpoints. */
export type AccountEnvelope = Static<typeof AccountEnvelope>;

/** The account item of a member. */
export function accountItem(
  row: StoredClient,
  { now, timeZone }: Pick<AnswerContext, 'now' | 'timeZone'>,
): Static<typeof AccountItem> {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    active: isActive(row, now) ? 1 : 0,
    verifyCode: row.verify,
    date_create: stampDate(row.created_at || null, timeZone),
  };
}

/** The answer with the account of a member. */
export function accountSuccess(row: StoredClient, context: AnswerContext): AccountEnvelope {
  return { ...success(codes.done), ITEM: [accountItem(row, context)] };
}

/** The answer to a failure. */
export function accountFailure(failure: Failure): AccountEnvelope {
  return { ...writeFailure(failure), ITEM: [] };
}
