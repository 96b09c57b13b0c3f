import 'server-only';
import { parseDate, type Schema } from 'portico-sdk';
import { dollars } from './format';
import type { HomeId } from './ids';
import { portico } from './portico';
import { standingOf } from './standing';

type Change = Schema<'ListingChange'>;

/** What became of a home on the market, the newest first. */
export const historyOf = async ({ id, isMLS }: HomeId): Promise<readonly Change[]> =>
  portico().listings.history(id, { isMLS });

/** A price from a moment on. */
export interface PricePoint {
  readonly at: number;
  readonly price: number;
}

/** The prices for a chart, the oldest first. A price that is on request, and a moment that nobody knows, have no place in it. */
export function pricesOf(changes: readonly Change[], timeZone: string): PricePoint[] {
  return changes
    .flatMap(({ date, price }) => {
      const at = parseDate(date, timeZone)?.getTime();
      return at === undefined || price <= 0 ? [] : [{ at, price }];
    })
    .reverse();
}

/** What a change was, in words: `Listed`, `Price lowered by $20,000 (2%)`, `In contract`. */
export function wordsOf({ changed, status, price, price_before: before = 0 }: Change): string {
  const words: string[] = [];
  if (changed.includes('listed')) words.push('Listed');
  if (changed.includes('price')) words.push(priceChange(before, price));
  if (changed.includes('status')) words.push(standingOf({ main_status: status }).label);
  return words.join(', ') || 'Before';
}

function priceChange(before: number, price: number): string {
  if (before <= 0 || price <= 0) return 'New price';
  const by = Math.abs(price - before);
  const percent = Math.round((by / before) * 100);
  return `Price ${price < before ? 'lowered' : 'raised'} by ${dollars(by)}${percent > 0 ? ` (${percent}%)` : ''}`;
}
