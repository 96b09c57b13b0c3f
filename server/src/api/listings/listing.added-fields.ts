import type { TenantDatabase } from '../../data/tenant-database/open.js';
import * as queries from './listing.queries.js';

/** The flags that add fields to records (R71). */
export interface AddFlags {
  readonly addPhotos: boolean;
  readonly addOpenHouse: boolean;
  readonly addHitCounter: boolean;
  readonly addCustomValues: boolean;
  readonly addLabels: boolean;
  readonly addIso: boolean;
}

/** What was read for the flags of a call. */
export type Added = queries.AddedFields & { readonly openHouse: boolean; readonly iso: boolean };

/** Reads the fields of the set flags; undefined when none is set. */
export async function addedFields(
  database: TenantDatabase,
  ids: readonly number[],
  flags: AddFlags,
): Promise<Added | undefined> {
  const { addPhotos, addOpenHouse, addHitCounter, addCustomValues, addLabels, addIso } = flags;
  if (!(addPhotos || addOpenHouse || addHitCounter || addCustomValues || addLabels || addIso)) {
    return undefined;
  }
  if (ids.length === 0) return undefined;
  return {
    openHouse: addOpenHouse,
    iso: addIso,
    ...(addPhotos ? { photos: await queries.photosOf(database, ids) } : {}),
    ...(addHitCounter ? { views: await queries.viewsOf(database, ids) } : {}),
    ...(addCustomValues ? { customValues: await queries.customValuesOf(database, ids) } : {}),
    ...(addLabels ? { labels: await queries.labelsOf(database, ids) } : {}),
  };
}
