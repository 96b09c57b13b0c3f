/**
 * `npm run bench`: measures Portico against the least time that the same work takes, side by side
 * on this machine. README.md says what is measured and why.
 */
import { availableParallelism } from 'node:os';
import { type ConditionalFigures, measureConditional } from './conditional.js';
import { type HttpFigures, measureHttp, type Traffic } from './http.js';
import { type ImportFigures, measureImport } from './import.js';
import { type ListedFigures, measureListed } from './listed.js';
import type { LoadFigures, ServerFigures } from './load.js';
import { type MembersFigures, measureMembers } from './members.js';
import { measureNeighbour, type NeighbourFigures } from './neighbour.js';
import { type Options, readOptions } from './options.js';
import { PEERS } from './peers/install.js';
import { measurePeers, type PeerFigures } from './peers/peers.js';
import { startPostgres } from './postgres.js';
import { measureSearch, type SearchFigures } from './search.js';
import { WORDS } from './searches.js';
import { columns, median } from './statistics.js';
import { makeWorkspace, type Workspace } from './workspace.js';

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const whole = (figure: number): string => Math.round(figure).toLocaleString('en-US');

/** A description of each kind of traffic, with the goal of the ratio. */
const TRAFFIC_WORDS: { readonly [T in Traffic]: string } = {
  searches: '2,000 searches in turn, next to a bare server with prepared texts',
  distinct:
    'no search twice, next to a bare server with prepared texts; goal: 0.85, on PostgreSQL 0.7',
  repeating:
    'four of five are one of 200, next to a bare server with all answers in memory; goal: 0.4',
};

const PEER_NAMES = {
  portico: 'Portico',
  platformatic: `Platformatic DB ${PEERS.platformatic}`,
  directus: `Directus ${PEERS.directus}`,
} as const;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort(new Error(`Stopped by ${signal}.`)));
}

try {
  await run();
} catch (error) {
  const cause: unknown = stop.signal.aborted ? stop.signal.reason : error;
  process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const { engine, listings } = options;
  const name = engine === 'postgres' ? 'PostgreSQL' : 'SQLite';
  say(`${whole(listings)} listings on ${name}, Node.js ${process.version}, ${cores()}`);
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  try {
    await measure(await makeWorkspace(stop.signal, postgres?.url), options);
  } finally {
    await postgres?.stop();
  }
}

async function measure(workspace: Workspace, options: Options): Promise<void> {
  const { listings, parts, peers, peersFolder, redisUrl } = options;
  try {
    const imported = await measureImport(workspace, listings);
    if (parts.includes('import')) sayImport(imported, listings);
    if (parts.includes('search')) saySearch(await measureSearch(workspace));
    if (parts.includes('http')) sayHttp(await measureHttp(workspace));
    if (parts.includes('conditional')) sayConditional(await measureConditional(workspace));
    if (parts.includes('members')) sayMembers(await measureMembers(workspace));
    if (parts.includes('neighbour')) sayNeighbour(await measureNeighbour(workspace, redisUrl));
    if (parts.includes('listed')) sayListed(await measureListed(workspace, listings));
    if (peers) sayPeers(await measurePeers(workspace, peersFolder));
  } finally {
    workspace.remove();
  }
}

function cores(): string {
  const count = availableParallelism();
  return count === 1 ? '1 core' : `${count} cores`;
}

function sayImport({ seconds, peakBytes }: ImportFigures, listings: number): void {
  say('\nImport: `portico import` of one file');
  say(
    columns([
      ['listings a second', whole(listings / seconds), 'goal: 5,000'],
      ['peak memory', `${whole(peakBytes / 1_000_000)} MB`, 'goal: below 300 MB'],
    ]),
  );
}

function saySearch(searches: readonly SearchFigures[]): void {
  say('\nSearch: exact total and a page of ten, beside bare SQL; goal of each ratio: at most 1.5');
  const rows = searches.map(({ kind, matches, ratio, anewRatio, oursMs, theirsMs, way }) => [
    WORDS[kind],
    ratio.toFixed(2),
    anewRatio.toFixed(2),
    `${oursMs.toFixed(3)} ms`,
    `${theirsMs.toFixed(3)} ms`,
    whole(matches),
    way,
  ]);
  say(
    columns([
      ['', 'ratio', 'all records anew', 'Portico', 'bare SQL', 'matches', 'fastest bare SQL'],
      ...rows,
    ]),
  );
}

function sayHttp(figures: readonly HttpFigures[]): void {
  say('\nHTTP: answers a second, and the ratio to those of a bare server');
  for (const { traffic, ratio, processorRatio, ours, theirs, keys, refused } of figures) {
    say(`  ${TRAFFIC_WORDS[traffic]}`);
    say(
      columns([
        ['', 'a second', 'median', '99 %', 'rounds'],
        loadRow('Portico', ours),
        loadRow('bare server', theirs),
      ]),
    );
    say(`  ratio ${ratio.toFixed(2)}, of processor time ${processorRatio.toFixed(2)};`);
    say(`  with ${whole(keys)} keys in turn`);
    if (refused !== undefined) say(`  ${refused}`);
  }
}

function loadRow(name: string, rounds: readonly LoadFigures[]): string[] {
  return [
    name,
    whole(median(rounds.map(({ perSecond }) => perSecond))),
    `${median(rounds.map(({ medianMs }) => medianMs))} ms`,
    `${median(rounds.map(({ p99Ms }) => p99Ms))} ms`,
    rounds.map(({ perSecond }) => whole(perSecond)).join(' '),
  ];
}

function sayPeers(figures: readonly PeerFigures[]): void {
  say('\nPeers: price, beds, ten neighborhoods; exact total and 20 records, no search twice;');
  say('goal: 4 times Platformatic DB and 25 times Directus');
  const [ours] = figures;
  const ratioTo = (rounds: readonly ServerFigures[]): number =>
    median(rounds.map(({ perSecond }, at) => (ours?.rounds[at]?.perSecond ?? 0) / perSecond));
  const rows = figures.map(({ peer, rounds, memoryMB }) => {
    const [name = '', perSecond = '', medianMs = '', p99 = '', each = ''] = loadRow(
      PEER_NAMES[peer],
      rounds,
    );
    const ratio = ratioTo(rounds).toFixed(1);
    const processor = `${median(rounds.map(({ processorMs }) => processorMs)).toFixed(2)} ms`;
    return [name, perSecond, ratio, processor, medianMs, p99, `${memoryMB} MB`, each];
  });
  const head = [
    '',
    'searches a second',
    'Portico through it',
    'processor time of one',
    'median',
    '99 %',
    'memory',
    'rounds',
  ];
  say(columns([head, ...rows]));
  for (const { peer, refused } of figures) {
    if (refused !== undefined) say(`  ${PEER_NAMES[peer]}: ${refused}`);
  }
}

function sayConditional(figures: readonly ConditionalFigures[]): void {
  say(
    '\nConditional reads: processor time of an answer beside that of a 304; goal of the ratio: 5',
  );
  const rows = figures.map(({ kind, ratio, wholeMs, unchangedMs }) => [
    kind === 'all' ? 'all five in turn' : WORDS[kind],
    ratio.toFixed(1),
    `${wholeMs.toFixed(3)} ms`,
    `${unchangedMs.toFixed(3)} ms`,
  ]);
  say(columns([['', 'ratio', 'answer', '304'], ...rows]));
}

function sayMembers(figures: MembersFigures): void {
  const { registered, hashed, idleP99, besideHashP99, besideP99, rateRatio, p99Ratio } = figures;
  const row = (name: string, rounds: readonly number[], digits: number): string[] => [
    name,
    median(rounds).toFixed(digits),
    rounds.map((figure) => figure.toFixed(digits)).join(' '),
  ];
  say('\nMembers: registration beside the bare Argon2id, goal of the ratio: at least 0.8;');
  say('and the 99 % of searches meanwhile beside that of searches alone, goal: below 3');
  say(
    columns([
      ['', 'median', 'rounds'],
      row('registered a second', registered, 1),
      row('bare hashes a second', hashed, 1),
      row('searches alone, 99 %, ms', idleP99, 1),
      row('searches beside bare hashes, 99 %, ms', besideHashP99, 1),
      row('searches meanwhile, 99 %, ms', besideP99, 1),
    ]),
  );
  say(`  ratios ${rateRatio.toFixed(2)} and ${p99Ratio.toFixed(2)}`);
}

function sayNeighbour(figures: NeighbourFigures): void {
  const { aloneP99, besideP99, elsewhereP99, p99Ratio, medianRatio, elsewhereRatio } = figures;
  const row = (name: string, rounds: readonly number[]): string[] => [
    name,
    median(rounds).toFixed(2),
    rounds.map((figure) => figure.toFixed(1)).join(' '),
  ];
  say(
    '\nNeighbours of a key that floods: 99 % of their answers, ms; goal of the ratio: at most 1.3',
  );
  say(
    columns([
      ['', 'median', 'rounds'],
      row('alone', aloneP99),
      row('beside the flood', besideP99),
      row('beside a flood of another server', elsewhereP99),
    ]),
  );
  say(`  ratio ${p99Ratio.toFixed(2)}; of their medians ${medianRatio.toFixed(2)};`);
  say(`  of the flood of another server ${elsewhereRatio.toFixed(2)}`);
  say(`  the flood: ${whole(figures.refused)} refused, ${whole(figures.admitted)} answered`);
}

function sayListed({ aloneP99, besideP99, p99Ratio, listSeconds }: ListedFigures): void {
  const row = (name: string, rounds: readonly number[]): string[] => [
    name,
    median(rounds).toFixed(2),
    rounds.map((figure) => figure.toFixed(1)).join(' '),
  ];
  say(
    '\nSearches while another client lists all its listings: 99 %, ms; goal of the ratio: at most 2',
  );
  say(
    columns([['', 'median', 'rounds'], row('alone', aloneP99), row('beside the list', besideP99)]),
  );
  say(`  ratio ${p99Ratio.toFixed(2)}; a list alone takes ${listSeconds.toFixed(1)} s`);
}
