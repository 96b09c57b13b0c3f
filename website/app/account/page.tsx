import type { Metadata } from 'next';
import { Empty } from '@/components/empty';
import { cardQuery } from '@/components/listing-card';
import { ListingGrid } from '@/components/listing-grid';
import { count } from '@/lib/format';
import { favoriteIds, requireSession } from '@/lib/member';
import { orUnavailable } from '@/lib/or-unavailable';
import { portico } from '@/lib/portico';
import styles from './account.module.css';
import { signOut } from './actions';

export const metadata: Metadata = { title: 'Saved homes' };

/** As many as one call to Portico gives. A member with more sees the homes that came to the site last. */
const MOST = 200;

async function AccountPage() {
  const { firstName } = await requireSession('/account');
  const ids = [...(await favoriteIds())].slice(-MOST);
  const homes = await homesOf(ids);
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
          <p>Press the heart of a home, and it stays here, on all your devices.</p>
          <a className="button" href="/search">
            Search homes
          </a>
        </Empty>
      ) : (
        <ListingGrid listings={homes} heading="h2" />
      )}
    </div>
  );
}

export default orUnavailable(AccountPage);

/** The records of homes, also of those that are no longer on the market: their tag says so. */
async function homesOf(ids: readonly number[]) {
  // Without ids a search would find everything.
  if (ids.length === 0) return [];
  const query = { id: [...ids], perPage: MOST, ...cardQuery() };
  return (await portico().listings.search(query)).items;
}
