import { type Static, Type } from 'typebox';
import { numberOrEmpty, stampMoment } from '../../api/fields.js';
import type { AnswerContext } from '../../api/request-context.js';
import { stampDate } from '../../lib/dates.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { type ColumnsOf, id, idOf, money, stampOrZero, text } from '../kinds/fields.js';
import { defineKind } from '../kinds/kind.js';
import { clientRowFiles } from './client-rows.js';

const fields = {
  id: id('Deal id'),
  client_id: idOf('clients', 'Client id'),
  listing_id: idOf('listings', 'Listing id, 0 when it names none'),
  address: text('Address'),
  price: money('Dollars'),
  status: text('How it stands'),
  date: stampOrZero('When', { column: 'dealt_at' }),
};

declare module '../../store/tenant/tables.js' {
  interface TenantTables {
    deal: ColumnsOf<typeof fields>;
  }
}

/** Deals of clients; `/clients/list` shows the latest (R162). */
export const deal = defineKind('deals', 'Deal', fields);

export const dealFiles = clientRowFiles(deal, {
  table: 'deal',
  clientField: 'client_id',
  isShown: true,
});

export type DealRow = typeof deal.defaults;

/** The latest deal of each client, by client; of several on one day the one with the highest id. */
export async function latestDeals(
  database: TenantDatabase,
  clients: readonly number[],
): Promise<ReadonlyMap<number, DealRow>> {
  if (clients.length === 0) return new Map();
  const rows = await database.db
    .selectFrom((eb) =>
      eb
        .selectFrom('deal')
        .selectAll()
        .select((ranked) =>
          ranked.fn
            .agg<number>('row_number')
            .over((over) =>
              over.partitionBy('client_id').orderBy('dealt_at', 'desc').orderBy('id', 'desc'),
            )
            .as('place'),
        )
        .where('client_id', 'in', [...clients])
        .as('ranked'),
    )
    .selectAll()
    .where('place', '=', 1)
    .execute();
  return new Map(rows.map((row) => [row.client_id, row]));
}

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
