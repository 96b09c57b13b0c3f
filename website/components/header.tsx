import Link from 'next/link';
import { telOf } from '@/lib/format';
import { pages } from '@/lib/navigation';
import { session } from '@/lib/session';
import type { Brokerage } from '@/lib/site';
import styles from './header.module.css';
import { Mark } from './mark';

/** The head of each page. The menu of phones is a popover, which needs no script. */
export async function Header({ brokerage: { name, phone } }: { readonly brokerage: Brokerage }) {
  const [member, { main }] = await Promise.all([session(), pages()]);
  const account = { name: member ? 'Saved homes' : 'Sign in', href: '/account' };
  const all = [...main, account];
  return (
    <header className={styles.header}>
      <div className={`page ${styles.row}`}>
        <Link href="/" className={styles.brand} prefetch={false}>
          <Mark />
          <span>{name}</span>
        </Link>
        <nav className={styles.wide} aria-label="Main">
          <Pages pages={all} />
        </nav>
        {phone && (
          <a className={`numbers ${styles.phone}`} href={telOf(phone)}>
            <span className="quiet">Call </span>
            {phone}
          </a>
        )}
        <button type="button" className={styles.opener} popoverTarget="menu">
          Menu
        </button>
        <div id="menu" popover="auto" className={styles.menu}>
          <nav aria-label="Menu">
            <Pages pages={all} />
          </nav>
          {phone && (
            <a className="button" href={telOf(phone)}>
              Call {phone}
            </a>
          )}
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
function Pages(props: { readonly pages: readonly { name: string; href: string }[] }) {
  return (
    <ul>
      {props.pages.map(({ name, href }) => (
        <li key={href}>
          <a href={href}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
