import { storeAudit } from '../../store/audit/audit.js';
import { asOneImport } from '../../store/tenant/import-lock.js';
import type { RemovableKind } from '../removal/removals.js';
import { removeRecords } from '../removal/remove-records.js';
import { checkMatch, unlessChanged } from './shown-record.js';
import { managing, type StoringCall } from './store-records.js';

/** Removes a record, if it is the one that the caller has seen. @returns How many were there; undefined for none. */
export function removeRecord(call: StoringCall, kind: RemovableKind, id: number) {
  return unlessChanged(async () => {
    const { ids } = await asOneImport(call.tenant.database, async (inside, transaction) => {
      await checkMatch(call, kind, id, inside);
      const removed = await removeRecords(inside, kind, [id]);
      if (removed.ids.length > 0) {
        const change = { kind, counts: { removed: 1 }, records: [{ id }] };
        await storeAudit(transaction, managing(call, 'DELETE /manage'), change);
      }
      return removed;
    });
    return ids.length === 0 ? undefined : { REMOVED: ids.length };
  });
}
