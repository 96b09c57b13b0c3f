import { randomBytes } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { freePort } from '../../scripts/test-rig/free-port.js';
import { type RunningServer, runToEnd, startServer } from '../children.js';
import { putTimedLoad, refusedIn, type ServerFigures } from '../load.js';
import { usageOf } from '../many-clients/process-usage.js';
import { type PreparedFiles, prepareLoad } from '../prepared-load.js';
import type { Search } from '../searches.js';
import { programEnvironment, type Workspace } from '../workspace.js';
import { type Installed, installPeers } from './install.js';
import { PATHS, type Peer, type PeerAnswer, READ } from './questions.js';

/** One server's answers to the question. */
export interface PeerFigures {
  readonly peer: Peer;
  readonly rounds: readonly ServerFigures[];
  /** Resident memory after the load. */
  readonly memoryMB: number;
  readonly refused: string | undefined;
}

/** A server that runs, and what its callers send. */
interface Contestant {
  readonly peer: Peer;
  readonly server: RunningServer;
  readonly paths: string;
  readonly keys?: string;
  readonly headers: Readonly<Record<string, string>>;
}

const KEYS = 4000;
const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_SECONDS = 3;

/** The most answers of one load: the next one begins behind them. */
const MOST_ANSWERS = 12_000;

/** The questions of which the answers are compared. */
const COMPARED = 20;

/**
 * Puts the same question to Portico and to its peers, in turns, each on its own file with the same
 * listings. No server gets a search twice.
 *
 * @param folder Where the peers are installed and stay; undefined: in the workspace, which is removed.
 */
export async function measurePeers(
  workspace: Workspace,
  folder: string | undefined,
): Promise<PeerFigures[]> {
  const installed = await installPeers(folder ?? workspace.file('peers'), workspace.signal);
  const files = await prepareLoad(workspace, KEYS);
  const rows = workspace.file('peers.sqlite');
  const made = [files.texts, workspace.database, rows];
  await runToEnd([workspace.module('bench/peers/rows-process.js'), ...made], {
    signal: workspace.signal,
  });
  const searches = (JSON.parse(readFileSync(files.distinct, 'utf8')) as Search[]).filter(
    ({ kind }) => kind === 'price',
  );
  const running: Contestant[] = [];
  try {
    running.push(await startPortico(workspace, files));
    running.push(await startPlatformatic(workspace, installed.platformatic, rows));
    running.push(await startDirectus(workspace, installed.directus, rows));
    for (const { peer, paths } of running) {
      writeFileSync(paths, JSON.stringify(searches.map(PATHS[peer])));
    }
    await compareAnswers(running);
    return await compareLoads(workspace, running);
  } finally {
    for (const { server } of running) await server.stop();
  }
}

async function startPortico(workspace: Workspace, files: PreparedFiles): Promise<Contestant> {
  const server = await startServer([workspace.module('src/main.js'), 'serve', '--json'], {
    signal: workspace.signal,
    env: programEnvironment(workspace),
  });
  const headers = { 'x-forwarded-proto': 'https' };
  return {
    ...{ peer: 'portico', server, headers },
    paths: workspace.file('paths-portico.json'),
    keys: files.keys,
  };
}

async function startPlatformatic(
  { signal, file, module }: Workspace,
  { folder, node }: Installed,
  rows: string,
): Promise<Contestant> {
  const database = file('platformatic.sqlite');
  copyFileSync(rows, database);
  const args = [module('bench/peers/platformatic-server.js'), folder, database];
  const server = await startServer(args, { signal, node });
  return { peer: 'platformatic', server, paths: file('paths-platformatic.json'), headers: {} };
}

/** Directus with its defaults; it adds its own tables to the file. */
async function startDirectus(
  { signal, file, module }: Workspace,
  { folder, node }: Installed,
  rows: string,
): Promise<Contestant> {
  const database = file('directus.sqlite');
  copyFileSync(rows, database);
  const port = await freePort();
  const token = randomBytes(16).toString('hex');
  const env = {
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: database,
    SECRET: randomBytes(32).toString('hex'),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomBytes(16).toString('hex'),
    ADMIN_TOKEN: token,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'silent',
    TELEMETRY: 'false',
  };
  const command = `${folder}/node_modules/directus/cli.js`;
  await runToEnd([command, 'bootstrap'], { signal, node, env });
  const args = [module('bench/peers/directus-server.js'), folder];
  const server = await startServer(args, { signal, node, env });
  const headers = { authorization: `Bearer ${token}` };
  return { peer: 'directus', server, paths: file('paths-directus.json'), headers };
}

async function compareAnswers(running: readonly Contestant[]): Promise<void> {
  const answers: PeerAnswer[][] = [];
  for (const { peer, server, paths, keys, headers } of running) {
    const own = keys === undefined ? [] : readFile(keys);
    const read: PeerAnswer[] = [];
    for (const [at, path] of readFile(paths).slice(0, COMPARED).entries()) {
      const key = own[at] === undefined ? '' : `&apiKey=${own[at]}`;
      const response = await fetch(server.url + path + key, { headers });
      if (response.status !== 200) {
        throw new Error(`${peer} answered ${response.status}: ${await response.text()}`);
      }
      read.push(await READ[peer](response));
    }
    answers.push(read);
    if (!isDeepStrictEqual(read, answers[0])) throw new Error(`The answers of ${peer} differ.`);
  }
}

async function compareLoads(
  workspace: Workspace,
  running: readonly Contestant[],
): Promise<PeerFigures[]> {
  const rounds = new Map<Peer, ServerFigures[]>(running.map(({ peer }) => [peer, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { peer, server, paths, keys, headers } of running) {
      const figures = await putTimedLoad(workspace, server, {
        ...{ searches: paths, keys, keyCount: KEYS, headers },
        seconds: round === 0 ? WARM_UP_SECONDS : SECONDS,
        from: COMPARED + round * MOST_ANSWERS,
      });
      // The first is the warm-up.
      if (round > 0) rounds.get(peer)?.push(figures);
    }
  }
  return running.map(({ peer, server }) => {
    const own = rounds.get(peer) ?? [];
    return { peer, rounds: own, memoryMB: usageOf(server.pid).rssMB, refused: refusedIn(own) };
  });
}

function readFile(file: string): string[] {
  return JSON.parse(readFileSync(file, 'utf8'));
}
