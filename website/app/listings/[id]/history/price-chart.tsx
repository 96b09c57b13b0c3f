import { shortDollars } from '@/lib/format';
import type { PricePoint } from '@/lib/price-history';
import styles from './history.module.css';

/** As wide as a phone, on which its words have to be read. */
const SIZE = { width: 360, height: 190 };
/** Room for the prices at the left, and the months below. */
const PLOT = { left: 52, right: 354, top: 8, bottom: 160 };

/**
 * The prices of a home as steps: each holds until the next. A picture; the table next to it says the same in words. Nothing
 * where there is only one price.
 */
export function PriceChart(props: {
  readonly points: readonly PricePoint[];
  readonly timeZone: string;
  readonly now?: number;
}) {
  const { points, timeZone, now = Date.now() } = props;
  const [first] = points;
  const prices = points.map(({ price }) => price);
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  if (first === undefined || least === most) return null;
  const x = (at: number): number => {
    const part = (at - first.at) / Math.max(now - first.at, 1);
    return PLOT.left + part * (PLOT.right - PLOT.left);
  };
  const y = (price: number): number => {
    const part = (price - least) / (most - least);
    return PLOT.bottom - 20 - part * (PLOT.bottom - PLOT.top - 32);
  };
  const [start, ...steps] = points.map(({ at, price }) => ({ x: x(at), y: y(price) }));
  const path = steps.map((point) => `H${point.x.toFixed(1)}V${point.y.toFixed(1)}`).join('');
  const since = new Intl.DateTimeFormat('en-US', {
    ...{ month: 'long', year: 'numeric', timeZone },
  }).format(first.at);
  return (
    <svg
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      className={`numbers ${styles.chart}`}
      role="img"
      aria-label={`Prices from ${shortDollars(least)} to ${shortDollars(most)} since ${since}`}
    >
      {[least, most].map((price) => (
        <g key={price}>
          <path className={styles.line} d={`M${PLOT.left} ${y(price).toFixed(1)}H${PLOT.right}`} />
          <text x={PLOT.left - 8} y={y(price)} className={styles.price}>
            {shortDollars(price)}
          </text>
        </g>
      ))}
      <path className={styles.axis} d={`M${PLOT.left} ${PLOT.bottom}H${PLOT.right}`} />
      <text x={PLOT.left} y={SIZE.height - 10}>
        {since}
      </text>
      <text x={PLOT.right} y={SIZE.height - 10} className={styles.end}>
        Today
      </text>
      <path
        className={styles.steps}
        d={`M${start?.x.toFixed(1)} ${start?.y.toFixed(1)}${path}H${PLOT.right}`}
      />
      {points.map(({ at, price }) => (
        <circle key={at} cx={x(at)} cy={y(price)} r="4" className={styles.dot} />
      ))}
    </svg>
  );
}
