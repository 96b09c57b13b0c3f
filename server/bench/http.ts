import { readFileSync, rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type RunningServer, runToEnd, startServer } from './children.js';
import type { Search } from './searches.js';
import { median } from './statistics.js';
import { programEnvironment, type Workspace } from './workspace.js';

/** The results of a server under load. */
export interface LoadFigures {
  /** Calls with a wanted answer: 200, or 304 to a conditional call. */
  readonly answered: number;
  readonly perSecond: number;
  /** Calls with any other answer. */
  readonly refused: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** The comparison of the two servers. */
export interface HttpFigures {
  /**
   * The median of the rounds' ratios: Portico's answers per second divided by the bare server's.
   */
  readonly ratio: number;
  readonly ours: readonly LoadFigures[];
  readonly theirs: readonly LoadFigures[];
  readonly keys: number;
}

/** Files that the processes share. */
interface Files {
  readonly searches: string;
  readonly keys: string;
  readonly texts: string;
}

const KEYS = 4000;
const LEAST_KEYS = 500;
/** The calls that one key may make in a second. */
const KEY_RATE = 10;

const ROUNDS = 5;
const SECONDS = 5;
const WARM_UP_SECONDS = 3;

/** Puts the same load on the real server and on the bare one, in turns. */
export async function measureHttp(workspace: Workspace): Promise<HttpFigures> {
  const { signal, database } = workspace;
  const env = programEnvironment(workspace);
  const files = await prepareLoad(workspace, KEYS);
  const servers: RunningServer[] = [];
  const started = async (args: readonly string[]): Promise<string> => {
    const server = await startServer(args, { signal, env });
    servers.push(server);
    return server.url;
  };
  try {
    const ours = await started([workspace.module('src/main.js'), 'serve', '--json']);
    const bare = workspace.module('bench/bare-server.js');
    const theirs = await started([bare, database, files.texts, files.searches]);
    await compareAnswers(files, ours, theirs);
    return await compareLoads(workspace, files, ours, theirs);
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Makes the searches, the keys and the texts that the measurements over HTTP share. */
export async function prepareLoad(workspace: Workspace, keys: number): Promise<Files> {
  const files: Files = {
    searches: workspace.file('searches.json'),
    keys: workspace.file('keys.json'),
    texts: workspace.file('texts.sqlite'),
  };
  rmSync(files.texts, { force: true });
  const prepare = workspace.module('bench/http-prepare-process.js');
  const made = [files.searches, files.keys, files.texts, String(keys)];
  await runToEnd([prepare, ...made], {
    signal: workspace.signal,
    env: programEnvironment(workspace),
  });
  return files;
}

/** Puts load on a server from a separate process. */
export async function askServer(
  workspace: Workspace,
  url: string,
  load: Pick<Files, 'searches' | 'keys'> & {
    readonly keyCount: number;
    readonly seconds: number;
    /** Whether each call sends the entity tag of its answer. */
    readonly tags?: boolean;
  },
): Promise<LoadFigures> {
  const args = [url, load.searches, load.keys, String(load.keyCount), String(load.seconds)];
  if (load.tags === true) args.push('tags');
  const program = workspace.module('bench/load-process.js');
  return JSON.parse(await runToEnd([program, ...args], { signal: workspace.signal }));
}

async function compareAnswers(files: Files, ours: string, theirs: string): Promise<void> {
  const searches = readFile<Search[]>(files.searches).slice(0, 100);
  const keys = readFile<string[]>(files.keys);
  for (const [at, { query }] of searches.entries()) {
    const path = `/properties?${new URLSearchParams({ ...query, apiKey: keys[at] ?? '' })}`;
    const answers = await Promise.all([answerOf(ours + path), answerOf(theirs + path)]);
    if (!isDeepStrictEqual(answers[0], answers[1])) {
      throw new Error(`The two servers differ on ${JSON.stringify(query)}.`);
    }
  }
}

async function answerOf(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { 'x-forwarded-proto': 'https' } });
  if (response.status !== 200) throw new Error(`A search was answered with ${response.status}.`);
  return response.json();
}

async function compareLoads(
  workspace: Workspace,
  files: Files,
  ours: string,
  theirs: string,
): Promise<HttpFigures> {
  const load = (url: string, keyCount: number, seconds: number): Promise<LoadFigures> =>
    askServer(workspace, url, { ...files, keyCount, seconds });
  const { perSecond } = await load(ours, KEYS, WARM_UP_SECONDS);
  await load(theirs, KEYS, WARM_UP_SECONDS);
  // Only as many keys as the load needs, because websites call in bursts; twice as many, because
  // the load varies.
  const keys = Math.min(KEYS, Math.max(LEAST_KEYS, Math.ceil((2 * perSecond) / KEY_RATE)));
  const rounds: { ours: LoadFigures; theirs: LoadFigures }[] = [];
  while (rounds.length < ROUNDS) {
    rounds.push({
      ours: await load(ours, keys, SECONDS),
      theirs: await load(theirs, keys, SECONDS),
    });
  }
  const refused = rounds.reduce((sum, round) => sum + round.ours.refused + round.theirs.refused, 0);
  if (refused > 0) throw new Error(`${refused} calls were not answered.`);
  return {
    ratio: median(rounds.map((round) => round.ours.perSecond / round.theirs.perSecond)),
    ours: rounds.map((round) => round.ours),
    theirs: rounds.map((round) => round.theirs),
    keys,
  };
}

/** The content of a JSON file of the workspace. */
export function readFile<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8'));
}
