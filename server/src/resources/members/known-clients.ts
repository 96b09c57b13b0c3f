import type { Kysely } from 'kysely';
import { RecordProblem } from 'portico-importer/resource.js';
import { inPortions } from '../../store/tenant/bulk.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { RefusedRow } from '../kinds/record-kind.js';

/** Those of these numbers that clients have. */
export async function knownClients(
  transaction: Kysely<TenantTables>,
  numbers: Iterable<number | undefined>,
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(numbers)].filter((id) => id !== undefined);
  const found = await inPortions(ids, (portion) =>
    transaction.selectFrom('client').select('id').where('id', 'in', portion).execute(),
  );
  return new Set(found.map(({ id }) => id));
}

/** What is wrong with a record of a client that does not exist. */
export function noClient(field: string, id: number): RecordProblem {
  return new RecordProblem(field, `${id} was given; accepted is the number of a client`);
}

/** Tells the rows of an import whose client exists from the others, which it refuses. */
export async function ofKnownClients<Row extends { readonly client_id: number }>(
  transaction: Kysely<TenantTables>,
  rows: readonly Row[],
): Promise<{ readonly taken: Row[]; readonly refused: readonly RefusedRow[] }> {
  const ids = rows.map(({ client_id }) => client_id);
  const clients = await knownClients(transaction, ids);
  const refused = rows.flatMap(({ client_id }, index): RefusedRow[] =>
    clients.has(client_id) ? [] : [{ index, problem: noClient('clientID', client_id) }],
  );
  return { taken: rows.filter(({ client_id }) => clients.has(client_id)), refused };
}
