import type { WebhookEvent } from '../../outbox/webhook/types.js';
import type { Lead } from './lead.js';
import { leadRecord } from './lead.js';

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
