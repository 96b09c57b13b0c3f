/**
 * The server that Portico's is compared with: one route that answers the same searches from bare
 * SQL and prepared texts, and does nothing else. No key, no rates, no record to build, no log.
 * Arguments: the database file, the file of texts, and the file of searches; and `distinct` where each
 * search has a highest price of its own.
 */
import { readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import Fastify from 'fastify';
import { BareSql } from './bare-sql.js';
import { listen } from './listen.js';
import { PER_PAGE, type Search, searchOf } from './searches.js';

const [database = '', texts = '', searchesFile = '', distinct] = process.argv.slice(2);
const searches = JSON.parse(readFileSync(searchesFile, 'utf8')) as Search[];
const bare = new BareSql(database, distinct === 'distinct');
bare.tune(searches);
const prepared = new Sqlite(texts, { readonly: true });
prepared.pragma('mmap_size = 2147418112');
const marks = Array.from({ length: PER_PAGE }, () => '?').join();
const read = prepared
  .prepare<number[], [number, string]>(`select id, text from record where id in (${marks})`)
  .raw(true);

const app = Fastify();
app.get('/properties', (request, reply) => {
  const { total, ids } = bare.find(searchOf(request.query as Record<string, string>));
  const padded = Array.from({ length: PER_PAGE }, (_, at) => ids[at] ?? 0);
  const found = new Map(read.all(...padded));
  const records = ids.map((id) => found.get(id)).join();
  reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(`{"TOTAL_COUNT":${total},"LISTINGS":[${records}]}`);
});
await listen(app);
