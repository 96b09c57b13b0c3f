import 'server-only';
import { PetPolicy, type Schema } from 'portico-sdk';
import { report } from './failure';
import { filtersOf } from './filters';
import { portico } from './portico';
import { REFUSED_VALUE, refusedWith } from './refused';
import { remember } from './remember';
import { hrefOf, queryOf, readSearch, type Search } from './search';
import type { Session } from './session';
import { neighborhoods } from './site';

export type SavedSearch = Schema<'SavedSearch'>;

/** How often a member can have email about a search. */
export const FREQUENCIES = ['instantly', 'daily', 'weekly', 'never'] as const;

/** How many searches a member can keep. */
const MOST = 50;
const LONGEST_NAME = 200;

/** The filters of `/properties` that the page of searches has. */
const KNOWN = new Set(
  'status q cat beds bathMin priceMin priceMax type amenities pets openHouse bbox polygon isMLS'.split(
    ' ',
  ),
);

/**
 * Keeps the search of a page for a member.
 *
 * @param path The address of the page.
 * @returns The address with what became of it, in `saved`.
 */
export async function keepSearch({ id }: Pick<Session, 'id'>, path: string): Promise<string> {
  const search = readSearch(parametersOf(path.slice(path.indexOf('?') + 1)));
  const saved = await keep(id, search).catch((error: unknown) => {
    report('A search to save', error);
    return 'failed';
  });
  return `${hrefOf(search)}&saved=${saved}`;
}

async function keep(memberID: number, search: Search): Promise<number | 'full'> {
  const { members } = portico();
  const added = { memberID, name: await nameOf(search), query: savedQuery(search) };
  let stored: SavedSearch | undefined;
  try {
    stored = (await members.saveSearch(added)).ITEM[0];
  } catch (error) {
    const isFull =
      refusedWith(error, REFUSED_VALUE) && (await members.savedSearches(memberID)).length >= MOST;
    if (isFull) return 'full';
    throw error;
  }
  if (stored === undefined) throw new Error('Portico did not say what it kept.');
  const { id, query } = stored;
  // Somebody who saves a search twice wants one email about it.
  const all = await members.savedSearches(memberID);
  const earlier = all.find((one) => one.query === query && one.id < id);
  if (earlier === undefined) return id;
  await members.removeSearch(id, memberID);
  return earlier.id;
}

/** What Portico keeps: it leaves out by itself what only says how an answer looks. An MLS may be attached later. */
function savedQuery(search: Search): string {
  const entries = Object.entries({ ...queryOf(search), isMLS: 'include' }).filter(
    ([, value]) => value !== undefined,
  );
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
}

/** A saved search in the words of visitors. */
export async function describe({ query }: Pick<SavedSearch, 'query'>) {
  // Portico leaves out what is its default: homes for rent.
  const parameters = { status: '2', ...parametersOf(query) };
  const search = readSearch(parameters);
  return {
    href: hrefOf(search),
    words: await wordsOf(search),
    /** Whether the page of searches has all of its filters: another program may have saved it. */
    isWhole:
      ['1', '2'].includes(parameters.status) &&
      Object.keys(parameters).every((name) => KNOWN.has(name)),
  };
}

/** How many homes a search finds now; undefined where that cannot be said. */
export const matchesOf = remember(
  60,
  async (id: number, memberID: number): Promise<number | undefined> =>
    (await portico().members.savedSearch(id, memberID)).matches,
  1000,
);

const PETS: Readonly<Record<number, string>> = {
  [PetPolicy.PetsOK]: 'Pets allowed',
  [PetPolicy.CatsOnly]: 'Cats only',
  [PetPolicy.DogsOnly]: 'Dogs only',
  [PetPolicy.SmallDogs]: 'Small dogs',
  [PetPolicy.CaseByCase]: 'Pets case by case',
  [PetPolicy.NoPets]: 'No pets',
};

const parametersOf = (query: string) => Object.fromEntries(new URLSearchParams(query));

/** What a search is called until its member calls it something else. */
const nameOf = async (search: Search): Promise<string> =>
  (await wordsOf(search)).slice(0, LONGEST_NAME);

async function wordsOf(search: Search): Promise<string> {
  const places = await neighborhoods().catch(() => []);
  const filters = filtersOf(search, {
    neighborhood: (id) => places.find(({ cat_id }) => cat_id === id)?.cat_name,
    pets: (policy) => PETS[policy],
  });
  const deal = search.status === 2 ? 'For rent' : 'For sale';
  return [deal, ...filters.map(({ name }) => name)].join(', ');
}
