import { MAIN_PAGES, MORE_PAGES } from '@/lib/navigation';
import styles from './footer.module.css';
import { Mark } from './mark';

/** The foot of each page. */
export function Footer({ name }: { readonly name: string }) {
  return (
    <footer className={styles.footer}>
      <div className={`page ${styles.columns}`}>
        <div className={styles.brand}>
          <Mark />
          <p>
            <strong>{name}</strong>
            <br />
            Homes in Manhattan, Brooklyn and Queens.
          </p>
        </div>
        <nav aria-label="Footer">
          <ul>
            {[...MAIN_PAGES, ...MORE_PAGES].map(({ name: page, href }) => (
              <li key={href}>
                <a href={href}>{page}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <p className={`page ${styles.small}`}>
        An example website on Portico. All homes, people and pictures are invented. We support the
        letter and spirit of the Fair Housing Act.
      </p>
    </footer>
  );
}
