import 'server-only';
import { type Schema, toPublic } from 'portico-sdk';
import { cardQuery } from '@/components/listing-card';
import { portico } from './portico';
import { read } from './records';
import { remember } from './remember';
import { amenityName, known } from './words';

/** A building without what is for the brokerage alone, such as which keys open it. */
export type Building = Schema<'Building'>;

export const BUILDINGS_A_PAGE = 24;

/** Buildings with homes on the market. */
export const buildingsOn = remember(300, async (page: number, neighborhood: number) => {
  const { items, total = 0 } = await portico().buildings.search({
    ...{ page, count: BUILDINGS_A_PAGE, hasListings: true },
    cat: neighborhood > 0 ? [neighborhood] : undefined,
  });
  return { buildings: toPublic(items), total };
});

export const buildingOf = remember(300, async (id: number) =>
  toPublic(await read('buildings', id)),
);

export const photosOfBuilding = remember(600, async (id: number) =>
  (await portico().buildings.photos(id)).map(({ filename, name }) => ({ src: filename, name })),
);

/** Its homes on the market, the newest first. */
export const homesInBuilding = remember(120, async (buildingId: number) => {
  const query = {
    buildingId,
    status: [1 as const, 2 as const],
    sort: 'date' as const,
    perPage: 48,
  };
  const { items } = await portico().listings.search({ ...query, ...cardQuery() });
  // A home whose address is hidden would be given away by the house that it is listed in.
  return items.filter(({ main_hide_address }) => main_hide_address !== 1);
});

/** `11 River Terrace`. */
export const streetOf = ({ house, address }: Building): string => `${house} ${address}`.trim();

/** What people call it: its name, or its street where it has none. Some sources tell neither. */
export const nameOf = (building: Building): string =>
  building.name || streetOf(building) || `Building ${building.id}`;

export const amenitiesIn = (building: Building): string[] =>
  Object.entries(building)
    .filter(([, value]) => value === 1)
    .map(([name]) => amenityName(name))
    .filter((name) => name !== undefined);

const PETS: Readonly<Record<number, string>> = {
  ...{ 1: 'Cats', 2: 'Small dogs', 3: 'Welcome', 4: 'Dogs', 98: 'Case by case', 99: 'None' },
};

/** Facts as a table. What is unknown is left out; the interface writes it as 0 or ''. */
export function factsOfBuilding(building: Building): (readonly [name: string, value: string])[] {
  const { built, stories, units, propertytype, style, beds, pets, subwayline, location } = building;
  const number = (value: number): string => (value > 0 ? String(value) : '');
  const facts: [string, string][] = [
    ['Built', number(built)],
    ['Floors', number(stories)],
    ['Homes', number(units)],
    ['Kind', known(propertytype)],
    ['Style', known(style)],
    ['Bedrooms', known(beds)],
    ['Pets', PETS[pets] ?? ''],
    ['Subway', known(subwayline).split(',').join(' ')],
    ['Cross streets', known(location)],
  ];
  return facts.filter(([, value]) => value !== '');
}
