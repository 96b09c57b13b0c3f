import type { Search } from './searches.js';
import { median } from './statistics.js';

/** One way to answer a kind of search, or half of one. */
export interface Way<Answer> {
  readonly name: string;
  readonly run: (search: Search) => Answer;
}

/** How often those are run through all searches that none of them left far behind, and at least. */
const ROUNDS = 5;
const LEAST_ROUNDS = 3;

/** After how long no round is begun beyond the least, in milliseconds. */
const ROUNDS_MS = 8000;

/** A way is left out after so many searches, or sooner once they took so many milliseconds. */
const ENOUGH_SEARCHES = 5;
const ENOUGH_MS = 500;

/** A way and how long it took so far, in milliseconds. */
interface Runner<Answer> {
  readonly way: Way<Answer>;
  took: number;
}

/**
 * Finds the fastest of some ways. Among a million listings most of them take a thousand times as
 * long as the best: they are left out after a few searches, and only those that stay near the best
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

/** The ways that take no more than twice as long as the best, or little more than that. */
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

/** Runs a search twice, as the first time may wait for the disk, and counts the shorter time. */
function runOnce<Answer>(runner: Runner<Answer>, search: Search): Answer {
  const start = performance.now();
  runner.way.run(search);
  const between = performance.now();
  const answer = runner.way.run(search);
  runner.took += Math.min(between - start, performance.now() - between);
  return answer;
}

/**
 * Those that may still turn out as the fastest. What is slow at one search may be quick at most
 * others, so the fewer searches there were the farther behind a way may be: five and a half times
 * as slow after five, three and a half after ten, not quite twice after forty.
 */
function stayers<Answer>(runners: Runner<Answer>[], searches: number): Runner<Answer>[] {
  const best = Math.min(...runners.map(({ took }) => took));
  const most = best * (1.5 + 20 / searches);
  return runners.filter(
    ({ took }) => took <= most || (searches < ENOUGH_SEARCHES && took < ENOUGH_MS),
  );
}
