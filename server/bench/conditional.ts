import { writeFileSync } from 'node:fs';
import { startServer } from './children.js';
import { askServer, prepareLoad, readFile } from './http.js';
import { KINDS, type Kind, type Search } from './searches.js';
import { median } from './statistics.js';
import { programEnvironment, type Workspace } from './workspace.js';

/** What a whole answer takes beside a 304 to the same question. */
export interface ConditionalFigures {
  /** One kind of search, or all five in turn. */
  readonly kind: Kind | 'all';
  /** Median of the rounds' ratios: processor time of a whole answer, through that of a 304. */
  readonly ratio: number;
  /** Milliseconds of the server's processor time for one answer. */
  readonly wholeMs: number;
  readonly unchangedMs: number;
}

const ROUNDS = 3;
const SECONDS = 3;
const KEYS = 4000;

/**
 * Compares whole answers with conditional ones. Processor time of the server and not time on the
 * clock: the load generator cannot ask 304s as fast as they are given.
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
      const load = { ...files, searches: of, keyCount: KEYS, seconds: SECONDS, tags };
      const { answered, refused } = await askServer(workspace, server.url, load);
      if (refused > 0) throw new Error(`${refused} calls were not answered.`);
      return (server.processorMs() - before) / answered;
    };
    const figures: ConditionalFigures[] = [];
    await each(files.searches, false);
    for (const kind of [...KINDS, 'all'] as const) {
      const of = workspace.file(`searches-${kind}.json`);
      const chosen = searches.filter((search) => kind === 'all' || search.kind === kind);
      // Few enough for their tags to be asked within a moment, as tags turn with the minute.
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
