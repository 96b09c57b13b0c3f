import type { Selectable } from 'kysely';
import type { FavoriteListingTable } from '../../store/tenant/members-tables.js';
import type { TransferRecord } from '../kinds/record-kind.js';
import { readFields, readId } from '../kinds/transfer-fields.js';
import { listingOf } from './visitor-fields.js';

/** A favourite as it is stored. */
export type FavoriteRow = Selectable<FavoriteListingTable>;

const space = { listingOf: listingOf<FavoriteRow>('id_space') };

/** Every field that an import record of a favourite may have. */
export const favoriteImportFields: ReadonlySet<string> = new Set([
  'clientID',
  'listingID',
  ...Object.keys(space),
]);

/** Reads one import record of a favourite. See docs/importing.md. @throws RecordProblem */
export function readFavorite(record: TransferRecord, zone: string): FavoriteRow {
  return {
    client_id: readId(record, 'clientID'),
    listing_id: readId(record, 'listingID'),
    id_space: 0,
    ...readFields(space, record, zone),
  };
}

/** A favourite has no id: it is the same one where all of it is the same. */
export function favoriteKey({ client_id, id_space, listing_id }: FavoriteRow): string {
  return `${client_id} ${id_space} ${listing_id}`;
}
