import { runToEnd, startServer } from './children.js';
import { prepareLoad } from './prepared-load.js';
import { median, percentile } from './statistics.js';
import { programEnvironment, type Workspace } from './workspace.js';

/** The rate at which members register, and its effect on searches. */
export interface MembersFigures {
  /**
   * For each round: the members registered per second, and the passwords hashed per second by the
   * bare hash.
   */
  readonly registered: readonly number[];
  readonly hashed: readonly number[];
  /**
   * For each round: the 99th percentile of searches alone, during the bare hash at the lowest
   * priority, and while members register. No server could avoid the difference between the second
   * and the first on these cores.
   */
  readonly idleP99: readonly number[];
  readonly besideHashP99: readonly number[];
  readonly besideP99: readonly number[];
  /** The medians of the rounds' ratios. */
  readonly rateRatio: number;
  readonly p99Ratio: number;
}

interface Round {
  readonly registered: number;
  readonly hashed: number;
  readonly idle: number;
  readonly besideHash: number;
  readonly beside: number;
}

const ROUNDS = 5;
const SECONDS = 8;
/** By then Node.js has compiled everything. */
const WARM_UP_SECONDS = 30;
const KEYS = 200;

/**
 * Registers members as fast as the server accepts them: in turns with the bare hash, and during
 * searches in turns with searches alone. Each is compared with its like. The bare hash runs without
 * searches, so the rate compared with it does too; and searches are timed while members register at
 * the full rate. The process that registers members uses the same cores in any case.
 */
export async function measureMembers(workspace: Workspace): Promise<MembersFigures> {
  const { signal } = workspace;
  const env = programEnvironment(workspace);
  const files = await prepareLoad(workspace, KEYS);
  const program = workspace.module('src/main.js');
  const server = await startServer([program, 'serve', '--json'], { signal, env });
  const run = async <Figures>(
    name: string,
    args: readonly string[],
    standsBack = false,
  ): Promise<Figures> => {
    const program = [workspace.module(`bench/${name}.js`), ...args];
    return JSON.parse(await runToEnd(program, { signal, standsBack }));
  };
  const hash = (seconds: number, standsBack = false) =>
    run<{ perSecond: number }>('hash-process', [String(seconds)], standsBack);
  const probe = () => run<number[]>('probe-process', [server.url, files.keys, String(SECONDS)]);
  const register = (name: string, seconds: number) =>
    run<{ perSecond: number }>('register-process', [server.url, files.keys, name, String(seconds)]);
  try {
    const rounds: Round[] = [];
    await probe();
    await register('warm-up', WARM_UP_SECONDS);
    while (rounds.length < ROUNDS) {
      const round = rounds.length;
      const { perSecond: registered } = await register(`round${round}`, SECONDS);
      const { perSecond: hashed } = await hash(SECONDS);
      const idle = percentile(await probe(), 99);
      const hashing = hash(SECONDS + 1, true);
      const besideHash = percentile(await probe(), 99);
      await hashing;
      // It begins before the searches and ends after them.
      const registering = register(`beside${round}`, SECONDS + 1);
      const beside = percentile(await probe(), 99);
      await registering;
      rounds.push({ registered, hashed, idle, besideHash, beside });
    }
    return {
      registered: rounds.map((round) => round.registered),
      hashed: rounds.map((round) => round.hashed),
      idleP99: rounds.map((round) => round.idle),
      besideHashP99: rounds.map((round) => round.besideHash),
      besideP99: rounds.map((round) => round.beside),
      rateRatio: median(rounds.map(({ registered, hashed }) => registered / hashed)),
      p99Ratio: median(rounds.map(({ beside, idle }) => beside / idle)),
    };
  } finally {
    await server.stop();
  }
}
