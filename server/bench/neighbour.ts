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
  /**
   * Of each round: the 99th percentile of the neighbours' answers, alone, beside the flood, and beside
   * the same flood of another server on the same cores. What the last is above the first no server can
   * help.
   */
  readonly aloneP99: readonly number[];
  readonly besideP99: readonly number[];
  readonly elsewhereP99: readonly number[];
  /** Medians of the rounds' ratios: beside the flood through alone. */
  readonly p99Ratio: number;
  readonly medianRatio: number;
  /** The same of the flood elsewhere. */
  readonly elsewhereRatio: number;
  /** Calls of the flood that were refused, and that were answered. */
  readonly refused: number;
  readonly admitted: number;
}

/** What the neighbours' answers took, in milliseconds, in the turns of one round. */
interface Round {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  readonly elsewhere: readonly number[];
}

/** First key, how many of them, calls a second, and seconds. */
type PaceLoad = readonly [number, number, number, number];

const NEIGHBOURS = 40;
/** Half of what they may, so that none is refused. */
const NEIGHBOURS_PER_SECOND = NEIGHBOURS * 5;
/** A hundred times what a key may. */
const FLOOD_PER_SECOND = 1_000;
/** Many and short: whatever else the machine does falls on both of a pair alike, or spoils few. */
const ROUNDS = 40;
const SECONDS = 2;

/**
 * Measures neighbours alone, beside a key that asks a hundred times as often as it may, and beside one
 * that asks another server so, in turns. Each of the two loads comes from a process of its own: what
 * one takes must not delay the clock of the other.
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
  const other = await startServer([workspace.module('bench/other-server.js')], { signal });
  const paced = async (url: string, load: PaceLoad, standsBack: boolean): Promise<PaceFigures> => {
    const args = [workspace.module('bench/pace-process.js'), url, keys, ...load.map(String)];
    return JSON.parse(await runToEnd(args, { signal, standsBack }));
  };
  const neighbours = async (): Promise<readonly number[]> => {
    const load = [0, NEIGHBOURS, NEIGHBOURS_PER_SECOND, SECONDS] as const;
    const { took, statuses } = await paced(server.url, load, false);
    const refused = Object.keys(statuses).filter((status) => status !== '200');
    if (refused.length > 0) throw new Error(`A neighbour was answered ${refused.join(', ')}.`);
    return took;
  };
  // Who floods does so from elsewhere. Here it takes its processor time from the same cores, and is to
  // take it from nobody who is waited for.
  const flood = (url: string) => paced(url, [NEIGHBOURS, 1, FLOOD_PER_SECOND, SECONDS], true);
  try {
    const rounds: Round[] = [];
    const floods: PaceFigures[] = [];
    await Promise.all([neighbours(), flood(server.url)]);
    await flood(other.url);
    while (rounds.length < ROUNDS) {
      const alone = await neighbours();
      const [beside, flooded] = await Promise.all([neighbours(), flood(server.url)]);
      const [elsewhere] = await Promise.all([neighbours(), flood(other.url)]);
      rounds.push({ alone, beside, elsewhere });
      floods.push(flooded);
    }
    const p99 = (took: readonly number[]): number => percentile(took, 99);
    const ratioOf = (turn: 'beside' | 'elsewhere', figure: (took: readonly number[]) => number) =>
      median(rounds.map((round) => figure(round[turn]) / figure(round.alone)));
    const calls = floods.flatMap(({ statuses }) => Object.entries(statuses));
    const admitted = calls.filter(([status]) => status === '200');
    const sum = (of: typeof calls): number => of.reduce((all, [, count]) => all + count, 0);
    return {
      aloneP99: rounds.map(({ alone }) => p99(alone)),
      besideP99: rounds.map(({ beside }) => p99(beside)),
      elsewhereP99: rounds.map(({ elsewhere }) => p99(elsewhere)),
      p99Ratio: ratioOf('beside', p99),
      medianRatio: ratioOf('beside', median),
      elsewhereRatio: ratioOf('elsewhere', p99),
      refused: sum(calls) - sum(admitted),
      admitted: sum(admitted),
    };
  } finally {
    await server.stop();
    await other.stop();
  }
}
