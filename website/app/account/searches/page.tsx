import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Empty } from '@/components/empty';
import { count } from '@/lib/format';
import { requireSession } from '@/lib/member';
import { orUnavailable } from '@/lib/or-unavailable';
import { portico } from '@/lib/portico';
import { NO_MEMBER, refusedWith } from '@/lib/refused';
import { describe, FREQUENCIES, matchesOf, type SavedSearch } from '@/lib/saved-searches';
import type { PageParameters } from '@/lib/search';
import accountStyles from '../account.module.css';
import { changeSearch, removeSearch } from './actions';
import styles from './searches.module.css';

export const metadata: Metadata = { title: 'Saved searches' };

/** Each is counted by a call, so only the newest are. */
const MOST_COUNTED = 10;

interface Props {
  readonly searchParams: Promise<PageParameters>;
}

async function SearchesPage({ searchParams }: Props) {
  const { id: memberID } = await requireSession('/account/searches');
  const { changed, failed, removed } = await searchParams;
  const searches = (await searchesOf(memberID)).reverse();
  const described = await Promise.all(
    searches.map(async (search, index) => ({
      search,
      ...(await describe(search)),
      matches: index < MOST_COUNTED ? await matches(search) : undefined,
    })),
  );
  return (
    <div className="page section">
      <header className={accountStyles.head}>
        <div>
          <h1>Saved searches</h1>
          <p className="lead">
            {searches.length === 0
              ? 'Nothing is saved yet.'
              : `You saved ${count(searches.length, 'search', 'searches')}.`}
          </p>
        </div>
        <div className={accountStyles.tools}>
          <a className="button plain" href="/account">
            Saved homes
          </a>
          <a className="button plain" href="/account/profile">
            Profile
          </a>
        </div>
      </header>
      {failed && (
        <p className={`message ${styles.said}`} role="alert">
          That did not work. Please try again in a minute.
        </p>
      )}
      {removed && (
        <p className={`message good ${styles.said}`} role="status">
          The search was removed.
        </p>
      )}
      {searches.length === 0 ? (
        <Empty title="Keep a search">
          <p>Choose your filters, then press “Save this search” above the homes.</p>
          <a className="button" href="/search">
            Search homes
          </a>
        </Empty>
      ) : (
        <ul className={styles.searches}>
          {described.map((one) => (
            <Search key={one.search.id} {...one} isChanged={changed === String(one.search.id)} />
          ))}
        </ul>
      )}
    </div>
  );
}

export default orUnavailable(SearchesPage);

async function searchesOf(memberID: number): Promise<SavedSearch[]> {
  try {
    return [...(await portico().members.savedSearches(memberID))];
  } catch (error) {
    // The brokerage has erased the member, whose cookie is still here.
    if (refusedWith(error, NO_MEMBER)) redirect('/account/ended');
    throw error;
  }
}

/** A number is no reason for a page not to be there. */
const matches = ({ id, clientID, problem }: SavedSearch): Promise<number | undefined> =>
  problem === '' ? matchesOf(id, clientID).catch(() => undefined) : Promise.resolve(undefined);

function Search(props: {
  readonly search: SavedSearch;
  readonly href: string;
  readonly words: string;
  readonly isWhole: boolean;
  readonly matches: number | undefined;
  readonly isChanged: boolean;
}) {
  const { search, href, words, isWhole, matches, isChanged } = props;
  const { id, name, problem } = search;
  return (
    <li id={`search-${id}`} className="panel">
      <div className={styles.head}>
        <h2>{problem ? name : <a href={href}>{name}</a>}</h2>
        {matches !== undefined && (
          <p className="numbers">{count(matches, 'match', 'matches')} now</p>
        )}
      </div>
      {isChanged && (
        <p className="message good" role="status">
          Your change was saved.
        </p>
      )}
      {problem ? (
        <p className="message">
          This search no longer works, because one of its filters no longer exists. Remove it, and
          save a new one.
        </p>
      ) : (
        <Words {...{ name, words, isWhole }} />
      )}
      <p className="note">Email about new homes: {EMAILS[search.frequency].toLowerCase()}</p>
      <details className={styles.change}>
        <summary>
          Change<span className="quiet">: {name}</span>
        </summary>
        <ChangeForm search={search} />
      </details>
      <form action={removeSearch}>
        <input type="hidden" name="id" value={id} />
        <button type="submit" className="button plain">
          Remove<span className="quiet">: {name}</span>
        </button>
      </form>
    </li>
  );
}

/** Its filters in words, unless its name is these words. */
function Words(props: {
  readonly name: string;
  readonly words: string;
  readonly isWhole: boolean;
}) {
  const { name, words, isWhole } = props;
  if (isWhole && name === words) return null;
  return (
    <p className="note">
      {words}
      {!isWhole && ' and filters that this page does not have'}
    </p>
  );
}

const EMAILS: Readonly<Record<(typeof FREQUENCIES)[number], string>> = {
  instantly: 'At once',
  daily: 'Once a day',
  weekly: 'Once a week',
  never: 'Never',
};

function ChangeForm({ search }: { readonly search: SavedSearch }) {
  const { id, name, frequency, priceDrops } = search;
  return (
    <form action={changeSearch} className="form">
      <input type="hidden" name="id" value={id} />
      <div className="field">
        <label htmlFor={`name-${id}`}>Name</label>
        <input
          {...{ id: `name-${id}`, name: 'name', className: 'input', defaultValue: name }}
          maxLength={200}
          required
        />
      </div>
      <div className="field">
        <label htmlFor={`frequency-${id}`}>Email about new homes</label>
        <select
          {...{ id: `frequency-${id}`, name: 'frequency', className: 'input' }}
          defaultValue={frequency}
        >
          {FREQUENCIES.map((one) => (
            <option key={one} value={one}>
              {EMAILS[one]}
            </option>
          ))}
        </select>
      </div>
      <label className="choice">
        <input type="checkbox" name="priceDrops" value="1" defaultChecked={priceDrops === 1} />
        <span>Include price drops</span>
      </label>
      <div>
        <button type="submit" className="button">
          Save
        </button>
      </div>
    </form>
  );
}
