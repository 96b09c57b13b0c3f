import type { Kysely } from 'kysely';
import { RecordProblem } from 'portico-importer/resource.js';
import { inPortions } from '../../store/tenant/bulk.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { RefusedRow } from '../kinds/record-kind.js';

/** Tells the rows of an import whose client exists from the others, which it refuses. */
export async function ofKnownClients<Row extends { readonly client_id: number }>(
  transaction: Kysely<TenantTables>,
  rows: readonly Row[],
): Promise<{ readonly taken: Row[]; readonly refused: readonly RefusedRow[] }> {
  const found = await inPortions([...new Set(rows.map((row) => row.client_id))], (ids) =>
    transaction.selectFrom('client').select('id').where('id', 'in', ids).execute(),
  );
  const clients = new Set(found.map(({ id }) => id));
  const refused = rows.flatMap(({ client_id }, index): RefusedRow[] => {
    if (clients.has(client_id)) return [];
    const words = `${client_id} was given; accepted is the number of a client`;
    return [{ index, problem: new RecordProblem('clientID', words) }];
  });
  return { taken: rows.filter(({ client_id }) => clients.has(client_id)), refused };
}
