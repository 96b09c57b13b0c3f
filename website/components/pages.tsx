import Link from 'next/link';
import styles from './pages.module.css';

/** Links to the pages of a list: the first, the last, and those around this one. */
export function Pages(props: {
  readonly page: number;
  readonly last: number;
  readonly href: (page: number) => string;
}) {
  const { page, last, href } = props;
  if (last <= 1) return null;
  const near = [1, page - 1, page, page + 1, last];
  const shown = [...new Set(near)].filter((one) => one >= 1 && one <= last).sort((a, b) => a - b);
  return (
    <nav aria-label="Pages">
      <ol className={styles.pages}>
        {shown.map((one, index) => (
          <li key={one} data-gap={one - (shown[index - 1] ?? one - 1) > 1 || undefined}>
            <Link
              href={href(one)}
              prefetch={false}
              aria-label={`Page ${one}`}
              {...(one === page && { 'aria-current': 'page' })}
            >
              {one}
            </Link>
          </li>
        ))}
        {page < last && (
          <li>
            <Link href={href(page + 1)} prefetch={false} rel="next">
              Next
            </Link>
          </li>
        )}
      </ol>
    </nav>
  );
}
