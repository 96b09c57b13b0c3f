import { dollars, roomsText } from './format';
import { isForOpenHouses, type Search } from './search';
import { amenityName } from './words';

/** A filter that is set. */
export interface Filter {
  readonly name: string;
  /** What takes it off. */
  readonly changes: Partial<Search>;
}

/** What ids in a search are called; undefined where that is not known. */
export interface Names {
  neighborhood(id: number): string | undefined;
  pets(id: number): string | undefined;
}

/** The filters of a search in the words of visitors. */
export function filtersOf(search: Search, names: Names): Filter[] {
  const { q, priceMin, priceMax, bathMin, cat, beds, type, amenities, pets, bbox, polygon } =
    search;
  const without = <Item>(items: readonly Item[], item: Item) => items.filter((one) => one !== item);
  const filters: (Filter | undefined | '')[] = [
    q && { name: `“${q}”`, changes: { q: '' } },
    bbox && { name: 'This part of the map', changes: { bbox: undefined } },
    polygon && { name: 'Drawn area', changes: { polygon: '' } },
    priceMin ? { name: `From ${dollars(priceMin)}`, changes: { priceMin: undefined } } : undefined,
    priceMax ? { name: `To ${dollars(priceMax)}`, changes: { priceMax: undefined } } : undefined,
    ...beds.map((one) => ({
      name: roomsText(one, 'bed'),
      changes: { beds: without(beds, one) },
    })),
    bathMin ? { name: `${bathMin}+ bath`, changes: { bathMin: undefined } } : undefined,
    ...cat.map((id) => ({
      name: names.neighborhood(id) ?? `No. ${id}`,
      changes: { cat: without(cat, id) },
    })),
    ...type.map((one) => ({ name: one, changes: { type: without(type, one) } })),
    ...amenities.map((one) => ({
      name: amenityName(one) ?? one,
      changes: { amenities: without(amenities, one) },
    })),
    ...pets.map((one) => ({
      name: names.pets(one) ?? `No. ${one}`,
      changes: { pets: without(pets, one) },
    })),
  ];
  if (isForOpenHouses(search)) filters.push(openHouseFilter(search));
  return filters.filter((filter) => typeof filter === 'object');
}

function openHouseFilter({ openHouse, openFrom, openUntil, sort }: Search): Filter {
  const days = openFrom && (openFrom === openUntil ? [openFrom] : [openFrom, openUntil]);
  const when = days ? days.map(dayName).join(' to ') : openHouse === 'weekend' && 'this weekend';
  return {
    name: when ? `Open house ${when}` : 'Open house',
    changes: {
      ...{ openHouse: '', openFrom: '', openUntil: '' },
      sort: sort === 'openhouse' ? 'newest' : sort,
    },
  };
}

const dayName = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
