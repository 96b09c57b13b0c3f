import type { Selectable } from 'kysely';
import { RecordProblem } from 'portico-importer/resource.js';
import { countPast, lockTable } from '../../store/engines/dialect.js';
import { changedRows, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import { type ClientTrailTable, TRAIL_DEFAULTS } from '../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import {
  outcomeOf,
  rowsInOrder,
  type TransferRecord,
  type WriteOutcome,
} from '../kinds/record-kind.js';
import { coded, type Fields, readFields, readId, text, whole } from '../kinds/transfer-fields.js';
import { isoOf } from '../leads/lead.js';
import { knownClients, noClient } from './known-clients.js';
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

/** The columns of a trail entry that an import record has. */
interface TrailImport {
  readonly id: number;
  readonly values: Partial<TrailRow>;
}

/** Reads one import record of a trail entry. See docs/importing/records.md. @throws RecordProblem */
export function readTrail(record: TransferRecord, zone: string): TrailImport {
  return { id: readId(record, 'id'), values: readFields(fields, record, zone) };
}

const KEYS = Object.values(TRAIL_KEYS).join(', ');

/**
 * Inserts or updates trail entries in one transaction, several rows of one entry in their order. A login among them does not make a member active:
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
    const ids = [...new Set(imports.map(({ id }) => id))];
    const stored = await storedById(transaction, 'client_trail', ids);
    const named = [...stored.values(), ...imports.map(({ values }) => values)];
    const clients = await knownClients(
      transaction,
      named.map(({ client_id }) => client_id),
    );
    const { rows, refused } = rowsInOrder(
      stored,
      imports,
      (before, { id, values }) => ({ ...TRAIL_DEFAULTS, ...before, ...values, id }),
      ({ client_id, trail_key }) => {
        if (!clients.has(client_id)) return noClient('clientID', client_id);
        if (trail_key !== 0) return undefined;
        return new RecordProblem('trailKey', `nothing was given; accepted is ${KEYS}`);
      },
    );
    const written = changedRows(stored, [...rows.values()]);
    const columns = columnsOf(TRAIL_DEFAULTS);
    await upsert(database, transaction, 'client_trail', columns, ['id'], written);
    await countPast(transaction, 'client_trail', Math.max(...ids));
    const changed = new Set(written.map(({ id }) => id));
    return outcomeOf(imports, ({ id }) => changed.has(id), refused);
  });
}

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
