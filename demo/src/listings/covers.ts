import { POOL, type SceneName, scenePath } from '../pictures/pool.js';
import { Random } from '../random.js';
import type { PhotoRecord } from '../records/listing-records.js';
import type { ListingPlan } from './listing-plan.js';
import type { ListedHome } from './listing-record.js';

/** What a picture has to show to stand first, and how often it does where a home has several. */
const LEADS: ReadonlyArray<readonly [start: string, weight: number]> = [
  ['living-', 5],
  ['facade-', 2],
  ['terrace-', 2],
  ['garden-', 2],
  ['balcony-', 2],
  ['view-', 2],
  ['office-', 4],
  ['store-', 4],
  ['garage-', 4],
];

/** How many homes lie between two with one cover, as long as there are pictures enough: more than a page of cards. */
const APART = 72;

/**
 * Puts another picture first in each home, so that no two cards of a page of the newest homes look alike. Its own pictures take turns,
 * and a scene that homes share is shown in the variant that has been away the longest.
 */
export function dealCovers(
  seed: number,
  plans: readonly ListingPlan[],
  homes: readonly ListedHome[],
): ListedHome[] {
  const random = new Random(seed, 'covers');
  /** When each picture was a cover last, counted in homes. */
  const last = new Map<string, number>();
  const age = (path: string, now: number): number => now - (last.get(path) ?? -Infinity);
  const dealt = new Map<number, ListedHome>();
  const newestFirst = plans
    .map((plan, index) => ({ plan, home: homes[index] as ListedHome }))
    .sort((a, b) => b.plan.updatedAt - a.plan.updatedAt);
  // What is on the market first: nobody sees a page of the others.
  const inTurn = [true, false].flatMap((on) => newestFirst.filter((e) => e.plan.onMarket === on));
  for (const [now, { plan, home }] of inTurn.entries()) {
    const leads = home.photos.flatMap((photo) => {
      const path = oldestOf(photo.filename, (variant) => age(variant, now));
      const weight = weightOf(photo.filename);
      return weight === 0 ? [] : [{ photo, path, weight, age: age(path, now) }];
    });
    const fresh = leads.filter((lead) => lead.age > APART);
    const isHouse = plan.building.profile.tenure === 'house';
    const lead =
      (isHouse && fresh.find(({ photo }) => photo === home.photos[0])) ||
      (fresh.length > 0
        ? random.weighted(fresh.map((one) => [one, one.weight]))
        : leads.sort((a, b) => b.age - a.age)[0]);
    if (lead) last.set(lead.path, now);
    dealt.set(plan.id, lead ? withCover(home, lead.photo, lead.path) : home);
  }
  return plans.map((plan) => dealt.get(plan.id) as ListedHome);
}

const weightOf = (path: string): number =>
  LEADS.find(([start]) => path.startsWith(`demo/${start}`))?.[1] ?? 0;

/** Of the variants of a scene the one with the greatest age. A picture that is no scene's is its only one. */
function oldestOf(path: string, age: (path: string) => number): string {
  const [, scene = ''] = /^demo\/(.+)-\d\d\.jpg$/.exec(path) ?? [];
  if (!Object.hasOwn(POOL, scene)) return path;
  const count = POOL[scene as SceneName];
  const variants = Array.from({ length: count }, (_, i) => scenePath(scene as SceneName, i + 1));
  return variants.reduce((oldest, one) => (age(one) > age(oldest) ? one : oldest));
}

/** The home with this photo first, showing `path`. What showed that already takes the picture it had. */
function withCover(home: ListedHome, cover: PhotoRecord, path: string): ListedHome {
  const others = home.photos.filter((photo) => photo !== cover);
  const photos = [cover, ...others].map((photo, index) => {
    const filename =
      photo === cover ? path : photo.filename === path ? cover.filename : photo.filename;
    return { ...photo, filename, sort: index + 1 };
  });
  return { photos, listing: { ...home.listing, main_image: path } };
}
