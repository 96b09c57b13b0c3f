/**
 * Asks a server the searches of a file in turn, each with the next key. Arguments: the server's
 * URL, the files of searches and of keys, how many of the keys to use, and seconds. Prints what
 * came of it as one line of JSON.
 */
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { LoadFigures } from './http.js';
import type { Search } from './searches.js';

const CONNECTIONS = 10;

const [url = '', searchesFile = '', keysFile = '', keyCount, seconds] = process.argv.slice(2);
const searches = JSON.parse(readFileSync(searchesFile, 'utf8')) as Search[];
const paths = searches.map(({ query }) => `/properties?${new URLSearchParams(query)}`);
const keys = (JSON.parse(readFileSync(keysFile, 'utf8')) as string[]).slice(0, Number(keyCount));
let sent = 0;
const result = await autocannon({
  url,
  connections: CONNECTIONS,
  duration: Number(seconds),
  headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' },
  requests: [
    {
      setupRequest(request) {
        const path = paths[sent % paths.length] as string;
        const mark = path.endsWith('?') ? '' : '&';
        request.path = `${path}${mark}apiKey=${keys[sent % keys.length]}`;
        sent += 1;
        return request;
      },
    },
  ],
});
const { non2xx, errors, timeouts, duration, latency } = result;
const figures: LoadFigures = {
  perSecond: result['2xx'] / duration,
  refused: non2xx + errors + timeouts,
  medianMs: latency.p50,
  p99Ms: latency.p99,
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
