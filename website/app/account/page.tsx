import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { CompareBar } from '@/components/compare-bar';
import { Empty } from '@/components/empty';
import { ListingGrid } from '@/components/listing-grid';
import { count } from '@/lib/format';
import { homesOf, MOST_HOMES } from '@/lib/homes';
import { favoriteIds, requireSession } from '@/lib/member';
import { orUnavailable } from '@/lib/or-unavailable';
import { comparedIn } from '@/lib/visited';
import styles from './account.module.css';
import { signOut } from './actions';

export const metadata: Metadata = { title: 'Saved homes' };

async function AccountPage() {
  const { firstName } = await requireSession('/account');
  // A member with more sees the ones that they saved last.
  const ids = [...(await favoriteIds())].slice(-MOST_HOMES);
  const homes = await homesOf(ids);
  const compared = comparedIn(await cookies());
  return (
    <div className="page section">
      <header className={styles.head}>
        <div>
          <h1>Saved homes</h1>
          <p className="lead">
            {firstName && `${firstName}, `}
            {homes.length === 0
              ? 'nothing is saved yet.'
              : `you saved ${count(homes.length, 'home')}.`}
          </p>
        </div>
        <div className={styles.tools}>
          <a className="button plain" href="/account/searches">
            Saved searches
          </a>
          <a className="button plain" href="/account/profile">
            Profile
          </a>
          <form action={signOut}>
            <button type="submit" className="button plain">
              Sign out
            </button>
          </form>
        </div>
      </header>
      {homes.length === 0 ? (
        <Empty title="Keep the ones you like">
          <p>Press the heart on a home to keep it here, on all your devices.</p>
          <a className="button" href="/search">
            Search homes
          </a>
        </Empty>
      ) : (
        <>
          <ListingGrid listings={homes} heading="h2" compared={compared} />
          <CompareBar shown={homes.map(({ main_id }) => main_id)} compared={compared} />
        </>
      )}
    </div>
  );
}

export default orUnavailable(AccountPage);
