import type { Selectable } from 'kysely';
import type { ClientTrailTable } from '../../store/tenant/members-tables.js';
import type { TransferRecord } from '../kinds/record-kind.js';
import { coded, type Fields, readFields, readId, text, whole } from '../kinds/transfer-fields.js';
import { TRAIL_KEYS } from './trail.vocabulary.js';
import { received } from './visitor-fields.js';

/** A trail entry as it is stored. */
export type TrailRow = Selectable<ClientTrailTable>;

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
export interface TrailImport {
  readonly id: number;
  readonly values: Partial<TrailRow>;
}

/** Reads one import record of a trail entry. See docs/importing.md. @throws RecordProblem */
export function readTrail(record: TransferRecord, zone: string): TrailImport {
  return { id: readId(record, 'id'), values: readFields(fields, record, zone) };
}
