import type { Selectable } from 'kysely';
import type { DealTable } from '../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';

/** A deal as it is stored. */
export type DealRow = Selectable<DealTable>;

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
