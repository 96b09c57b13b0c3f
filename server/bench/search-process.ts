/**
 * Compares the program's search with bare SQL in one process, call by call. Argument: the database
 * file. Prints the result as one line of JSON.
 */
import { Random } from 'portico-demo';
import { BareSql } from './bare-sql.js';
import { neighborhoodsOf, openProduct, type Product } from './product.js';
import type { SearchFigures } from './search.js';
import { KINDS, makeSearches, type Search } from './searches.js';
import { median } from './statistics.js';

/** The number of different searches of each kind. */
const OF_EACH = 100;

/** The longest time of the turns of one kind, in milliseconds. */
const TIMEOUT_MS = 12_000;
const MOST_TURNS = 3000;
/** Each search runs at least once, even if that takes long among a million listings. */
const LEAST_TURNS = OF_EACH;

const [file = ''] = process.argv.slice(2);
const product = await openProduct();
const bare = new BareSql(file);
const searches = makeSearches(
  OF_EACH,
  await neighborhoodsOf(product.tenant),
  new Random(2, 'searches'),
);
bare.tune(searches);
const figures: SearchFigures[] = [];
for (const kind of KINDS) {
  const searchesOfKind = searches.filter((search) => search.kind === kind);
  let matches = 0;
  for (const search of searchesOfKind) {
    matches += (await compareAnswers(product, search)) / searchesOfKind.length;
  }
  figures.push(await measure(product, searchesOfKind, matches));
}
bare.close();
await product.services.close();
process.stdout.write(`${JSON.stringify(figures)}\n`);

/** The part of a search's answer that is compared. */
interface Answer {
  readonly TOTAL_COUNT: number;
  readonly LISTINGS: readonly { readonly main_id: number }[];
}

/**
 * Checks that both give the same answer, because otherwise their speed does not matter.
 *
 * @returns The number of matching listings.
 */
async function compareAnswers({ search: ask }: Product, search: Search): Promise<number> {
  const { TOTAL_COUNT, LISTINGS }: Answer = JSON.parse(await ask(search.query, false));
  const { total, ids } = bare.find(search);
  const ours = JSON.stringify([TOTAL_COUNT, LISTINGS.map(({ main_id }) => main_id)]);
  if (ours !== JSON.stringify([total, ids])) {
    throw new Error(`Portico and bare SQL differ on ${JSON.stringify(search.query)}.`);
  }
  return total;
}

async function measure(
  { search: ask }: Product,
  of: readonly Search[],
  matches: number,
): Promise<SearchFigures> {
  const { kind } = of[0] as Search;
  const turns: { kept: number; anew: number; theirs: number }[] = [];
  const timed = async (work: () => Promise<unknown> | undefined): Promise<number> => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const end = performance.now() + TIMEOUT_MS;
  for (let at = 0; at < MOST_TURNS; at += 1) {
    const search = of[at % of.length] as Search;
    const turn = { kept: 0, anew: 0, theirs: 0 };
    const ways: readonly (() => Promise<void>)[] = [
      async () => {
        turn.kept = await timed(() => ask(search.query, true));
      },
      async () => {
        turn.anew = await timed(() => ask(search.query, false));
      },
      async () => {
        turn.theirs = await timed(() => void bare.rows(bare.find(search).ids));
      },
    ];
    // The order rotates, because a later way finds the pages in the processor's cache.
    for (let place = 0; place < ways.length; place += 1) await ways[(at + place) % ways.length]?.();
    turns.push(turn);
    if (turns.length >= LEAST_TURNS && performance.now() > end) break;
  }
  // The first turns ran before the functions were compiled.
  const settled = turns.slice(Math.floor(turns.length / 10));
  return {
    kind,
    matches,
    way: bare.way(kind),
    turns: settled.length,
    ratio: median(settled.map(({ kept, theirs }) => kept / theirs)),
    anewRatio: median(settled.map(({ anew, theirs }) => anew / theirs)),
    oursMs: median(settled.map(({ kept }) => kept)),
    theirsMs: median(settled.map(({ theirs }) => theirs)),
  };
}
