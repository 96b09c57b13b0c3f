import { writeFileSync } from 'node:fs';
import { startServer } from './children.js';
import { readFile } from './http.js';
import { putLoad } from './load.js';
import { prepareLoad } from './prepared-load.js';
import { KINDS, type Kind, type Search } from './searches.js';
import { median } from './statistics.js';
import { programEnvironment, type Workspace } from './workspace.js';

/** The cost of a whole answer, compared with a 304 to the same call. */
export interface ConditionalFigures {
  /** One kind of search, or all five in turn. */
  readonly kind: Kind | 'all';
  /**
   * The median of the rounds' ratios: processor time of a whole answer divided by that of a 304.
   */
  readonly ratio: number;
  /** Milliseconds of the server's processor time for one answer. */
  readonly wholeMs: number;
  readonly unchangedMs: number;
}

const ROUNDS = 3;
const SECONDS = 3;
const KEYS = 4000;

/**
 * Compares whole answers with conditional ones, by the server's processor time and not by elapsed
 * time, because the load generator cannot call as fast as the server can answer 304.
 */
export async function measureConditional(workspace: Workspace): Promise<ConditionalFigures[]> {
  const env = programEnvironment(workspace);
  const files = await prepareLoad(workspace, KEYS);
  const searches = readFile<Search[]>(files.searches);
  const program = workspace.module('src/main.js');
  const server = await startServer([program, 'serve', '--json'], { signal: workspace.signal, env });
  try {
    const each = async (of: string, tags: boolean): Promise<number> => {
      const before = server.processorMs();
      const load = { searches: of, keys: files.keys, keyCount: KEYS, seconds: SECONDS, tags };
      const { answered, refused } = await putLoad(workspace, { ...load, url: server.url });
      if (refused > 0) throw new Error(`${refused} calls were not answered.`);
      return (server.processorMs() - before) / answered;
    };
    const figures: ConditionalFigures[] = [];
    await each(files.searches, false);
    for (const kind of [...KINDS, 'all'] as const) {
      const of = workspace.file(`searches-${kind}.json`);
      const chosen = searches.filter((search) => kind === 'all' || search.kind === kind);
      // Few enough to get their tags within a moment, because tags change with the minute.
      writeFileSync(of, JSON.stringify(chosen.slice(0, 200)));
      const rounds: { whole: number; unchanged: number }[] = [];
      while (rounds.length < ROUNDS) {
        rounds.push({ whole: await each(of, false), unchanged: await each(of, true) });
      }
      figures.push({
        kind,
        ratio: median(rounds.map(({ whole, unchanged }) => whole / unchanged)),
        wholeMs: median(rounds.map(({ whole }) => whole)),
        unchangedMs: median(rounds.map(({ unchanged }) => unchanged)),
      });
    }
    return figures;
  } finally {
    await server.stop();
  }
}
