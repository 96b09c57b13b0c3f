import { isoOf } from '../leads/lead.record.js';
import type { TrailRow } from './trail.import.js';

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
