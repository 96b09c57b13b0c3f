/**
 * Prepares the comparison of servers: API keys and one that may write, searches, and the record of every
 * listing in a search, in a table of texts for the bare server. Arguments: `PreparedFiles` as JSON, and
 * the number of keys.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { Random } from 'portico-demo';
import { answerContext } from '../src/api/request-context.js';
import { issueKey } from '../src/http/gate/issued-keys.js';
import { systemClock } from '../src/lib/clock.js';
import { listingsById } from '../src/resources/listings/listing.queries.js';
import { searchRecord } from '../src/resources/listings/listing.record.js';
import type { Scope } from '../src/store/directory/key-directory.js';
import type { PreparedFiles } from './prepared-load.js';
import { neighborhoodsOf, openProduct, type Product } from './product.js';
import { makeDistinctSearches, makeSearches, repeatSearches, type Search } from './searches.js';
import { CLIENT } from './workspace.js';

/** The number of different searches of each kind. */
const OF_EACH = 400;

/** The records that are made at once. */
const PORTION = 500;

/** The distinct ones among the repeating searches, whose answers are kept in memory by a server. */
const REPEATING = 5000;

/** So many searches of each kind that no measurement asks one of them twice. */
const DISTINCT_OF_EACH = 20_000;

/** The questions that most visitors ask. */
const QUESTIONS = 200;

const [files, keyCount] = process.argv.slice(2);
const product = await openProduct();
const made = JSON.parse(files ?? '') as PreparedFiles;
const neighborhoods = await neighborhoodsOf(product.tenant);
const random = new Random(3, 'searches');
write(made.searches, makeSearches(OF_EACH, neighborhoods, random));
const distinct = makeDistinctSearches(DISTINCT_OF_EACH, neighborhoods, random);
write(made.distinct, distinct);
const questions = distinct.slice(REPEATING, REPEATING + QUESTIONS);
write(made.repeating, repeatSearches(questions, distinct.slice(0, REPEATING), random));
writeFileSync(made.keys, JSON.stringify(await makeKeys(product, Number(keyCount), 'website')));
writeFileSync(made.writeKeys, JSON.stringify(await makeKeys(product, 1, 'manage')));
await writeTexts(product, made.texts);
await product.services.close();

function write(file: string, searches: readonly Search[]): void {
  writeFileSync(file, JSON.stringify(searches));
}

async function makeKeys({ services }: Product, count: number, scope: Scope): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const { apiKey } = await issueKey(
      services,
      { tenant: CLIENT, scopes: [scope], addresses: [], privateAccess: false },
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
