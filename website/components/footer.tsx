import { telOf } from '@/lib/format';
import { pages } from '@/lib/navigation';
import type { Brokerage } from '@/lib/site';
import { SourceNotice } from './attribution';
import styles from './footer.module.css';
import { Mark } from './mark';

/** The foot of each page. What the brokerage has not set is left out. */
export async function Footer({ brokerage }: { readonly brokerage: Brokerage }) {
  const { name, about, phone, email, address, sources, fair_housing: fair } = brokerage;
  const { main, more } = await pages();
  const isPage = /^https?:\/\/\S+$/.test(fair ?? '');
  const legal = [
    { page: 'Privacy', href: brokerage.privacy_page },
    { page: 'Accessibility', href: brokerage.accessibility_page },
    { page: 'Fair housing', href: isPage ? fair : undefined },
  ].filter(({ href }) => href);
  return (
    <footer className={styles.footer}>
      <div className={`page ${styles.columns}`}>
        <div className={styles.brand}>
          <Mark />
          <div>
            <p>
              <strong>{name}</strong>
            </p>
            {about && <p>{about}</p>}
            <ul className={styles.reach}>
              {address && <li>{address}</li>}
              {phone && (
                <li>
                  <a className="numbers" href={telOf(phone)}>
                    {phone}
                  </a>
                </li>
              )}
              {email && (
                <li>
                  <a href={`mailto:${email}`}>{email}</a>
                </li>
              )}
            </ul>
          </div>
        </div>
        <nav aria-label="Footer">
          <ul className={styles.pages}>
            {[...main, ...more].map(({ name: page, href }) => (
              <li key={href}>
                <a href={href}>{page}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {(legal.length > 0 || fair) && (
        <div className={`page ${styles.small}`}>
          {fair && !isPage && <p>{fair}</p>}
          {legal.map(({ page, href }) => (
            <a key={page} href={href}>
              {page}
            </a>
          ))}
        </div>
      )}
      {sources.length > 0 && (
        <section className={`page ${styles.sources}`} aria-label="Sources of listings">
          {sources.map((source) => (
            <SourceNotice key={source.feed} source={source} timeZone={brokerage.time_zone} />
          ))}
        </section>
      )}
    </footer>
  );
}
