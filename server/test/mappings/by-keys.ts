import type { ResourceName } from 'portico-importer/resource.js';
import { keyFieldsOf } from '../../src/changes/record-kinds.js';
import { exportResources } from '../../src/changes/transfers.js';
import { systemClock } from '../../src/lib/clock.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';

type ExportedRecord = Readonly<Record<string, unknown>>;

/** The records of one source by kind and key, with keys in the place of numbers. */
export type RecordsByKey = {
  readonly [Kind in ResourceName]?: ReadonlyMap<string, ExportedRecord>;
};

/** The kinds whose records are told from others by the record around them, with the fields that do. */
const INNER: { readonly [Kind in ResourceName]?: readonly string[] } = {
  'building-photos': ['building_id', 'filename'],
};

const OWN: { readonly [Kind in ResourceName]?: string } = {
  listings: 'main_id',
  neighborhoods: 'cat_id',
};

/**
 * What an export says of a source, in words that do not depend on the numbers that keys were given.
 *
 * @param read Takes from a record what is looked at later: whole records of a large file fill the memory.
 */
export async function recordsByKey(
  database: TenantDatabase,
  source: string,
  read: (kind: ResourceName, record: ExportedRecord) => ExportedRecord = (_, record) => record,
): Promise<RecordsByKey> {
  const keys = new Map<string, string>();
  const result: Record<string, Map<string, ExportedRecord>> = {};
  for (const { name, records } of exportResources(database, 'America/New_York', systemClock)) {
    for await (const record of records() as AsyncIterable<ExportedRecord>) {
      if (name === 'source-keys') {
        if (record.source === source) keys.set(`${record.kind} ${record.id}`, String(record.key));
        continue;
      }
      const named = withKeys(name, record, keys);
      if (named === undefined) continue;
      result[name] ??= new Map();
      result[name].set(named.key, read(name, named.record));
      for (const photo of photosIn(named.record)) {
        result.photos ??= new Map();
        result.photos.set(`${named.key} ${photo.filename}`, read('photos', photo));
      }
    }
  }
  return result;
}

/** The photos of a listing stand in its record. */
function photosIn(record: ExportedRecord): readonly ExportedRecord[] {
  return Array.isArray(record.photos) ? (record.photos as ExportedRecord[]) : [];
}

/** Undefined for a record of another source. */
function withKeys(
  kind: Exclude<ResourceName, 'source-keys'>,
  record: ExportedRecord,
  keys: ReadonlyMap<string, string>,
): { readonly key: string; readonly record: ExportedRecord } | undefined {
  const named: Record<string, unknown> = { ...record };
  for (const [field, { of }] of keyFieldsOf(kind)) {
    named[field] = keys.get(`${of} ${record[field]}`) ?? record[field];
  }
  const [own = OWN[kind] ?? 'id', ...others] = INNER[kind] ?? [];
  if (named[own] === record[own]) return undefined;
  return { key: [own, ...others].map((field) => String(named[field])).join(' '), record: named };
}
