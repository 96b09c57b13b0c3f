import { runToEnd, startServer } from './children.js';
import { prepareLoad } from './prepared-load.js';
import { median, percentile } from './statistics.js';
import { programEnvironment, type Workspace } from './workspace.js';

/** The results of one process of callers. */
export interface PaceFigures {
  /** The milliseconds of each answer 200. */
  readonly took: readonly number[];
  /** The number of answers of each status. */
  readonly statuses: Readonly<Record<number, number>>;
}

/** The effect of a flooding key on keys within their limits. */
export interface NeighbourFigures {
  /**
   * For each round: the 99th percentile of the neighbours' answers alone, during the flood, and
   * during the same flood of another server on the same cores. No server could avoid the difference
   * between the last and the first.
   */
  readonly aloneP99: readonly number[];
  readonly besideP99: readonly number[];
  readonly elsewhereP99: readonly number[];
  /** The medians of the rounds' ratios: during the flood divided by alone. */
  readonly p99Ratio: number;
  readonly medianRatio: number;
  /** The same for the flood of the other server. */
  readonly elsewhereRatio: number;
  /** The calls of the flood that were refused, and that were answered. */
  readonly refused: number;
  readonly admitted: number;
}

/** The milliseconds of the neighbours' answers, in the turns of one round. */
interface Round {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  readonly elsewhere: readonly number[];
}

/** The first key, the number of keys, calls per second, and seconds. */
type PaceLoad = readonly [number, number, number, number];

const NEIGHBOURS = 40;
/** Half of their limit, so that none is refused. */
const NEIGHBOURS_PER_SECOND = NEIGHBOURS * 5;
/** A hundred times the limit of a key. */
const FLOOD_PER_SECOND = 1_000;
/**
 * Many short rounds: any other work of the machine hits both of a pair alike, or spoils few pairs.
 */
const ROUNDS = 40;
const SECONDS = 2;

/**
 * Measures neighbours alone, during a key's flood of a hundred times its limit, and during the same
 * flood of another server, in turns. Each of the two loads comes from a process of its own, so that
 * one does not delay the clock of the other.
 *
 * @param redisUrl The Redis that counts calls; undefined: the server's process counts.
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
  // A real flood comes from another machine. Here it uses the same cores, and must not take
  // processor time from a process that is being timed.
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
