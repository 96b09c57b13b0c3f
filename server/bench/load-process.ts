/**
 * Sends a server the searches of a file in turn, each with the next key. The argument is a `Load` as
 * JSON. Prints the results as one line of JSON.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import autocannon from 'autocannon';
import type { Load, LoadFigures } from './load.js';
import { pathOf, type Search } from './searches.js';

const CONNECTIONS = 10;

const load = JSON.parse(process.argv[2] ?? '') as Load;
const { url, seconds, keyCount } = load;
const paths = readFile<(Search | string)[]>(load.searches).map((search) =>
  typeof search === 'string' ? search : pathOf(search),
);
const keys = load.keys === undefined ? [] : readFile<string[]>(load.keys).slice(0, keyCount);
const headers = {
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '192.0.2.1',
  ...load.headers,
};
const first = load.from ?? 0;
let sent = first;
const tags = load.tags === true ? await tagsOf() : undefined;
const result = await autocannon({
  url,
  connections: CONNECTIONS,
  duration: seconds,
  headers,
  requests: [
    {
      setupRequest(request) {
        request.path = withKey(paths[sent % paths.length] as string);
        if (tags !== undefined) {
          request.headers = { ...headers, 'if-none-match': tags[sent % tags.length] as string };
        }
        sent += 1;
        return request;
      },
    },
  ],
});
const { errors, timeouts, duration, latency, statusCodeStats } = result;
const answered = (status: number): number => statusCodeStats[status]?.count ?? 0;
const wanted = answered(tags === undefined ? 200 : 304);
const figures: LoadFigures = {
  answered: wanted,
  perSecond: wanted / duration,
  // A tag changes with the minute, and then one answer is whole again.
  refused: result.requests.total - answered(200) - answered(304) + errors + timeouts,
  statuses: Object.fromEntries(
    Object.entries(statusCodeStats).map(([status, { count }]) => [status, count]),
  ),
  medianMs: latency.p50,
  p99Ms: latency.p99,
};
process.stdout.write(`${JSON.stringify(figures)}\n`);

function withKey(path: string): string {
  if (keys.length === 0) return path;
  const mark = path.endsWith('?') ? '' : '&';
  return `${path}${mark}apiKey=${keys[sent % keys.length]}`;
}

async function tagsOf(): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    found.push(await tagOf(url + withKey(path)));
    sent += 1;
  }
  sent = first;
  return found;
}

/** Not with `fetch`, which requests an encoding, and each encoding has a tag of its own. */
async function tagOf(address: string): Promise<string> {
  const [response] = (await once(get(address, { headers }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return String(response.headers.etag);
}

function readFile<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8'));
}
