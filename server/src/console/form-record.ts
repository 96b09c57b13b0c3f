import type { RemovableKind } from '../changes/removal/removals.js';
import { parseMoment, stampDate } from '../lib/dates.js';
import type { TransferRecord } from '../resources/kinds/kind.js';
import { LISTED_KINDS } from './kind-list.js';
import { fieldsOf } from './kinds.js';

/**
 * A record of `/manage` as forms have it: moments as the clock of the brokerage shows them, in one form, and without what
 * is nobody's to see.
 *
 * @param zone IANA name of the brokerage's zone.
 */
export function formRecord(
  kind: RemovableKind,
  record: TransferRecord,
  zone: string,
): TransferRecord {
  const { hidden = [] } = LISTED_KINDS[kind];
  const fields: Record<string, unknown> = { ...record };
  for (const name of hidden) delete fields[name];
  for (const { name, type } of fieldsOf(kind)) {
    const value = fields[name];
    if (type !== 'moment' || typeof value !== 'string' || value === '') continue;
    const moment = parseMoment(value, zone);
    if (moment !== undefined) fields[name] = stampDate(moment, zone);
  }
  return fields;
}
