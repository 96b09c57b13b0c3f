import { readFileSync, writeFileSync } from 'node:fs';
import { Random } from '../src/operator/demo/random.js';
import { type RunningServer, runToEnd, startServer } from './children.js';
import { NEIGHBORHOODS } from './listings.js';
import { makeSearches, type Search } from './searches.js';
import { median } from './statistics.js';
import { programEnvironment, type Workspace } from './workspace.js';

/** What a server stood up to for a while. */
export interface LoadFigures {
  /** Answers a second. */
  readonly perSecond: number;
  /** Calls that were not answered with 200. */
  readonly refused: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** How the two servers compare. */
export interface HttpFigures {
  /** The median over the rounds: answers of Portico a second, through those of the bare server. */
  readonly ratio: number;
  readonly ratios: readonly number[];
  readonly ours: LoadFigures;
  readonly theirs: LoadFigures;
  readonly keys: number;
}

const OF_EACH = 400;
const KEYS = 4000;
const LEAST_KEYS = 500;
/** Calls a second that one key may make. */
const RATE = 10;

const ROUNDS = 5;
const SECONDS = 5;
const WARM_UP_SECONDS = 3;

/** Puts the same load on the real server and on the bare one, in turns. */
export async function measureHttp(workspace: Workspace): Promise<HttpFigures> {
  const { signal, database } = workspace;
  const env = programEnvironment(workspace);
  const files = {
    searches: workspace.file('searches.json'),
    keys: workspace.file('keys.json'),
    texts: workspace.file('texts.sqlite'),
  };
  // The importer numbers neighborhoods from 1, in the order in which it meets them.
  const ids = Array.from({ length: NEIGHBORHOODS }, (_, at) => at + 1);
  const searches = makeSearches(OF_EACH, ids, new Random(3, 'searches'));
  writeFileSync(files.searches, JSON.stringify(searches));
  const made = await runToEnd([workspace.module('bench/keys-process.js'), String(KEYS)], {
    signal,
    env,
  });
  writeFileSync(files.keys, made);

  const servers: RunningServer[] = [];
  const started = async (args: readonly string[]): Promise<string> => {
    const server = await startServer(args, { signal, env });
    servers.push(server);
    return server.hello.url;
  };
  try {
    const ours = await started([workspace.module('src/main.js'), 'serve', '--json']);
    const httpsUrl = ours.replace(/^http:/, 'https:');
    await runToEnd([workspace.module('bench/texts-process.js'), files.texts, httpsUrl], {
      signal,
      env,
    });
    const bare = workspace.module('bench/bare-server.js');
    const theirs = await started([bare, database, files.texts, files.searches]);
    const [key = ''] = JSON.parse(readFileSync(files.keys, 'utf8')) as string[];
    await compareAnswers(ours, theirs, searches.slice(0, 100), key);
    return await compareLoads(workspace, files, ours, theirs);
  } finally {
    for (const server of servers) await server.stop();
  }
}
