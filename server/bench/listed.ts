import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { runToEnd, startServer } from './children.js';
import { writeAgents, writeListings } from './listings.js';
import type { PaceFigures } from './neighbour.js';
import { median, percentile } from './statistics.js';
import { programEnvironment, type Workspace } from './workspace.js';

/** The effect of a list of all listings of a client on the searches of another. */
export interface ListedFigures {
  /** For each round, in milliseconds: the 99th percentile of searches alone, and while the list is made. */
  readonly aloneP99: readonly number[];
  readonly besideP99: readonly number[];
  /** The median of the rounds' ratios. */
  readonly p99Ratio: number;
  /** How long a whole list takes that nothing else waits for. */
  readonly listSeconds: number;
}

const SEARCHED = 'neighbour';
const SEARCHED_LISTINGS = 5_000;
const KEYS = 40;
/** Half of their limit, so that none is refused. */
const PER_SECOND = KEYS * 5;
const ROUNDS = 10;
const SECONDS = 4;

/** Measures searches of one client alone and while another lists all its listings, in turns. */
export async function measureListed(
  workspace: Workspace,
  listings: number,
): Promise<ListedFigures> {
  const { signal } = workspace;
  const env = programEnvironment(workspace);
  const keysFile = await prepare(workspace);
  const key = (JSON.parse(readFileSync(keysFile, 'utf8')) as string[]).at(-1) ?? '';
  const program = workspace.module('src/main.js');
  const server = await startServer([program, 'serve', '--json'], { signal, env });
  const searches = async (): Promise<number> => {
    const load = [0, KEYS, PER_SECOND, SECONDS].map(String);
    const args = [workspace.module('bench/pace-process.js'), server.url, keysFile, ...load];
    const { took, statuses }: PaceFigures = JSON.parse(await runToEnd(args, { signal }));
    const refused = Object.keys(statuses).filter((status) => status !== '200');
    if (refused.length > 0) throw new Error(`A search was answered ${refused.join(', ')}.`);
    return percentile(took, 99);
  };
  try {
    const began = performance.now();
    const lines = await linesOf(await list(server.url, key));
    const listSeconds = (performance.now() - began) / 1000;
    if (lines !== listings) throw new Error(`Of ${listings} listings ${lines} were listed.`);
    await searches();
    const aloneP99: number[] = [];
    const besideP99: number[] = [];
    while (besideP99.length < ROUNDS) {
      aloneP99.push(await searches());
      const answer = await list(server.url, key);
      const listed = linesOf(answer).catch(() => undefined);
      besideP99.push(await searches());
      if (answer.complete) throw new Error('The list was over before the searches were.');
      answer.destroy();
      await listed;
    }
    const p99Ratio = median(besideP99.map((p99, at) => p99 / (aloneP99[at] ?? 0)));
    return { aloneP99, besideP99, p99Ratio, listSeconds };
  } finally {
    await server.stop();
  }
}

/** Makes the client that is searched, and the keys. @returns Their file. */
async function prepare(workspace: Workspace): Promise<string> {
  const { signal } = workspace;
  const env = programEnvironment(workspace);
  const sources = workspace.file('searched');
  mkdirSync(sources);
  await writeAgents(join(sources, 'agents.ndjson'));
  await writeListings(join(sources, 'listings.ndjson'), SEARCHED_LISTINGS);
  const program = workspace.module('src/main.js');
  await runToEnd([program, 'client', 'add', SEARCHED], { signal, env });
  await runToEnd([program, 'import', SEARCHED, sources, '--json'], { signal, env });
  rmSync(sources, { recursive: true });
  const keysFile = workspace.file('list-keys.json');
  const makeKeys = workspace.module('bench/list-prepare-process.js');
  await runToEnd([makeKeys, SEARCHED, String(KEYS), keysFile], { signal, env });
  return keysFile;
}

async function list(url: string, key: string): Promise<IncomingMessage> {
  const headers = { 'x-api-key': key, 'x-forwarded-proto': 'https' };
  const sent = request(`${url}/manage/listings`, { headers, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`The list was answered ${answer.statusCode}.`);
  return answer;
}

/** Reads an answer to its end. @returns The number of its lines. */
async function linesOf(answer: IncomingMessage): Promise<number> {
  let lines = 0;
  for await (const part of answer) for (const byte of part as Buffer) if (byte === 10) lines += 1;
  return lines;
}
