import type { ReactNode } from 'react';
import styles from './account.module.css';

/** The page of one form: title, a sentence, the form, and the way to the other forms. */
export function Gate(props: {
  readonly title: string;
  readonly words: ReactNode;
  readonly children: ReactNode;
  readonly others: ReactNode;
}) {
  const { title, words, children, others } = props;
  return (
    <div className="page">
      <div className={styles.gate} id="form">
        <header>
          <h1>{title}</h1>
          <p className="lead">{words}</p>
        </header>
        {children}
        <p className="note">{others}</p>
      </div>
    </div>
  );
}
