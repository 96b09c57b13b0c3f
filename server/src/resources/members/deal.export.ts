import { stampDate } from '../../lib/dates.js';
import type { TransferContext } from '../kinds/record-kind.js';
import type { DealRow } from './deal.queries.js';

/** The export record of a deal. */
export function exportedDeal({ dealt_at, ...row }: DealRow, { timeZone }: TransferContext): object {
  return { ...row, date: stampDate(dealt_at || null, timeZone) };
}
