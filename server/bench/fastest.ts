import type { Search } from './searches.js';
import { median } from './statistics.js';

/** One way to answer a kind of search, or half of a search. */
export interface Way<Answer> {
  readonly name: string;
  readonly run: (search: Search) => Answer;
}

/**
 * The number of rounds through all searches for the ways that stayed near the best, and the least
 * number.
 */
const ROUNDS = 5;
const LEAST_ROUNDS = 3;

/** No round beyond the least number begins after this time, in milliseconds. */
const ROUNDS_MS = 8000;

/** A way may be dropped after this many searches, or earlier after this many milliseconds. */
const ENOUGH_SEARCHES = 5;
const ENOUGH_MS = 500;

/** A way and its time so far, in milliseconds. */
interface Runner<Answer> {
  readonly way: Way<Answer>;
  took: number;
}

/**
 * Finds the fastest of some ways. Among a million listings most ways take a thousand times as long
 * as the best: they are dropped after a few searches, and only those that stay near the best
 * through all searches are compared round by round.
 *
 * @throws Error when two ways answer a search differently.
 */
export function fastest<Answer>(
  ways: readonly Way<Answer>[],
  searches: readonly Search[],
): Way<Answer> {
  const near = nearTheBest(ways, searches);
  const timed = near.map((way) => ({ way, rounds: [] as number[] }));
  const end = performance.now() + ROUNDS_MS;
  for (let round = 0; round < ROUNDS && near.length > 1; round += 1) {
    if (round >= LEAST_ROUNDS && performance.now() > end) break;
    for (const { way, rounds } of timed) {
      const start = performance.now();
      for (const search of searches) way.run(search);
      rounds.push(performance.now() - start);
    }
  }
  const [first] = timed;
  if (first === undefined) throw new RangeError('There is no way to choose from.');
  if (timed.length === 1) return first.way;
  return timed.reduce((one, other) => (median(other.rounds) < median(one.rounds) ? other : one))
    .way;
}

/** The ways that take at most about twice as long as the best. */
function nearTheBest<Answer>(
  ways: readonly Way<Answer>[],
  searches: readonly Search[],
): readonly Way<Answer>[] {
  let runners: Runner<Answer>[] = ways.map((way) => ({ way, took: 0 }));
  for (const [at, search] of searches.entries()) {
    let expected: string | undefined;
    for (const runner of runners) {
      const answer = JSON.stringify(runOnce(runner, search));
      expected ??= answer;
      if (answer !== expected) {
        const names = `${runner.way.name} and ${runners[0]?.way.name}`;
        throw new Error(`${names} differ on ${JSON.stringify(search.query)}.`);
      }
    }
    runners = stayers(runners, at + 1);
  }
  return runners.map(({ way }) => way);
}

/**
 * Runs a search twice, because the first run may wait for the disk, and counts the shorter time.
 */
function runOnce<Answer>(runner: Runner<Answer>, search: Search): Answer {
  const start = performance.now();
  runner.way.run(search);
  const between = performance.now();
  const answer = runner.way.run(search);
  runner.took += Math.min(between - start, performance.now() - between);
  return answer;
}

/**
 * The ways that may still be the fastest. A way that is slow at one search may be quick at most
 * others, so the fewer searches there were, the slower a way may be: five and a half times as slow
 * after five, three and a half after ten, not quite twice after forty.
 */
function stayers<Answer>(runners: Runner<Answer>[], searches: number): Runner<Answer>[] {
  const best = Math.min(...runners.map(({ took }) => took));
  const most = best * (1.5 + 20 / searches);
  return runners.filter(
    ({ took }) => took <= most || (searches < ENOUGH_SEARCHES && took < ENOUGH_MS),
  );
}
