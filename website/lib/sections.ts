import 'server-only';
import { articles, posts } from './articles';
import { buildingsOn } from './buildings';
import { agents, teams } from './people';
import { portico } from './portico';
import { remember } from './remember';
import { neighborhoods } from './site';

/** The parts of the site that only some brokerages have records for. */
export type Section =
  | 'neighborhoods'
  | 'buildings'
  | 'agents'
  | 'testimonials'
  | 'blog'
  | 'press'
  | 'offices';

export const offices = remember(600, () => portico().offices.list());

/** The parts that have records: no page leads to one with nothing in it. A part that cannot be looked at stays. */
export const sections = remember(600, async (): Promise<ReadonlySet<Section>> => {
  const looks: Readonly<Record<Section, () => Promise<number>>> = {
    neighborhoods: async () => (await neighborhoods()).length,
    buildings: async () => (await buildingsOn(1, 0)).total,
    agents: async () => (await agents()).length + (await teams()).length,
    testimonials: async () => (await portico().testimonials.search({ limit: 1 })).items.length,
    blog: async () => (await posts()).length,
    press: async () => (await articles()).length,
    offices: async () => (await offices()).length,
  };
  const found = await Promise.all(
    Object.entries(looks).map(async ([name, look]) => {
      const records = await look().catch(() => 1);
      return records > 0 ? [name as Section] : [];
    }),
  );
  return new Set(found.flat());
});
