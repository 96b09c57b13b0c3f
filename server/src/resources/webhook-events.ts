import type { WebhookEvent } from '../outbox/webhook/types.js';
import type { RecordEvent } from '../store/tenant/followers.js';
import { type Lead, leadRecord } from './leads/lead.js';

/** A lead was stored, or added to the one that it repeats. R212. @param id The id of the stored lead. */
export function leadEvent(id: number, lead: Lead, repeats: boolean): WebhookEvent {
  // What this call said, also where it repeats another; state and notes are of the stored lead, and no call says them.
  const { state: _state, notes: _notes, ...said } = leadRecord({ ...lead, id });
  return {
    type: repeats ? 'lead.repeated' : 'lead.created',
    data: { resource: 'leads', id, op: repeats ? 'updated' : 'created' },
    lead: said,
  };
}

/** A member registered, or confirmed the address. R212. */
export function memberEvent(id: number, what: 'registered' | 'verified'): WebhookEvent {
  return {
    type: `member.${what}`,
    data: { resource: 'clients', id, op: what === 'registered' ? 'created' : 'updated' },
  };
}

/** An import ended. R212. @param counts How many records of each kind were read, written and rejected. */
export function importEvent(counts: object): WebhookEvent {
  return { type: 'import.completed', data: { resource: 'import', counts } };
}

/** Somebody should look after an import. R299. @param result One of `ImportResult`. */
export function failedImportEvent(result: string, counts: object): WebhookEvent {
  return { type: 'import.failed', data: { resource: 'import', result, counts } };
}

/** A pull ended. R349. @param of Its source, and the feed that it fills, if it is one. */
export function pullEvent(
  of: { readonly source: string; readonly feed?: string },
  { result, counts }: { readonly result: string; readonly counts: object },
  failed: boolean,
): WebhookEvent {
  const data = { resource: 'pull', ...of };
  return failed
    ? { type: 'pull.failed', data: { ...data, result, counts } }
    : { type: 'pull.completed', data: { ...data, counts } };
}

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

/** A listing became a favourite of a member, or is none any more. R309. @param listingOf One of `ID_SPACES`. */
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
