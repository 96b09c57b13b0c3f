import type { Metadata } from 'next';
import { Crumbs } from '@/components/crumbs';
import { Empty } from '@/components/empty';
import { dayText, dollars } from '@/lib/format';
import { homePath, isOfMls } from '@/lib/ids';
import { listingIn } from '@/lib/listing';
import { orUnavailable } from '@/lib/or-unavailable';
import { historyOf, pricesOf, wordsOf } from '@/lib/price-history';
import type { RecordPageProps } from '@/lib/record-page';
import { site } from '@/lib/site';
import styles from './history.module.css';
import { PriceChart } from './price-chart';

export async function generateMetadata({ params }: RecordPageProps): Promise<Metadata> {
  const home = await listingIn(params);
  return {
    title: `Price history of ${home.main_address}`,
    alternates: { canonical: `${homePath(home)}/history` },
  };
}

/** What a home cost before. It has its own page, because the page of the home asks Portico as often as a page may. */
async function HistoryPage({ params }: RecordPageProps) {
  const home = await listingIn(params);
  const { main_id: id, main_address: address } = home;
  const path = homePath(home);
  const [changes, { time_zone }] = await Promise.all([
    historyOf({ id, isMLS: isOfMls(home) }),
    site(),
  ]);
  return (
    <div className="page section">
      <Crumbs
        steps={[
          [address, path],
          ['Price history', `${path}/history`],
        ]}
      />
      <h1 className={styles.title}>Price history of {address}</h1>
      {changes.length === 0 ? (
        <Empty title="No earlier prices are known">
          <a className="button" href={path}>
            Back to the home
          </a>
        </Empty>
      ) : (
        <div className={styles.history}>
          <PriceChart points={pricesOf(changes, time_zone)} timeZone={time_zone} />
          <table className={`numbers ${styles.table}`}>
            <caption className="quiet">Changes, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">What changed</th>
                <th scope="col">Price</th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={`${change.date} ${change.price} ${change.status}`}>
                  <th scope="row">{dayText(change.date, time_zone) || 'Earlier'}</th>
                  <td>{wordsOf(change)}</td>
                  <td>{change.price > 0 ? dollars(change.price) : 'On request'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

export default orUnavailable(HistoryPage);
