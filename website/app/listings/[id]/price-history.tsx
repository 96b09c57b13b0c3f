import type { Schema } from 'portico-sdk';
import { dayText, dollars } from '@/lib/format';
import styles from './listing.module.css';

type Change = Schema<'ListingChange'>;

/** What the home cost before, the newest first. A home that has only been listed has no history. */
export function PriceHistory(props: {
  readonly changes: readonly Change[];
  readonly timeZone: string;
}) {
  const { changes, timeZone } = props;
  if (changes.length < 2) return null;
  return (
    <section>
      <h2>Price history</h2>
      <dl className={`numbers facts ${styles.facts}`}>
        {changes.map((change) => (
          <div key={change.date}>
            <dt>{dayText(change.date, timeZone)}</dt>
            <dd>{wordsOf(change)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function wordsOf({ changed, price, price_before: before = 0, status }: Change): string {
  if (changed.includes('listed')) return `${status} at ${dollars(price)}`;
  const cost = `${price < before ? 'Lowered' : 'Raised'} to ${dollars(price)}`;
  const words = [changed.includes('price') && cost, changed.includes('status') && status];
  return words.filter(Boolean).join(', ');
}
