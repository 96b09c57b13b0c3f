import { RecordProblem } from 'portico-importer/resource.js';
import { ParamProblem } from '../../api/params.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { SAVED_SEARCH_DEFAULTS } from '../../store/tenant/saved-search-tables.js';
import type { TransferRecord, WriteOutcome } from '../kinds/record-kind.js';
import {
  type Fields,
  flagged,
  oneOf,
  readFields,
  readId,
  readText,
  trimmed,
  whole,
} from '../kinds/transfer-fields.js';
import { isoOf } from '../leads/lead.js';
import { type ClientRowImport, type ClientRows, writeCountedRows } from '../members/client-rows.js';
import { received } from '../members/visitor-fields.js';
import { canonicalQuery } from './saved-search.query.js';
import { FREQUENCIES, type SavedSearchRow } from './saved-search.record.js';

const fields: Fields<SavedSearchRow> = {
  clientID: whole('client_id'),
  name: trimmed('name'),
  query: { column: 'query', read: readQuery },
  frequency: oneOf('frequency', FREQUENCIES, SAVED_SEARCH_DEFAULTS.frequency),
  priceDrops: flagged('price_drops'),
  created: received('created_at'),
  updated: received('updated_at'),
  lastSent: received('last_sent_at'),
};

/** A search that nobody could run is refused, as the endpoint refuses it. @throws RecordProblem */
function readQuery(value: unknown, field: string): string {
  try {
    const { query, dropped } = canonicalQuery(readText(value, field));
    // An exported search has nothing to drop: without what this release does not know it would find more.
    if (dropped.length === 0) return query;
    throw new RecordProblem(field, `names ${dropped.join(', ')}, which is not kept`);
  } catch (error) {
    if (error instanceof ParamProblem) throw new RecordProblem(field, error.message);
    throw error;
  }
}

/** Every field that an import record of a saved search may have. */
export const savedSearchImportFields: ReadonlySet<string> = new Set(['id', ...Object.keys(fields)]);

/** Reads one import record of a saved search. See docs/importing/records.md. @throws RecordProblem */
export function readSavedSearch(
  record: TransferRecord,
  zone: string,
): ClientRowImport<SavedSearchRow> {
  return { id: readId(record, 'id'), values: readFields(fields, record, zone) };
}

/**
 * Inserts or updates saved searches in one transaction, several rows of one search in their order. Those of unknown
 * clients are refused.
 */
export function writeSavedSearches(
  database: TenantDatabase,
  imports: readonly ClientRowImport<SavedSearchRow>[],
): Promise<WriteOutcome> {
  return writeCountedRows(database, searchRows, imports);
}

const searchRows: ClientRows<SavedSearchRow> = {
  table: 'saved_search',
  defaults: SAVED_SEARCH_DEFAULTS,
  clientField: 'clientID',
};

/** The export record of a saved search. */
export function exportedSavedSearch(row: SavedSearchRow): object {
  return {
    id: row.id,
    clientID: row.client_id,
    name: row.name,
    query: row.query,
    frequency: row.frequency,
    priceDrops: row.price_drops,
    created: isoOf(row.created_at),
    updated: isoOf(row.updated_at),
    lastSent: isoOf(row.last_sent_at),
  };
}
