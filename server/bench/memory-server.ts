/**
 * The server that Portico's repeating searches are compared with: one route that answers them from
 * memory, with the bytes of Portico's answers, and does nothing else. Arguments: the URL of Portico,
 * the file of searches, and the file of keys.
 */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { BareCaller } from './bare-caller.js';
import { listen } from './listen.js';
import { pathOf, type Search } from './searches.js';

const AT_ONCE = 8;

const [portico = '', searchesFile = '', keysFile = ''] = process.argv.slice(2);
const searches = JSON.parse(readFileSync(searchesFile, 'utf8')) as Search[];
const keys = JSON.parse(readFileSync(keysFile, 'utf8')) as string[];
const bodies = new Map<string, Buffer>();
const paths = [...new Set(searches.map(pathOf))];
await Promise.all(Array.from({ length: AT_ONCE }, fetchOnAndOn));

async function fetchOnAndOn(): Promise<void> {
  const caller = await BareCaller.to(portico);
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    const before = path.endsWith('?') ? path : `${path}&`;
    const { status, body } = await caller.call(
      `${before}apiKey=${keys[paths.length % keys.length]}`,
    );
    // On a machine that others keep busy, the server refuses calls that would wait too long.
    if (status === 420) paths.push(path);
    else if (status !== 200) throw new Error(`A search was answered with ${status}.`);
    else bodies.set(before, Buffer.from(body, 'latin1'));
  }
  caller.close();
}

const app = Fastify();
app.get('/properties', ({ url }, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8');
  // The key is the last parameter.
  return reply.send(bodies.get(url.slice(0, url.lastIndexOf('apiKey='))));
});
await listen(app);
