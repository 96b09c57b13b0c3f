/**
 * Makes the database of the peers: one flat table with a row for each listing, which has the fields of
 * a record, its status and its neighborhood. Arguments: the file of texts, the tenant's database, and
 * the file to make.
 */
import Sqlite from 'better-sqlite3';

const [texts = '', tenant = '', made = ''] = process.argv.slice(2);
const database = new Sqlite(made);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = OFF');
database.prepare('attach ? as tenant').run(tenant);
database.prepare('attach ? as texts').run(texts);

const sample = database.prepare('select text from texts.record limit 1').pluck().get() as string;
const fields = Object.entries(JSON.parse(sample)).filter(([name]) => name !== 'main_id');
const typeOf = (value: unknown): string => (typeof value === 'number' ? 'real' : 'text');
const columns = fields.map(([name, value]) => `${name} ${typeOf(value)}`);
database.exec(
  `create table listings (
     main_id integer primary key, status integer not null, neighborhood_id integer not null, ${columns.join()})`,
);
const values = fields.map(([name]) => `text ->> '$.${name}'`);
database.exec(
  `insert into listings
   select r.id, s.status, s.neighborhood_id, ${values.join()}
   from texts.record r join tenant.listing_search s on s.id = r.id order by r.id`,
);
// The two indexes that lead Portico's own search, so that no peer is slow for want of one.
database.exec(
  `create index listings_price on listings (status, financials_price, essentials_beds, neighborhood_id);
   create index listings_place on listings (neighborhood_id, status, financials_price, essentials_beds);
   analyze`,
);
database.close();
