import { RecordProblem } from 'portico-importer/resource.js';
import { countPast, lockTable } from '../../store/engines/dialect.js';
import { changedRows, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import { TRAIL_DEFAULTS } from '../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { outcomeOf, type RefusedRow, type WriteOutcome } from '../kinds/record-kind.js';
import { ofKnownClients } from './known-clients.js';
import type { TrailImport } from './trail.import.js';
import { TRAIL_KEYS } from './trail.vocabulary.js';

const KEYS = Object.values(TRAIL_KEYS).join(', ');

/**
 * Inserts or updates trail entries in one transaction. A login among them does not make a member active:
 * the member's own record says when the last one was.
 *
 * Entries of unknown clients, and those without a key, are refused.
 */
export async function writeTrails(
  database: TenantDatabase,
  imports: readonly TrailImport[],
): Promise<WriteOutcome> {
  if (imports.length === 0) return { refused: [], unchanged: [] };
  return writeUnversioned(database, async (transaction) => {
    // An entry that comes in during the import waits, and then gets an id above these.
    await lockTable(transaction, 'client_trail');
    const ids = imports.map(({ id }) => id);
    const stored = await storedById(transaction, 'client_trail', ids);
    const rows = imports.map(({ id, values }) => ({
      ...TRAIL_DEFAULTS,
      ...stored.get(id),
      ...values,
      id,
    }));
    const { taken, refused } = await ofKnownClients(transaction, rows);
    const keyed = taken.filter(({ trail_key }) => trail_key !== 0);
    const written = changedRows(stored, keyed);
    const refusedAlready = new Set(refused.map(({ index }) => index));
    const keyless = rows.flatMap(({ trail_key }, index): RefusedRow[] => {
      if (trail_key !== 0 || refusedAlready.has(index)) return [];
      const words = `nothing was given; accepted is ${KEYS}`;
      return [{ index, problem: new RecordProblem('trailKey', words) }];
    });
    const columns = columnsOf(TRAIL_DEFAULTS);
    await upsert(database, transaction, 'client_trail', columns, ['id'], written);
    await countPast(transaction, 'client_trail', Math.max(...ids));
    const changed = new Set(written.map(({ id }) => id));
    return outcomeOf(imports, ({ id }) => changed.has(id), [...refused, ...keyless]);
  });
}
