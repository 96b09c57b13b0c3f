import { type Static, Type } from 'typebox';
import { stampDate } from '../../lib/dates.js';
import type { AnswerContext } from '../request-context.js';
import type { DealRow } from './deal.queries.js';

/** A number, or the empty string without a deal. */
const numberOrEmpty = (type: 'integer' | 'number', description: string) =>
  Type.Optional(Type.Unsafe<number | ''>({ type: [type, 'string'], description }));
const str = (description: string) => Type.Optional(Type.String({ description }));

/** What `includeDealInfo` adds to a client's record (R162). */
export const dealFields = {
  deal_id: numberOrEmpty('integer', 'Latest deal: its id; empty, like the rest, when none'),
  deal_listing_id: numberOrEmpty('integer', 'Latest deal: its listing, 0 when it names none'),
  deal_address: str('Latest deal: the address'),
  deal_price: numberOrEmpty('number', 'Latest deal: dollars'),
  deal_status: str('Latest deal: how it stands'),
  deal_date: str('Latest deal: when, like 2026-11-20 14:05:09'),
};

const DealFields = Type.Object(dealFields);

/** The flat fields of a deal. */
export type DealFields = Required<Static<typeof DealFields>>;

/** The flat fields of a client's latest deal; all empty without one. */
export function dealPart(
  deal: DealRow | undefined,
  { timeZone }: Pick<AnswerContext, 'timeZone'>,
): DealFields {
  return {
    deal_id: deal?.id ?? '',
    deal_listing_id: deal?.listing_id ?? '',
    deal_address: deal?.address ?? '',
    deal_price: deal?.price ?? '',
    deal_status: deal?.status ?? '',
    deal_date: stampDate(deal?.dealt_at || null, timeZone),
  };
}
