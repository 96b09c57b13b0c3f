import {
  type ExportResource,
  type ImportResource,
  RESOURCE_NAMES,
  type ResourceName,
} from 'portico-importer/resource.js';
import type { Clock } from '../lib/clock.js';
import { mergedRow } from '../resources/kinds/kind.js';
import { forImport } from '../store/tenant/import-lock.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { showingKeptFields, withKeptFields } from './kept/kept-fields.js';
import { keyFieldsOf, RECORD_KINDS } from './record-kinds.js';
import { withRemovals } from './removal/removable-resource.js';
import { RecordKeys } from './source-keys/record-keys.js';

/**
 * The kinds of record that a tenant database or feed imports, by the names that files carry.
 *
 * @param zone IANA name of the zone that dates without an offset are read in.
 * @param clock Members whose record says that they are active are active from its time on.
 */
export function importResources(
  database: TenantDatabase,
  zone: string,
  clock: Clock,
): ReadonlyMap<ResourceName, ImportResource> {
  // One for all kinds: a dry run gives a key the same number wherever it stands.
  const keys = new RecordKeys(database);
  return new Map(
    RESOURCE_NAMES.map((name) => {
      const on = (where: TenantDatabase) => recordsOf(name, where, keys, zone, clock);
      const kept = withKeptFields(on(database), database, on);
      return [name, withRemovals(kept, database)];
    }),
  );
}

function recordsOf(
  name: ResourceName,
  database: TenantDatabase,
  keys: RecordKeys,
  zone: string,
  clock: Clock,
): ImportResource {
  const inTurn = forImport(database);
  const { fields, openFields, identity = ['id'], read, key = idOf, write } = RECORD_KINDS[name];
  const { computed, references, remark, missing, check, merge, inOrder } = RECORD_KINDS[name];
  const keyFields = keyFieldsOf(name);
  return {
    name,
    fields,
    identity,
    ...(openFields === undefined ? {} : { openFields }),
    keyFields: new Set(keyFields.map(([field]) => field)),
    numberKeys: (records, dryRun) => keys.number(keyFields, records, dryRun),
    timeZone: zone,
    parse: (record, timeZone = zone) => read(record, timeZone, clock.now()),
    key,
    ...(inOrder === true
      ? { inOrder }
      : { merge: merge ?? ((one, later) => mergedRow(one as object, later as object)) }),
    ...(computed === undefined ? {} : { computed }),
    ...(references === undefined ? {} : { references }),
    ...(remark === undefined ? {} : { remark }),
    ...(missing === undefined ? {} : { missing: (ids) => missing(database, ids) }),
    keysOf: (ids) => keys.of(name, ids),
    ...(check === undefined ? {} : { check: (rows) => check(database, rows) }),
    write: (rows) => write(inTurn, rows, clock),
  };
}

function idOf(row: unknown): string {
  return String((row as { readonly id: number }).id);
}

/**
 * The files of an export, in the order in which an import reads them.
 *
 * @param zone IANA name of the zone that dates are shown in.
 * @param clock A member is exported as active or not as of its time.
 */
export function exportResources(
  database: TenantDatabase,
  zone: string,
  clock: Clock,
): readonly ExportResource[] {
  return RESOURCE_NAMES.flatMap((name) => {
    const records = RECORD_KINDS[name].export;
    if (records === undefined) return [];
    const shown = showingKeptFields(name, records);
    return [{ name, records: () => shown({ database, timeZone: zone, clock }) }];
  });
}
