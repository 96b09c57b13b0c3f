/**
 * Compares the program's search with bare SQL in one process, call by call. Argument: the database
 * file. Prints what it found as one line of JSON.
 */
import { Random } from '../src/operator/demo/random.js';
import { BareSql } from './bare-sql.js';
import { neighborhoodsOf, openProduct, type Product } from './product.js';
import type { SearchFigures } from './search.js';
import { KINDS, makeSearches, type Search } from './searches.js';
import { median } from './statistics.js';

/** Different searches of each kind. */
const OF_EACH = 100;

/** How long the pairs of one kind are measured at the most, in milliseconds. */
const PATIENCE_MS = 12_000;
const MOST_PAIRS = 3000;
const LEAST_PAIRS = 2 * OF_EACH;

const [file = ''] = process.argv.slice(2);
const product = await openProduct();
const bare = new BareSql(file);
const searches = makeSearches(
  OF_EACH,
  await neighborhoodsOf(product.client),
  new Random(2, 'searches'),
);
bare.tune(searches);
for (const search of searches) await compareAnswers(product, search);
const figures: SearchFigures[] = [];
for (const kind of KINDS) {
  figures.push(
    await measure(
      product,
      searches.filter((search) => search.kind === kind),
    ),
  );
}
bare.close();
await product.services.close();
process.stdout.write(`${JSON.stringify(figures)}\n`);

/** What a search answers, as far as it is looked at here. */
interface Answer {
  readonly TOTAL_COUNT: number;
  readonly LISTINGS: readonly { readonly main_id: number }[];
}

/** Both have to answer the same before it is of interest how fast they do. */
async function compareAnswers({ search: ask }: Product, search: Search): Promise<void> {
  const { TOTAL_COUNT, LISTINGS }: Answer = JSON.parse(await ask(search.query));
  const { total, ids } = bare.find(search);
  const told = JSON.stringify([TOTAL_COUNT, LISTINGS.map(({ main_id }) => main_id)]);
  if (told !== JSON.stringify([total, ids])) {
    throw new Error(`Portico and bare SQL differ on ${JSON.stringify(search.query)}.`);
  }
}

async function measure({ search: ask }: Product, of: readonly Search[]): Promise<SearchFigures> {
  const { kind } = of[0] as Search;
  const pairs: { ours: number; theirs: number }[] = [];
  const runOurs = async ({ query }: Search): Promise<number> => {
    const start = performance.now();
    await ask(query);
    return performance.now() - start;
  };
  const runTheirs = (search: Search): number => {
    const start = performance.now();
    bare.rows(bare.find(search).ids);
    return performance.now() - start;
  };
  const end = performance.now() + PATIENCE_MS;
  let matches = 0;
  for (const search of of) matches += bare.find(search).total / of.length;
  for (let at = 0; at < MOST_PAIRS; at += 1) {
    const search = of[at % of.length] as Search;
    // Whoever comes second finds the pages in the processor's cache.
    if (at % 2 === 0) {
      const ours = await runOurs(search);
      pairs.push({ ours, theirs: runTheirs(search) });
    } else {
      const theirs = runTheirs(search);
      pairs.push({ ours: await runOurs(search), theirs });
    }
    if (at >= LEAST_PAIRS && performance.now() > end) break;
  }
  // The first of them ran before the functions were compiled.
  const settled = pairs.slice(Math.floor(pairs.length / 10));
  return {
    kind,
    matches,
    way: bare.way(kind),
    pairs: settled.length,
    ratio: median(settled.map(({ ours, theirs }) => ours / theirs)),
    oursMs: median(settled.map(({ ours }) => ours)),
    theirsMs: median(settled.map(({ theirs }) => theirs)),
  };
}
