import type { Words } from '@/lib/people';
import styles from './quotes.module.css';

/** What clients say, each as a quotation. `about` names whom, where a page has words about several people. */
export function Quotes(props: {
  readonly words: readonly (Words & {
    readonly about?: { readonly name: string; readonly href: string };
  })[];
}) {
  return (
    <ul className={styles.quotes}>
      {props.words.map(({ id, title, text, by, date, about }) => (
        <li key={id}>
          <figure className={styles.quote}>
            {title !== '' && <p className={styles.title}>{title}</p>}
            <blockquote>
              <p>{text}</p>
            </blockquote>
            <figcaption className="note">
              {by}
              {about && (
                <>
                  {', about '}
                  <a href={about.href}>{about.name}</a>
                </>
              )}
              {date && ` · ${date}`}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
