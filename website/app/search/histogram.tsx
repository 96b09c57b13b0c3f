import type { Schema } from 'portico-sdk';
import { shortDollars } from '@/lib/format';
import styles from './filters.module.css';

const WIDTH = 280;
const HEIGHT = 48;

/** How many homes there are at which price. For the eye: the fields below say the same in numbers. */
export function Histogram({ min, max, bins }: Schema<'FacetHistogram'>) {
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const width = WIDTH / Math.max(bins.length, 1);
  return (
    <div aria-hidden="true">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.histogram} aria-hidden="true">
        {bins.map(({ from, count }, index) => {
          const height = count === 0 ? 1 : Math.max(2, (count / most) * HEIGHT);
          return (
            <rect
              key={from}
              x={index * width + 1}
              y={HEIGHT - height}
              width={Math.max(width - 2, 1)}
              height={height}
            />
          );
        })}
      </svg>
      <p className={`note numbers ${styles.scale}`}>
        <span>{shortDollars(min)}</span>
        <span>{shortDollars(max)}</span>
      </p>
    </div>
  );
}
