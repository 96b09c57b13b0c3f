import styles from './crumbs.module.css';
import { breadcrumbs, JsonLd } from './json-ld';

/** The way to a page, for people and for search engines. */
export function Crumbs({
  steps,
}: {
  readonly steps: readonly (readonly [name: string, path: string])[];
}) {
  return (
    <>
      <JsonLd data={breadcrumbs(steps)} />
      <nav aria-label="Where you are" className={styles.crumbs}>
        <ol className={styles.list}>
          {steps.map(([name, path], index) => (
            <li key={path}>
              {index === steps.length - 1 ? (
                <span aria-current="page">{name}</span>
              ) : (
                <a href={path}>{name}</a>
              )}
            </li>
          ))}
        </ol>
      </nav>
    </>
  );
}
