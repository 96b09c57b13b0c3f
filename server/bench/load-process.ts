/**
 * Sends a server the searches of a file in turn, each with the next key. Arguments: the server's
 * URL, the files of searches and of keys, the number of keys to use, and seconds; and with `tags`
 * after these, each search with the entity tag of its answer. Prints the results as one line of
 * JSON.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import autocannon from 'autocannon';
import type { LoadFigures } from './http.js';
import type { Search } from './searches.js';

const CONNECTIONS = 10;

const [url = '', searchesFile = '', keysFile = '', keyCount, seconds, withTags] =
  process.argv.slice(2);
const searches = JSON.parse(readFileSync(searchesFile, 'utf8')) as Search[];
const paths = searches.map(({ query }) => `/properties?${new URLSearchParams(query)}`);
const keys = (JSON.parse(readFileSync(keysFile, 'utf8')) as string[]).slice(0, Number(keyCount));
const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' };
let sent = 0;
const tags = withTags === 'tags' ? await tagsOf() : undefined;
const result = await autocannon({
  url,
  connections: CONNECTIONS,
  duration: Number(seconds),
  headers,
  requests: [
    {
      setupRequest(request) {
        const path = paths[sent % paths.length] as string;
        const mark = path.endsWith('?') ? '' : '&';
        request.path = `${path}${mark}apiKey=${keys[sent % keys.length]}`;
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
  medianMs: latency.p50,
  p99Ms: latency.p99,
};
process.stdout.write(`${JSON.stringify(figures)}\n`);

async function tagsOf(): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const mark = path.endsWith('?') ? '' : '&';
    found.push(await tagOf(`${url}${path}${mark}apiKey=${keys[sent % keys.length]}`));
    sent += 1;
  }
  sent = 0;
  return found;
}

/** Not with `fetch`, which requests an encoding, and each encoding has a tag of its own. */
async function tagOf(address: string): Promise<string> {
  const [response] = (await once(get(address, { headers }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return String(response.headers.etag);
}
