import { RecordProblem } from 'portico-importer/resource.js';
import { ParamProblem } from '../../api/params.js';
import { countPast, lockTable } from '../../store/engines/dialect.js';
import { changedRows, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { SAVED_SEARCH_DEFAULTS } from '../../store/tenant/saved-search-tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import {
  outcomeOf,
  rowsInOrder,
  type TransferRecord,
  type WriteOutcome,
} from '../kinds/record-kind.js';
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
import { knownClients, noClient } from '../members/known-clients.js';
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

/** The columns of a saved search that an import record has. */
interface SavedSearchImport {
  readonly id: number;
  readonly values: Partial<SavedSearchRow>;
}

/** Reads one import record of a saved search. See docs/importing.md. @throws RecordProblem */
export function readSavedSearch(record: TransferRecord, zone: string): SavedSearchImport {
  return { id: readId(record, 'id'), values: readFields(fields, record, zone) };
}

/**
 * Inserts or updates saved searches in one transaction, several rows of one search in their order. Those of unknown
 * clients are refused.
 */
export async function writeSavedSearches(
  database: TenantDatabase,
  imports: readonly SavedSearchImport[],
): Promise<WriteOutcome> {
  if (imports.length === 0) return { refused: [], unchanged: [] };
  return writeUnversioned(database, async (transaction) => {
    // A search that is saved during the import waits, and then gets an id above these.
    await lockTable(transaction, 'saved_search');
    const ids = [...new Set(imports.map(({ id }) => id))];
    const stored = await storedById(transaction, 'saved_search', ids);
    const named = [...stored.values(), ...imports.map(({ values }) => values)];
    const clients = await knownClients(
      transaction,
      named.map(({ client_id }) => client_id),
    );
    const { rows, refused } = rowsInOrder(
      stored,
      imports,
      (before, { id, values }) => ({ ...SAVED_SEARCH_DEFAULTS, ...before, ...values, id }),
      ({ client_id }) => (clients.has(client_id) ? undefined : noClient('clientID', client_id)),
    );
    const written = changedRows(stored, [...rows.values()]);
    const columns = columnsOf(SAVED_SEARCH_DEFAULTS);
    await upsert(database, transaction, 'saved_search', columns, ['id'], written);
    await countPast(transaction, 'saved_search', Math.max(...ids));
    const changed = new Set(written.map(({ id }) => id));
    return outcomeOf(imports, ({ id }) => changed.has(id), refused);
  });
}

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
