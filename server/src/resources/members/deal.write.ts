import { changedRows, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import { DEAL_DEFAULTS } from '../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeRecords } from '../../store/tenant/write.js';
import { outcomeOf, rowsInOrder, type WriteOutcome } from '../kinds/record-kind.js';
import type { DealImport } from './deal.import.js';
import { knownClients, noClient } from './known-clients.js';

/**
 * Inserts or updates deals in one transaction, several rows of one deal in their order.
 *
 * Deals of unknown clients are refused.
 */
export function writeDeals(
  database: TenantDatabase,
  imports: readonly DealImport[],
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    const ids = [...new Set(imports.map(({ id }) => id))];
    const stored = await storedById(transaction, 'deal', ids);
    const named = [...stored.values(), ...imports.map(({ values }) => values)];
    const clients = await knownClients(
      transaction,
      named.map(({ client_id }) => client_id),
    );
    const { rows, refused } = rowsInOrder(
      stored,
      imports,
      (before, { id, values }) => ({ ...DEAL_DEFAULTS, ...before, ...values, id }),
      ({ client_id }) => (clients.has(client_id) ? undefined : noClient('client_id', client_id)),
    );
    const written = changedRows(stored, [...rows.values()]);
    await upsert(database, transaction, 'deal', columnsOf(DEAL_DEFAULTS), ['id'], written);
    if (written.length > 0) changes.unnamed();
    const changed = new Set(written.map(({ id }) => id));
    return outcomeOf(imports, ({ id }) => changed.has(id), refused);
  });
}
