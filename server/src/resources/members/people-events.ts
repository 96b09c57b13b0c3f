import type { RecordEvent } from '../../store/tenant/followers.js';

/**
 * A lead was changed, removed or erased. R309.
 *
 * @param changed The fields that changed.
 * @param lead The lead as it is now, for receivers that ask for leads.
 */
export function leadChange(
  id: number,
  what: 'updated' | 'removed' | 'erased',
  changed?: readonly string[],
  lead?: Readonly<Record<string, unknown>>,
): RecordEvent {
  return {
    type: `lead.${what}`,
    data: { resource: 'leads', id, op: what, ...(changed && { changed }) },
    ...(lead && { lead }),
  };
}

/** A member was changed or removed, erased ones among them. R309. @param changed The fields that changed. */
export function memberChange(
  id: number,
  what: 'updated' | 'removed',
  changed?: readonly string[],
): RecordEvent {
  return {
    type: `member.${what}`,
    data: { resource: 'clients', id, op: what, ...(changed && { changed }) },
  };
}

/**
 * A listing became a favourite of a member, or is none any more. R309.
 *
 * @param listingOf Where the id of the listing counts: `own`, `mls` or `rls`.
 */
export function favoriteEvent(
  what: 'added' | 'removed',
  clientID: number,
  listingOf: string,
  listingID: number,
): RecordEvent {
  const op = what === 'added' ? 'created' : 'removed';
  return {
    type: `favorite.${what}`,
    data: { resource: 'favorites', op, clientID, listingID, listingOf },
  };
}
