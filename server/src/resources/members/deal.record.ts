import { type Static, Type } from 'typebox';
import { numberOrEmpty, stampMoment } from '../../api/fields.js';
import type { AnswerContext } from '../../api/request-context.js';
import { stampDate } from '../../lib/dates.js';
import type { DealRow } from './deal.write.js';

const str = (description: string) => Type.Optional(Type.String({ description }));

/** What `includeDealInfo` adds to a client's record (R162). */
export const dealFields = {
  deal_id: Type.Optional(
    numberOrEmpty('integer', 'Latest deal: its id; empty, like the rest, when none'),
  ),
  deal_listing_id: Type.Optional(
    numberOrEmpty('integer', 'Latest deal: its listing, 0 when it names none'),
  ),
  deal_address: str('Latest deal: the address'),
  deal_price: Type.Optional(numberOrEmpty('number', 'Latest deal: dollars')),
  deal_status: str('Latest deal: how it stands'),
  deal_date: Type.Optional(stampMoment('Latest deal: when')),
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
