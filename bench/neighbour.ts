import { runToEnd, startServer } from './children.js';
import { prepareLoad } from './http.js';
import { median, percentile } from './statistics.js';
import { programEnvironment, type Workspace } from './workspace.js';

/** What one process of callers found. */
export interface PaceFigures {
  /** Milliseconds that each answer 200 took. */
  readonly took: readonly number[];
  /** Answers by their status. */
  readonly statuses: Readonly<Record<number, number>>;
}

/** What keys within their limits feel of one that floods. */
export interface NeighbourFigures {
  /** Of each round: the 99th percentile of the neighbours' answers, alone and beside the flood. */
  readonly aloneP99: readonly number[];
  readonly besideP99: readonly number[];
  /** Medians of the rounds' ratios. */
  readonly p99Ratio: number;
  readonly medianRatio: number;
  /** Calls of the flood that were refused, and that were answered. */
  readonly refused: number;
  readonly admitted: number;
}

/** First key, how many of them, calls a second, and seconds. */
type PaceLoad = readonly [number, number, number, number];

const NEIGHBOURS = 40;
/** Half of what they may, so that none is refused. */
const NEIGHBOURS_PER_SECOND = NEIGHBOURS * 5;
/** A hundred times what a key may. */
const FLOOD_PER_SECOND = 1_000;
/** Many and short: whatever else the machine does falls on both of a pair alike, or spoils few. */
const ROUNDS = 50;
const SECONDS = 2;

/**
 * Measures neighbours alone and beside a key that asks a hundred times as often as it may, in turns.
 * Each of the two loads comes from a process of its own: what one takes must not delay the clock of
 * the other.
 *
 * @param redisUrl Where calls are counted; undefined: in the server's process.
 */
export async function measureNeighbour(
  workspace: Workspace,
  redisUrl: string | undefined,
): Promise<NeighbourFigures> {
  const { signal } = workspace;
  const env = {
    ...programEnvironment(workspace),
    ...(redisUrl !== undefined && { PORTICO_REDIS_URL: redisUrl }),
  };
  const { keys } = await prepareLoad(workspace, NEIGHBOURS + 1);
  const program = workspace.module('src/main.js');
  const server = await startServer([program, 'serve', '--json'], { signal, env });
  const paced = async (load: PaceLoad, standsBack: boolean): Promise<PaceFigures> => {
    const args = [workspace.module('bench/pace-process.js'), server.url, keys, ...load.map(String)];
    return JSON.parse(await runToEnd(args, { signal, standsBack }));
  };
  const neighbours = async (): Promise<readonly number[]> => {
    const { took, statuses } = await paced([0, NEIGHBOURS, NEIGHBOURS_PER_SECOND, SECONDS], false);
    const refused = Object.keys(statuses).filter((status) => status !== '200');
    if (refused.length > 0) throw new Error(`A neighbour was answered ${refused.join(', ')}.`);
    return took;
  };
  // Who floods does so from elsewhere. Here it takes its processor time from the same cores, and is to
  // take it from nobody who is waited for.
  const flood = () => paced([NEIGHBOURS, 1, FLOOD_PER_SECOND, SECONDS], true);
  try {
    const rounds: { alone: readonly number[]; beside: readonly number[] }[] = [];
    const floods: PaceFigures[] = [];
    await Promise.all([neighbours(), flood()]);
    while (rounds.length < ROUNDS) {
      const alone = await neighbours();
      const [beside, flooded] = await Promise.all([neighbours(), flood()]);
      rounds.push({ alone, beside });
      floods.push(flooded);
    }
    const ratioOf = (figure: (took: readonly number[]) => number): number =>
      median(rounds.map(({ alone, beside }) => figure(beside) / figure(alone)));
    const calls = floods.flatMap(({ statuses }) => Object.entries(statuses));
    const admitted = calls.filter(([status]) => status === '200');
    const sum = (of: typeof calls): number => of.reduce((all, [, count]) => all + count, 0);
    return {
      aloneP99: rounds.map(({ alone }) => percentile(alone, 99)),
      besideP99: rounds.map(({ beside }) => percentile(beside, 99)),
      p99Ratio: ratioOf((took) => percentile(took, 99)),
      medianRatio: ratioOf(median),
      refused: sum(calls) - sum(admitted),
      admitted: sum(admitted),
    };
  } finally {
    await server.stop();
  }
}
