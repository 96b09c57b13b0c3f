/**
 * Writes the record of every listing, as a search answers it, into a table of texts: what the bare
 * server answers with. Argument: the file to make.
 */
import Sqlite from 'better-sqlite3';
import { listingsById } from '../src/api/listings/listing.queries.js';
import { searchRecord } from '../src/api/listings/listing.record.js';
import { answerContext } from '../src/api/request-context.js';
import { systemClock } from '../src/clock.js';
import { openProduct } from './product.js';

const AT_ONCE = 500;

const [file = '', baseUrl = ''] = process.argv.slice(2);
const { services, client } = await openProduct();
const context = answerContext(client.settings, systemClock.now(), baseUrl);
const texts = new Sqlite(file);
texts.pragma('journal_mode = OFF');
texts.pragma('synchronous = OFF');
texts.exec('create table record (id integer primary key, text text not null)');
const insert = texts.prepare('insert into record values (?, ?)');
const { db } = client.database;
for (let last = 0; ; ) {
  const found = await db
    .selectFrom('listing')
    .select('id')
    .where('id', '>', last)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  const ids = found.map(({ id }) => id);
  const rows = await listingsById(client.database, ids);
  texts.transaction(() => {
    for (const row of rows) {
      insert.run(row.id, JSON.stringify(searchRecord(row, context, false)));
    }
  })();
  last = ids.at(-1) ?? last;
  if (ids.length < AT_ONCE) break;
}
texts.close();
await services.close();
