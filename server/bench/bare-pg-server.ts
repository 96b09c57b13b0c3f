/**
 * The server that Portico's is compared with on PostgreSQL: one route that answers the same searches
 * from bare SQL and prepared texts, and does nothing else. Arguments: the database's URL, the file of
 * texts, and the file of searches; and `distinct` where each search has a highest price of its own.
 */
import { readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import Fastify from 'fastify';
import pg from 'pg';
import { BarePg, TEXTS } from './bare-pg.js';
import { listen } from './listen.js';
import { type Search, searchOf } from './searches.js';

const CONNECTIONS = 10;
const PORTION = 1000;

const [url = '', texts = '', searchesFile = '', distinct] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
await copyTexts();
const bare = new BarePg(pool, distinct === 'distinct');
await bare.tune(JSON.parse(readFileSync(searchesFile, 'utf8')) as Search[]);

const app = Fastify();
app.get('/properties', async (request, reply) => {
  const { total, records } = await bare.find(searchOf(request.query as Record<string, string>));
  reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(`{"TOTAL_COUNT":${total},"LISTINGS":[${records}]}`);
});
await listen(app);

async function copyTexts(): Promise<void> {
  await pool.query(`drop table if exists ${TEXTS}`);
  await pool.query(`create table ${TEXTS} (id bigint primary key, text text not null)`);
  const source = new Sqlite(texts, { readonly: true });
  const insert = `insert into ${TEXTS} select * from unnest($1::bigint[], $2::text[])`;
  let rows: { id: number; text: string }[] = [];
  const store = async (): Promise<void> => {
    await pool.query(insert, [rows.map(({ id }) => id), rows.map(({ text }) => text)]);
    rows = [];
  };
  for (const row of source
    .prepare<[], { id: number; text: string }>('select * from record')
    .iterate()) {
    rows.push(row);
    if (rows.length === PORTION) await store();
  }
  await store();
  source.close();
  await pool.query(`vacuum analyze ${TEXTS}`);
}
