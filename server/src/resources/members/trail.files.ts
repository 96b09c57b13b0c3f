import type { Selectable } from 'kysely';
import { RecordProblem } from 'portico-importer/resource.js';
import { type ClientTrailTable, TRAIL_DEFAULTS } from '../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TransferRecord, WriteOutcome } from '../kinds/record-kind.js';
import { coded, type Fields, readFields, readId, text, whole } from '../kinds/transfer-fields.js';
import { isoOf } from '../leads/lead.js';
import { type ClientRowImport, type ClientRows, writeCountedRows } from './client-rows.js';
import { TRAIL_KEYS } from './trail.endpoints.js';
import { received } from './visitor-fields.js';

/** A trail entry as it is stored. */
type TrailRow = Selectable<ClientTrailTable>;

const fields: Fields<TrailRow> = {
  clientID: whole('client_id'),
  trailKey: coded('trail_key', Object.values(TRAIL_KEYS)),
  received: received('created_at'),
  listingID: whole('listing_id'),
  userIP: text('user_ip'),
  comment: text('comment'),
  pageURL: text('page_url'),
};

/** Every field that an import record of a trail entry may have. */
export const trailImportFields: ReadonlySet<string> = new Set(['id', ...Object.keys(fields)]);

/** Reads one import record of a trail entry. See docs/importing/records.md. @throws RecordProblem */
export function readTrail(record: TransferRecord, zone: string): ClientRowImport<TrailRow> {
  return { id: readId(record, 'id'), values: readFields(fields, record, zone) };
}

const KEYS = Object.values(TRAIL_KEYS).join(', ');

/**
 * Inserts or updates trail entries in one transaction, several rows of one entry in their order. A login among them does not make a member active:
 * the member's own record says when the last one was.
 *
 * Entries of unknown clients, and those without a key, are refused.
 */
export function writeTrails(
  database: TenantDatabase,
  imports: readonly ClientRowImport<TrailRow>[],
): Promise<WriteOutcome> {
  return writeCountedRows(database, trailRows, imports);
}

const trailRows: ClientRows<TrailRow> = {
  table: 'client_trail',
  defaults: TRAIL_DEFAULTS,
  clientField: 'clientID',
  problemOf: ({ trail_key }) =>
    trail_key === 0
      ? new RecordProblem('trailKey', `nothing was given; accepted is ${KEYS}`)
      : undefined,
};

/** The export record of a trail entry. Its moment is in UTC and exact, as nobody reads it elsewhere. */
export function exportedTrail(row: TrailRow): object {
  return {
    id: row.id,
    clientID: row.client_id,
    trailKey: row.trail_key,
    received: isoOf(row.created_at),
    listingID: row.listing_id,
    userIP: row.user_ip,
    comment: row.comment,
    pageURL: row.page_url,
  };
}
