import Link from 'next/link';
import type { Schema } from 'portico-sdk';
import { filtersOf } from '@/lib/filters';
import { hrefOf, type Search } from '@/lib/search';
import styles from './search.module.css';

/** The filters that are set, each a link that takes it off. */
export function Chips({
  search,
  facets,
}: {
  readonly search: Search;
  readonly facets: Schema<'Facets'>;
}) {
  const named = (facet: Schema<'Facets'>['pets']) => (id: number) =>
    facet?.find(({ value }) => value === id)?.name;
  const filters = filtersOf(search, {
    neighborhood: named(facets.neighborhood),
    pets: named(facets.pets),
  });
  if (filters.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters that are set">
      {filters.map(({ name, changes }) => (
        <li key={name}>
          <Link href={hrefOf(search, changes)} prefetch={false}>
            <span className="quiet">Without </span>
            {name}
            <span aria-hidden="true"> ×</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
