import Link from 'next/link';
import type { Schema } from 'portico-sdk';
import { dollars, roomsText } from '@/lib/format';
import { hrefOf, type Search } from '@/lib/search';
import { amenityName } from '@/lib/words';
import styles from './search.module.css';

interface Chip {
  readonly name: string;
  /** What is left without this filter. */
  readonly changes: Partial<Search>;
}

/** The filters that are set, each a link that takes it off. */
export function Chips({
  search,
  facets,
}: {
  readonly search: Search;
  readonly facets: Schema<'Facets'>;
}) {
  const chips = chipsOf(search, facets);
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters that are set">
      {chips.map(({ name, changes }) => (
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

function chipsOf(search: Search, facets: Schema<'Facets'>): Chip[] {
  const { q, priceMin, priceMax, bathMin, cat, beds, type, amenities, pets, bbox } = search;
  const without = <Item,>(items: readonly Item[], item: Item) =>
    items.filter((one) => one !== item);
  const named = (facet: Schema<'Facets'>['pets'], id: number) =>
    facet?.find(({ value }) => value === id)?.name ?? `No. ${id}`;
  const chips: (Chip | undefined | '')[] = [
    q && { name: `“${q}”`, changes: { q: '' } },
    bbox && { name: 'This part of the map', changes: { bbox: undefined } },
    priceMin ? { name: `From ${dollars(priceMin)}`, changes: { priceMin: undefined } } : undefined,
    priceMax ? { name: `To ${dollars(priceMax)}`, changes: { priceMax: undefined } } : undefined,
    ...beds.map((one) => ({
      name: roomsText(one, 'bed'),
      changes: { beds: without(beds, one) },
    })),
    bathMin ? { name: `${bathMin}+ bath`, changes: { bathMin: undefined } } : undefined,
    ...cat.map((id) => ({
      name: named(facets.neighborhood, id),
      changes: { cat: without(cat, id) },
    })),
    ...type.map((one) => ({ name: one, changes: { type: without(type, one) } })),
    ...amenities.map((one) => ({
      name: amenityName(one) ?? one,
      changes: { amenities: without(amenities, one) },
    })),
    ...pets.map((one) => ({
      name: named(facets.pets, one),
      changes: { pets: without(pets, one) },
    })),
  ];
  return chips.filter((chip) => typeof chip === 'object');
}
