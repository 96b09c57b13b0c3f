/**
 * Prepares the comparison of servers: API keys, searches, and the record of every listing in a
 * search, in a table of texts for the bare server. Arguments: the files to make, and the number of
 * keys.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { Random } from 'portico-demo';
import { listingsById } from '../src/api/listings/listing.queries.js';
import { searchRecord } from '../src/api/listings/listing.record.js';
import { answerContext } from '../src/api/request-context.js';
import { systemClock } from '../src/lib/clock.js';
import { issueKey } from '../src/operator/keys.js';
import { neighborhoodsOf, openProduct, type Product } from './product.js';
import { makeSearches } from './searches.js';
import { CLIENT } from './workspace.js';

/** The number of different searches of each kind. */
const OF_EACH = 400;

/** The records that are made at once. */
const PORTION = 500;

const [searchesFile = '', keysFile = '', textsFile = '', keyCount] = process.argv.slice(2);
const product = await openProduct();
const searches = makeSearches(
  OF_EACH,
  await neighborhoodsOf(product.tenant),
  new Random(3, 'searches'),
);
writeFileSync(searchesFile, JSON.stringify(searches));
writeFileSync(keysFile, JSON.stringify(await makeKeys(product, Number(keyCount))));
await writeTexts(product, textsFile);
await product.services.close();

async function makeKeys({ services }: Product, count: number): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const { apiKey } = await issueKey(
      services,
      { tenant: CLIENT, scopes: ['website'], addresses: [], privateAccess: false },
      randomBytes,
    );
    keys.push(apiKey);
  }
  return keys;
}

async function writeTexts({ services, tenant }: Product, file: string): Promise<void> {
  const { db } = tenant.database;
  const context = answerContext(tenant.settings, systemClock.now(), services.baseUrl());
  const texts = new Sqlite(file);
  texts.pragma('journal_mode = OFF');
  texts.pragma('synchronous = OFF');
  texts.exec('create table record (id integer primary key, text text not null)');
  const insert = texts.prepare('insert into record values (?, ?)');
  for (let last = 0, found = PORTION; found === PORTION; ) {
    const listed = await db
      .selectFrom('listing')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(PORTION)
      .execute();
    const ids = listed.map(({ id }) => id);
    const rows = await listingsById(tenant.database, ids);
    texts.transaction(() => {
      for (const row of rows) {
        insert.run(row.id, JSON.stringify(searchRecord(row, context, false)));
      }
    })();
    last = ids.at(-1) ?? last;
    found = ids.length;
  }
  texts.close();
}
