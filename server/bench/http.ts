import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type RunningServer, startServer } from './children.js';
import { putTimedLoad, refusedIn, type ServerFigures } from './load.js';
import { type PreparedFiles, prepareLoad } from './prepared-load.js';
import { pathOf, type Search } from './searches.js';
import { median } from './statistics.js';
import { bareServer, programEnvironment, type Workspace } from './workspace.js';

/** The ways in which websites send searches. */
export const TRAFFIC = ['searches', 'distinct', 'repeating'] as const;

/**
 * `searches`: two thousand in turn. `distinct`: none is sent twice. `repeating`: four of five are one of
 * 200 questions, while a record is written every second.
 */
export type Traffic = (typeof TRAFFIC)[number];

/** The comparison of the two servers. */
export interface HttpFigures {
  readonly traffic: Traffic;
  /**
   * The median of the rounds' ratios: Portico's answers per second divided by the bare server's.
   */
  readonly ratio: number;
  /** The same of processor time for an answer: the bare server's divided by Portico's. */
  readonly processorRatio: number;
  readonly ours: readonly ServerFigures[];
  readonly theirs: readonly ServerFigures[];
  readonly keys: number;
  /** What the servers refused, as {@link refusedIn} says it. */
  readonly refused: string | undefined;
}

const KEYS = 4000;
const LEAST_KEYS = 500;
/** The calls that one key may make in a second. */
const KEY_RATE = 10;

const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_SECONDS = 3;

/** The most answers of one load: the next one begins behind them. */
const MOST_ANSWERS = 12_000;

const WRITE_EVERY_MS = 1000;

/** Puts the same load on the real server and on a bare one, in turns, for each kind of traffic. */
export async function measureHttp(workspace: Workspace): Promise<HttpFigures[]> {
  const files = await prepareLoad(workspace, KEYS);
  const program = [workspace.module('src/main.js'), 'serve', '--json'];
  const options = { signal: workspace.signal, env: programEnvironment(workspace) };
  const ours = await startServer(program, options);
  try {
    const figures: HttpFigures[] = [];
    for (const traffic of TRAFFIC) {
      const theirs = await startServer(bareArgs(workspace, files, traffic, ours.url), options);
      try {
        await compareAnswers(files, traffic, ours.url, theirs.url);
        figures.push(await compareLoads(workspace, { files, traffic, ours, theirs }));
      } finally {
        await theirs.stop();
      }
    }
    return figures;
  } finally {
    await ours.stop();
  }
}

function bareArgs(
  workspace: Workspace,
  files: PreparedFiles,
  traffic: Traffic,
  portico: string,
): string[] {
  if (traffic === 'repeating') {
    return [workspace.module('bench/memory-server.js'), portico, files.repeating, files.keys];
  }
  const { module, database } = bareServer(workspace);
  const args = [module, database, files.texts, files[traffic]];
  return traffic === 'distinct' ? [...args, traffic] : args;
}

async function compareAnswers(
  files: PreparedFiles,
  traffic: Traffic,
  ours: string,
  theirs: string,
): Promise<void> {
  const searches = readFile<Search[]>(files[traffic]).slice(0, 100);
  const keys = readFile<string[]>(files.keys);
  for (const [at, search] of searches.entries()) {
    const path = `${pathOf({ query: { ...search.query, apiKey: keys[at] ?? '' } })}`;
    const answers = await Promise.all([answerOf(ours + path), answerOf(theirs + path)]);
    if (!isDeepStrictEqual(answers[0], answers[1])) {
      throw new Error(`The two servers differ on ${JSON.stringify(search.query)}.`);
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
  {
    files,
    traffic,
    ours,
    theirs,
  }: {
    readonly files: PreparedFiles;
    readonly traffic: Traffic;
    readonly ours: RunningServer;
    readonly theirs: RunningServer;
  },
): Promise<HttpFigures> {
  const common = { searches: files[traffic], keys: files.keys };
  const load = (server: RunningServer, keyCount: number, seconds: number, from: number) =>
    putTimedLoad(workspace, server, { ...common, keyCount, seconds, from });
  // The comparison of answers has sent the first hundred.
  const { perSecond } = await load(ours, KEYS, WARM_UP_SECONDS, 100);
  await load(theirs, KEYS, WARM_UP_SECONDS, 100);
  // Only as many keys as the load needs, because websites call in bursts; four times as many, because
  // the load varies.
  const keys = Math.min(KEYS, Math.max(LEAST_KEYS, Math.ceil((4 * perSecond) / KEY_RATE)));
  const rounds: { ours: ServerFigures; theirs: ServerFigures }[] = [];
  while (rounds.length < ROUNDS) {
    const from = (rounds.length + 1) * MOST_ANSWERS;
    const answered = () => load(ours, keys, SECONDS, from);
    rounds.push({
      ours:
        traffic === 'repeating' ? await whileWritten(ours.url, files, answered) : await answered(),
      theirs: await load(theirs, keys, SECONDS, from),
    });
  }
  return {
    traffic,
    refused: refusedIn(rounds.flatMap((round) => [round.ours, round.theirs])),
    ratio: median(rounds.map((round) => round.ours.perSecond / round.theirs.perSecond)),
    processorRatio: median(
      rounds.map((round) => round.theirs.processorMs / round.ours.processorMs),
    ),
    ours: rounds.map((round) => round.ours),
    theirs: rounds.map((round) => round.theirs),
    keys,
  };
}

/** Does work while a listing's price is written again and again. */
async function whileWritten<Result>(
  url: string,
  { writeKeys }: PreparedFiles,
  work: () => Promise<Result>,
): Promise<Result> {
  const [key = ''] = readFile<string[]>(writeKeys);
  const ended = new AbortController();
  const [result] = await Promise.all([
    work().finally(() => ended.abort()),
    writeOnAndOn(url, key, ended.signal),
  ]);
  return result;
}

async function writeOnAndOn(url: string, key: string, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    const record = { main_id: 1, financials_price: 2000 + (Date.now() % 1000) };
    const response = await fetch(`${url}/manage/listings`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/x-ndjson',
        'x-api-key': key,
        'x-forwarded-proto': 'https',
      },
      body: `${JSON.stringify(record)}\n`,
    });
    const answer = await response.text();
    // A busy server may refuse a write, which then comes a second later.
    if (response.status !== 200 && response.status !== 420)
      throw new Error(`A record was not written: ${answer}`);
    await sleep(WRITE_EVERY_MS, undefined, { signal: ended }).catch(() => {});
  }
}

/** The content of a JSON file of the workspace. */
export function readFile<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8'));
}
