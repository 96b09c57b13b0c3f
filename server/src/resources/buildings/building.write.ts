import { changedForSearch } from '../../search/listing.search-index.js';
import { refreshSearch } from '../../search/listing.search-refresh.js';
import { changedRows, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { BUILDING_DEFAULTS } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { changedLines } from '../kinds/changed-fields.js';
import { outcomeOf, type WriteOutcome } from '../kinds/record-kind.js';
import type { BuildingImport } from './building.import.js';
import { buildingFieldNames } from './building.import.js';

/**
 * Inserts or updates buildings, and the searched columns of their listings with them, in one
 * transaction.
 */
export async function writeBuildings(
  database: TenantDatabase,
  imports: readonly BuildingImport[],
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    const ids = imports.map((building) => building.id);
    const stored = await storedById(transaction, 'building', ids);
    const rows = imports.map((building) => {
      const before = stored.get(building.id) ?? BUILDING_DEFAULTS;
      return {
        ...before,
        ...building.values,
        ...building.flagsOver(before),
        id: building.id,
        from_listings: 0,
      };
    });
    const written = changedRows(stored, rows);
    await upsert(database, transaction, 'building', columnsOf(BUILDING_DEFAULTS), ['id'], written);
    const changed = new Set(written.map(({ id }) => id));
    changes.wrote('buildings', changed, changedLines(buildingFieldNames, stored, written));
    changes.shown('buildings', changed);
    // Most fields of a building are not searched, so most imports leave its listings alone.
    await refreshSearch(database, transaction, changedForSearch(stored, written));
    return outcomeOf(imports, ({ id }) => changed.has(id));
  });
}
