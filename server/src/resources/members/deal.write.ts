import { RecordProblem } from 'portico-importer/resource.js';
import { changedRows, inPortions, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import { DEAL_DEFAULTS } from '../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeRecords } from '../../store/tenant/write.js';
import { outcomeOf, type WriteOutcome } from '../kinds/record-kind.js';
import type { DealImport } from './deal.import.js';

/**
 * Inserts or updates deals in one transaction.
 *
 * Deals of unknown clients are refused.
 */
export function writeDeals(
  database: TenantDatabase,
  imports: readonly DealImport[],
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    const ids = imports.map(({ id }) => id);
    const stored = await storedById(transaction, 'deal', ids);
    const rows = imports.map(({ id, values }) => ({
      ...DEAL_DEFAULTS,
      ...stored.get(id),
      ...values,
      id,
    }));
    const clients = await inPortions([...new Set(rows.map((row) => row.client_id))], (ids) =>
      transaction.selectFrom('client').select('id').where('id', 'in', ids).execute(),
    );
    const clientIds = new Set(clients.map((client) => client.id));
    const taken = rows.filter((row) => clientIds.has(row.client_id));
    const written = changedRows(stored, taken);
    await upsert(database, transaction, 'deal', columnsOf(DEAL_DEFAULTS), ['id'], written);
    if (written.length > 0) changes.unnamed();
    const refused = rows.flatMap(({ client_id }, index) => {
      if (clientIds.has(client_id)) return [];
      const words = `${client_id} was given; accepted is the number of a client`;
      return [{ index, problem: new RecordProblem('client_id', words) }];
    });
    const changed = new Set(written.map(({ id }) => id));
    return outcomeOf(imports, ({ id }) => changed.has(id), refused);
  });
}
