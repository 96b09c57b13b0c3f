/**
 * `npx tsx server/bench/console.ts`: what the console costs a server. README.md says what is measured.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { pino } from 'pino';
import { Random } from 'portico-demo';
import { loadConfig } from '../src/config/config.js';
import { buildConsole } from '../src/console/console-server.js';
import { systemClock } from '../src/lib/clock.js';
import { openServices } from '../src/services.js';
import { type RunningServer, runToEnd, startServer } from './children.js';
import { measureImport } from './import.js';
import { startPostgres } from './postgres.js';
import { makeDistinctSearches, pathOf } from './searches.js';
import { columns, median } from './statistics.js';
import { CLIENT, makeWorkspace, programEnvironment, type Workspace } from './workspace.js';

const ORIGIN = 'https://console.test';
const PASSWORD = 'a password of a bench';
const CONSOLE_PORT = 18_444;

const EDITORS = 100;
const LIST_EVERY_MS = 5_000;
const SAVE_EVERY_MS = 10_000;

const KEYS = 40;
const SEARCHES_PER_SECOND = 80;
const SECONDS = 15;

const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '100000' },
    clients: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
  },
});
const [listings, clients, rounds] = [values.listings, values.clients, values.rounds].map(
  Number,
) as [number, number, number];

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort(new Error(`Stopped by ${signal}.`)));
}
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const ms = (value: number): string => `${value.toFixed(2)} ms`;

interface Answer {
  readonly status: number;
  readonly etag: string;
  readonly cookie: string;
  // biome-ignore lint/suspicious/noExplicitAny: what the server answers is not looked at closely.
  readonly body: any;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Calls as the proxy in front of the server does. */
function call(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
  body?: object,
) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method,
        headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1', ...headers },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            etag: String(answer.headers.etag ?? ''),
            cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '',
            body: text.startsWith('{') ? JSON.parse(text) : {},
          }),
        );
      },
    );
    sent.on('error', (error) => {
      // The server has closed it at this moment.
      if (sent.reusedSocket) call(url, headers, method, body).then(resolve, reject);
      else reject(error);
    });
    sent.end(body && JSON.stringify(body));
  });
}

/** Somebody at the console. */
const consoleCall =
  (cookie: string) =>
  (path: string, method = 'GET', body?: object, more = {}) =>
    call(
      `http://127.0.0.1:${CONSOLE_PORT}/api${path}`,
      {
        ...{ host: 'console.test', origin: ORIGIN, cookie, 'content-type': 'application/json' },
        ...more,
      },
      method,
      body,
    );

async function accept(link: string, name: string): Promise<string> {
  const body = { token: link.split('#')[1], name, password: PASSWORD };
  const { status, cookie } = await consoleCall('')('/links/accept', 'POST', body);
  if (status !== 200) throw new Error(`An invitation was answered ${status}.`);
  return cookie;
}

async function measureListings(workspace: Workspace): Promise<void> {
  const { signal } = workspace;
  const env = {
    ...programEnvironment(workspace),
    PORTICO_CONSOLE: `127.0.0.1:${CONSOLE_PORT}`,
    PORTICO_CONSOLE_URL: ORIGIN,
    PORTICO_LOG_LEVEL: 'warn',
  };
  const program = workspace.module('src/main.js');
  const keysFile = workspace.file('keys.json');
  const makeKeys = workspace.module('bench/list-prepare-process.js');
  await runToEnd([makeKeys, CLIENT, String(KEYS), keysFile], { signal, env });
  const keys = JSON.parse(readFileSync(keysFile, 'utf8')) as string[];
  const added = await runToEnd(
    [program, 'operator', 'add', 'owner@example.com', '--role', 'owner', '--json'],
    { signal, env },
  );
  const server = await startServer([program, 'serve', '--json'], { signal, env });
  try {
    const owner = await accept(JSON.parse(added).link, 'Owner');
    await measurePages(server, owner);
    await measureWithEditors(server, owner, keys.slice(0, KEYS), searchesOf(workspace));
  } finally {
    await server.stop();
  }
}

/** Pages of a list, each as the app asks for it. */
const PAGES: Readonly<Record<string, string>> = {
  'the first page': 'sort=main_id&order=DESC',
  'page 40': 'sort=main_id&order=DESC&page=40',
  'of a status, by price': 'main_status=For%20Rent&sort=financials_price&order=DESC',
  'found by words': 'q=street&sort=main_id&order=DESC',
  'of an agent': 'agents_agent_id=1&sort=main_id&order=DESC',
};

const PAGE_CALLS = 40;

async function measurePages(server: RunningServer, cookie: string): Promise<void> {
  const ask = consoleCall(cookie);
  const rows: string[][] = [];
  for (const [words, query] of Object.entries(PAGES)) {
    const before = server.processorMs();
    let total = 0;
    for (let count = 0; count < PAGE_CALLS; count++) {
      const { status, body } = await ask(`/brokerages/${CLIENT}/listings?perPage=25&${query}`);
      if (status !== 200) throw new Error(`${words}: answered ${status}: ${JSON.stringify(body)}`);
      total = body.total;
    }
    rows.push([words, ms((server.processorMs() - before) / PAGE_CALLS), `${total} found`]);
  }
  say(
    `\nA page of ${listings} listings in the console, processor time of the server; goal: 100 ms`,
  );
  say(columns(rows));
}

function searchesOf({ database }: Workspace): string[] {
  const db = new Sqlite(database, { readonly: true });
  const ids = db.prepare('select id from neighborhood').pluck().all() as number[];
  db.close();
  const ofEach = Math.ceil((SEARCHES_PER_SECOND * SECONDS * rounds * 3) / 5);
  return makeDistinctSearches(ofEach, ids, new Random(3, 'searches')).map(pathOf);
}

/** Only searches, only editors, and both, in turns: what both cost more than the editors is what the searches cost then. */
async function measureWithEditors(
  server: RunningServer,
  owner: string,
  keys: readonly string[],
  paths: readonly string[],
): Promise<void> {
  const cookies: string[] = [];
  for (let at = 0; at < EDITORS; at++) {
    const invitation = { email: `editor${at}@example.com`, client: CLIENT, role: 'editor' };
    const { body } = await consoleCall(owner)('/invitations', 'POST', invitation);
    cookies.push(await accept(body.link, `Editor ${at}`));
  }
  // A machine that has too much to do refuses some.
  const refused: Record<number, number> = {};
  const count = (status: number): void => {
    if (status !== 200) refused[status] = (refused[status] ?? 0) + 1;
  };
  let sent = 0;
  const search = async () => {
    const path = paths[sent % paths.length] as string;
    const apiKey = keys[sent % keys.length] as string;
    sent += 1;
    const { status } = await call(`${server.url}${path}&apiKey=${apiKey}`);
    count(status);
  };
  const round = async (hasSearches: boolean, hasEditors: boolean): Promise<number> => {
    const before = server.processorMs();
    await Promise.all([
      hasSearches && paced(SEARCHES_PER_SECOND * SECONDS, search),
      hasEditors && edited(cookies, count),
      sleep(SECONDS * 1000),
    ]);
    return (server.processorMs() - before) / (SEARCHES_PER_SECOND * SECONDS);
  };
  await round(true, true);
  const results: [without: number, during: number, editors: number][] = [];
  while (results.length < rounds) {
    const without = await round(true, false);
    const editors = await round(false, true);
    results.push([without, (await round(true, true)) - editors, editors]);
  }
  say(
    `\nA search (${SEARCHES_PER_SECOND} a second, none twice) during the work of ${EDITORS} editors, processor time of the server; goal: at most 1.1`,
  );
  say(
    columns([
      ['without editors', 'with editors', 'ratio', 'only editors'],
      ...results.map(([without, during, editors]) => [
        ...[ms(without), ms(during), (during / without).toFixed(2)],
        `${ms(editors * SEARCHES_PER_SECOND)} a second`,
      ]),
      ['', '', median(results.map(([without, during]) => during / without)).toFixed(2), 'median'],
    ]),
  );
  if (Object.keys(refused).length > 0) say(`  Refused, by status: ${JSON.stringify(refused)}`);
}

async function paced(count: number, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  const underWay: Promise<void>[] = [];
  const errors: unknown[] = [];
  for (let at = 0; at < count; at++) {
    const wait = began + (at * SECONDS * 1000) / count - performance.now();
    if (wait > 1) await sleep(wait);
    // An error waits for the end, where the server is stopped.
    underWay.push(work().catch((error: unknown) => void errors.push(error)));
  }
  await Promise.all(underWay);
  if (errors.length > 0) throw errors[0];
}

/** What the editors do in a round: each opens a list every five seconds, and saves a listing every ten. */
async function edited(cookies: readonly string[], count: (status: number) => void): Promise<void> {
  let [lists, saves] = [0, 0];
  const queries = Object.values(PAGES);
  const list = async () => {
    const [cookie, query] = [cookies[lists % EDITORS], queries[lists % queries.length]];
    lists += 1;
    const at = `/brokerages/${CLIENT}/listings?perPage=25&${query}`;
    const { status } = await consoleCall(cookie ?? '')(at);
    count(status);
  };
  const save = async () => {
    const ask = consoleCall(cookies[saves % EDITORS] ?? '');
    const at = `/brokerages/${CLIENT}/listings/${1 + ((saves * 97) % listings)}`;
    saves += 1;
    const { body, etag } = await ask(at);
    const changes = { financials_price: Number(body.financials_price) + 1 };
    const { status } = await ask(at, 'PUT', changes, { 'if-match': etag });
    count(status);
  };
  const perRound = (everyMs: number) => Math.round((EDITORS * SECONDS * 1000) / everyMs);
  await Promise.all([paced(perRound(LIST_EVERY_MS), list), paced(perRound(SAVE_EVERY_MS), save)]);
}

/** Sign-in and first page with one client and with many in the directory of a PostgreSQL, in turns. */
async function measureClients(): Promise<void> {
  const postgres = await startPostgres();
  const workspace = await makeWorkspace(stop.signal, postgres.url);
  const db = new pg.Client({ connectionString: postgres.url });
  try {
    const env = { ...programEnvironment(workspace), PORTICO_CONSOLE_URL: ORIGIN };
    const run = (...args: string[]) =>
      runToEnd([workspace.module('src/main.js'), ...args], { signal: stop.signal, env });
    await run('client', 'add', CLIENT);
    const added = await run('operator', 'add', 'o@example.com', '--role', 'operator', '--json');
    await db.connect();
    const config = { ...loadConfig(env, workspace.data), console: { host: '127.0.0.1', port: 1 } };
    const services = await openServices(config, systemClock, pino({ level: 'silent' }));
    const app = await buildConsole(services, { run: async () => ({ code: 0, json: {} }) });
    const headers = { host: 'console.test', origin: ORIGIN, 'x-forwarded-proto': 'https' };
    const inject = async (
      cookie: string,
      method: 'GET' | 'POST',
      url: string,
      payload?: object,
    ) => {
      const answer = await app.inject({
        ...{ method, url: `/api${url}`, headers: { ...headers, cookie } },
        ...(payload && { payload }),
      });
      if (answer.statusCode >= 400) throw new Error(`${url}: ${answer.body}`);
      return String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
    };
    const token = (JSON.parse(added).link as string).split('#')[1];
    await inject('', 'POST', '/links/accept', { token, name: 'O', password: PASSWORD });
    const visit = async () => {
      const credentials = { email: 'o@example.com', password: PASSWORD };
      const cookie = await inject('', 'POST', '/sign-in', credentials);
      for (const at of [
        '/session',
        `/brokerages/${CLIENT}/kinds`,
        `/brokerages/${CLIENT}/today`,
        '/clients',
      ])
        await inject(cookie, 'GET', at);
    };
    const timed = async () => {
      const [wall, processor]: [number[], number[]] = [[], []];
      for (let count = 0; count < 15; count++) {
        const [began, used] = [performance.now(), process.cpuUsage()];
        await visit();
        const { user, system } = process.cpuUsage(used);
        wall.push(performance.now() - began);
        processor.push((user + system) / 1000);
      }
      return [median(wall), median(processor)] as const;
    };
    const started = async () => {
      const began = performance.now();
      const serve = [workspace.module('src/main.js'), 'serve', '--json'];
      const server = await startServer(serve, { signal: stop.signal, env });
      const times = [server.processorMs(), performance.now() - began];
      await server.stop();
      return times.map((value) => value.toFixed(0)).join(' and ');
    };
    await timed();
    const rows: string[][] = [];
    for (let at = 0; at < rounds; at++) {
      await db.query(`delete from portico_directory.client where name <> '${CLIENT}'`);
      const [oneWall, one] = await timed();
      const startOfOne = await started();
      await db.query(
        `insert into portico_directory.client select (jsonb_populate_record(c, jsonb_build_object('name', 'agency' || n))).*
         from portico_directory.client c, generate_series(2, ${clients}) n where c.name = '${CLIENT}'`,
      );
      // As the server has left them: it looks at a client without a note of its schema at each start.
      await db.query(
        `insert into portico_directory.client_schema select (jsonb_populate_record(s, jsonb_build_object('client', 'agency' || n))).*
         from portico_directory.client_schema s, generate_series(2, ${clients}) n where s.client = '${CLIENT}'
         on conflict do nothing`,
      );
      await db.query(
        `do $$ begin for n in 2..${clients} loop execute 'create schema if not exists client_agency' || n; commit; end loop; end $$`,
      );
      await db.query('analyze');
      const [manyWall, many] = await timed();
      const values = [one, many, many / one, oneWall, manyWall].map((value) => value.toFixed(2));
      rows.push([...values, startOfOne, await started()]);
    }
    say(
      `\nSign-in and first page on PostgreSQL with one client and with ${clients} in the directory`,
    );
    const heads = ['processor, one', 'many', 'ratio', 'elapsed, one', 'many'];
    const starts = ['start (processor and elapsed, ms), one', 'many'];
    say(columns([[...heads, ...starts], ...rows]));
    await app.close();
    await services.close();
  } finally {
    await db.end();
    workspace.remove();
    await postgres.stop();
  }
}

if (listings > 0) {
  const workspace = await makeWorkspace(stop.signal);
  try {
    await measureImport(workspace, listings);
    await measureListings(workspace);
  } finally {
    workspace.remove();
  }
}
if (clients > 0) await measureClients();
