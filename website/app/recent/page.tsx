import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { CompareBar } from '@/components/compare-bar';
import { Empty } from '@/components/empty';
import { ListingGrid } from '@/components/listing-grid';
import { homesOf } from '@/lib/homes';
import { orUnavailable } from '@/lib/or-unavailable';
import { comparedIn, seenIn } from '@/lib/visited';
import { forget } from './actions';

export const metadata: Metadata = { title: 'Recently viewed', robots: { index: false } };

/** The homes that a visitor has looked at in this browser. It needs no account. */
async function RecentPage() {
  const jar = await cookies();
  const homes = await homesOf(seenIn(jar));
  return (
    <div className="page section">
      <div className="section-head">
        <h1>Recently viewed</h1>
        {homes.length > 0 && (
          <form action={forget}>
            <button type="submit" className="button plain">
              Clear the list
            </button>
          </form>
        )}
      </div>
      {homes.length === 0 ? (
        <Empty title="No homes yet">
          <p>Homes that you look at appear here. Only your browser remembers them, for a month.</p>
          <a className="button" href="/search">
            Search homes
          </a>
        </Empty>
      ) : (
        <>
          <ListingGrid listings={homes} heading="h2" compared={comparedIn(jar)} />
          <CompareBar shown={homes.map(({ main_id }) => main_id)} compared={comparedIn(jar)} />
        </>
      )}
    </div>
  );
}

export default orUnavailable(RecentPage);
