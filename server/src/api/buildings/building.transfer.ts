import type { Selectable } from 'kysely';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { BuildingTable } from '../../data/client-database/tables.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { BUILDING_FLAGS, flag } from '../listings/amenity.vocabulary.js';
import { pagedExport } from '../transfer-table.js';
import {
  type BuildingImport,
  buildingImportFields,
  INCLUDED_IN_RENT,
  readBuilding,
} from './building.import.js';
import { writeBuildings } from './building.write.js';

/** Imports buildings. R102, R103. */
export function buildingImport(
  database: ClientDatabase,
  zone: string,
): ImportResource<BuildingImport> {
  return {
    name: 'buildings',
    fields: buildingImportFields,
    parse: (record) => readBuilding(record, zone),
    key: (row) => String(row.id),
    async write(rows) {
      await writeBuildings(database, rows);
      return [];
    },
  };
}

/** Exports buildings. */
export function buildingExport(database: ClientDatabase): ExportResource {
  return pagedExport(
    'buildings',
    (after, limit) =>
      database.db
        .selectFrom('building')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) => rows.map(exported),
  );
}

/** A stored building as an import record. */
function exported(row: Selectable<BuildingTable>): Record<string, unknown> {
  const {
    amenities_low,
    amenities_high,
    included,
    neighborhood_id,
    is_new,
    latitude,
    longitude,
    from_listings: _,
    ...same
  } = row;
  const bits = { low: amenities_low, high: amenities_high };
  return {
    ...same,
    cat: neighborhood_id,
    new: is_new,
    ...(latitude === null ? {} : { latitude }),
    ...(longitude === null ? {} : { longitude }),
    ...Object.fromEntries(BUILDING_FLAGS.map((name) => [name, flag(bits, name)])),
    ...Object.fromEntries(
      INCLUDED_IN_RENT.map((name, position) => [name, (included >> position) & 1]),
    ),
  };
}
