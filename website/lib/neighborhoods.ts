import 'server-only';
import type { Schema } from 'portico-sdk';
import { cardQuery } from '@/components/listing-card';
import { fileUrl } from './format';
import { portico } from './portico';
import { remember } from './remember';
import { neighborhoods, site, withMls } from './site';

export type Neighborhood = Schema<'Neighborhood'>;

/** How many homes on the market each neighborhood has, by its id. */
export const homesByPlace = remember(120, async (): Promise<ReadonlyMap<number, number>> => {
  const { answer } = await portico().listings.search({
    ...{ status: [1, 2], facets: ['neighborhood'], list: false },
    ...(await withMls()),
  });
  return new Map(answer.FACETS?.neighborhood?.map(({ value, count }) => [value, count]));
});

/** Homes in neighborhoods: the newest, how many there are of each deal, and where they are. */
export const homesIn = remember(120, async (...ids: number[]) => {
  const { items, total, answer } = await portico().listings.search({
    ...{ cat: ids, status: [1, 2], sort: 'date', perPage: 12, cluster: 15 },
    ...cardQuery(),
    ...(await withMls()),
  });
  return { homes: items, total: total ?? 0, clusters: answer.CLUSTERS ?? [] };
});

/** A neighborhood with those around it and in it. */
export interface Surroundings {
  readonly here: Neighborhood;
  /** From the borough down to the one around it. */
  readonly around: readonly Neighborhood[];
  /** Those directly in it. */
  readonly within: readonly Neighborhood[];
  /** Its number and those of all in it: homes are filed under the smallest. */
  readonly ids: readonly number[];
  readonly picture: string;
}

export async function surroundingsOf(id: number): Promise<Surroundings | undefined> {
  const [all, { media_url }] = await Promise.all([neighborhoods(), site()]);
  const here = all.find(({ cat_id }) => cat_id === id);
  if (here === undefined) return undefined;
  const within = all.filter(({ parent }) => parent === id);
  const picture = fileUrl(here.img, media_url);
  return { here, around: parentsOf(here, all), within, ids: idsIn(id, all), picture };
}

function parentsOf(
  { parent }: Neighborhood,
  all: readonly Neighborhood[],
  depth = 0,
): Neighborhood[] {
  const around = all.find(({ cat_id }) => cat_id === parent);
  // A tree of more than eight levels is a circle.
  return around === undefined || depth > 8 ? [] : [...parentsOf(around, all, depth + 1), around];
}

/** A neighborhood and all below it. */
export function idsIn(id: number, all: readonly Neighborhood[], depth = 0): number[] {
  const below = depth > 8 ? [] : all.filter(({ parent }) => parent === id);
  return [id, ...below.flatMap(({ cat_id }) => idsIn(cat_id, all, depth + 1))];
}
