import 'server-only';
import { homeIn, idOf } from './ids';
import { portico } from './portico';
import { remember } from './remember';

/** What a page of a listing shows. */
const LISTING = {
  addPhotos: 'variants',
  addOpenHouse: true,
  addHitCounter: true,
  addHistory: true,
  addAttribution: true,
} as const;

/** How the records of pages are read: `/listings/12` shows the listing 12. */
const READ = {
  listings: async (id: number) => portico().listings.get(id, LISTING),
  'mls-listings': async (id: number) => portico().listings.get(id, { ...LISTING, isMLS: true }),
  agents: async (id: number) => portico().agents.get(id),
  buildings: async (id: number) => portico().buildings.get(id),
  blog: async (id: number) => portico().blog.get(id),
};
type Kind = keyof typeof READ;
type Found = ReturnType<(typeof READ)[Kind]>;

/** Milliseconds after which a record that no page has taken is let go. */
const HELD = 5000;

// One for the process: `proxy.ts` and the pages are bundled apart, each with modules of its own.
const shared = globalThis as typeof globalThis & { found?: Map<string, Found[]> };
shared.found ??= new Map();
const found = shared.found;

/** Reads a record for a page. What `isMissing` has just read for the same visit is taken, so that the two are one call. */
export function read<One extends Kind>(kind: One, id: number): ReturnType<(typeof READ)[One]> {
  const held = found.get(`${kind}/${id}`)?.shift();
  return (held ?? READ[kind](id)) as ReturnType<(typeof READ)[One]>;
}

const lists = {
  neighborhoods: remember(300, async () =>
    (await portico().neighborhoods.list()).map(({ cat_id }) => cat_id),
  ),
  teams: remember(300, async () => (await portico().teams.list()).map(({ id }) => id)),
};

/** Whether other records than listings are there: those come and go, and these stay for months. */
const isThere = remember(60, (kind: Kind, id: number) => look(kind, id), 1000);

/**
 * Whether an address is that of a record that does not exist. It is asked before the page: Next.js draws a page that finds that
 * out by itself in the browser alone.
 */
export async function isMissing(path: string): Promise<boolean> {
  const [, folder = '', text = '', page, more] = path.split('/');
  const home = folder === 'listings' ? homeIn(text) : undefined;
  const kind = home?.isMLS ? 'mls-listings' : folder;
  const isList = Object.hasOwn(lists, kind);
  const isOfRecord = page === undefined || (folder === 'listings' && page === 'history');
  if (text === '' || more || !isOfRecord || !(isList || Object.hasOwn(READ, kind))) return false;
  const id = home?.id ?? idOf(text);
  if (id === undefined) return true;
  if (isList) return !(await lists[kind as keyof typeof lists]()).includes(id);
  if (home !== undefined) return !(await look(kind as Kind, id));
  return !(await isThere(kind as Kind, id));
}

async function look(kind: Kind, id: number): Promise<boolean> {
  const record: Found = READ[kind](id);
  if ((await record) === undefined) return false;
  const name = `${kind}/${id}`;
  const held = found.get(name) ?? [];
  found.set(name, [...held, record]);
  setTimeout(() => {
    const rest = found.get(name)?.filter((one) => one !== record) ?? [];
    if (rest.length > 0) found.set(name, rest);
    else found.delete(name);
  }, HELD).unref();
  return true;
}
