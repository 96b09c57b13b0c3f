import type { OpenHouse } from '@/lib/listing';
import styles from './listing.module.css';

/** When the home can be seen without an appointment, on the clocks where it stands. */
export function OpenHouses(props: {
  readonly openHouses: readonly OpenHouse[];
  readonly timeZone: string;
}) {
  const { openHouses, timeZone } = props;
  if (openHouses.length === 0) return null;
  const day = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, weekday: 'long', month: 'long', day: 'numeric' },
  });
  const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
  return (
    <section className={`panel ${styles.open}`} aria-labelledby="open-title">
      <h2 id="open-title">Open house</h2>
      <ul className={styles.times}>
        {openHouses.map(({ start, end }) => (
          <li key={start.toISOString()}>
            <time dateTime={start.toISOString()}>
              <strong>{day.format(start)}</strong>
              <br />
              {end === undefined ? time.format(start) : time.formatRange(start, end)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
