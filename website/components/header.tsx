import Link from 'next/link';
import { MAIN_PAGES } from '@/lib/navigation';
import { session } from '@/lib/session';
import styles from './header.module.css';
import { Mark } from './mark';

/** The head of each page. The menu of phones is a popover, which needs no script. */
export async function Header({ name }: { readonly name: string }) {
  const member = await session();
  const account = member ? 'Saved homes' : 'Sign in';
  return (
    <header className={styles.header}>
      <div className={`page ${styles.row}`}>
        <Link href="/" className={styles.brand} prefetch={false}>
          <Mark />
          <span>{name}</span>
        </Link>
        <nav className={styles.wide} aria-label="Main">
          <Pages account={account} />
        </nav>
        <button type="button" className={styles.opener} popoverTarget="menu">
          Menu
        </button>
        <div id="menu" popover="auto" className={styles.menu}>
          <nav aria-label="Menu">
            <Pages account={account} />
          </nav>
          <button
            type="button"
            className="button plain"
            popoverTarget="menu"
            popoverTargetAction="hide"
          >
            Close
          </button>
        </div>
      </div>
    </header>
  );
}

/** Plain links: a page that is loaded whole comes with its menu closed. */
function Pages({ account }: { readonly account: string }) {
  return (
    <ul>
      {MAIN_PAGES.map(({ name, href }) => (
        <li key={href}>
          <a href={href}>{name}</a>
        </li>
      ))}
      <li>
        <a href="/account">{account}</a>
      </li>
    </ul>
  );
}
