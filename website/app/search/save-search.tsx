import { saveSearch } from '@/app/account/searches/actions';
import { idOf } from '@/lib/ids';
import { hrefOf, type Search } from '@/lib/search';
import styles from './search.module.css';

/** Keeps the search for the visitor, who signs in first where they have not. A form of one button, which needs no script. */
export function SaveSearch({ search }: { readonly search: Search }) {
  return (
    <form action={saveSearch}>
      <input type="hidden" name="search" value={hrefOf(search)} />
      <button type="submit" className={styles.save}>
        Save this search
      </button>
    </form>
  );
}

/** Says what became of that. `saved` is the number of the search, or why it is not kept. */
export function Saved({ saved }: { readonly saved: string | string[] | undefined }) {
  if (typeof saved !== 'string') return null;
  const list = <a href="/account/searches">your saved searches</a>;
  if (idOf(saved) !== undefined)
    return (
      <p className={`message good ${styles.saved}`} role="status">
        This search is saved.{' '}
        <a href={`/account/searches#search-${saved}`}>
          Name it, and choose how often you get email
        </a>
        .
      </p>
    );
  return (
    <p className={`message ${styles.saved}`} role="alert">
      {saved === 'full' ? (
        <>As many searches are saved as one account can keep. Remove one of {list} first.</>
      ) : (
        <>That did not work. Please try again in a minute.</>
      )}
    </p>
  );
}
