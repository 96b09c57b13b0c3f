import type { Kysely } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { PASSWORD, Website } from '../resources/members/website.js';
import { forEachDatabase } from '../rig/databases.js';
import { aBuilding, aListing } from '../rig/makers.js';
import { databaseOf, statementsTo } from '../rig/queries.js';
import { serverFor } from '../rig/server.js';
import { laidOut } from './layout.js';

/*
 * The text of each statement that is sent often, so that a change of it is seen in review. A statement
 * that is meant to change is written again by `npm test -- test/sql -u`.
 */

/** More than a search collects before it reads in the order of an index. */
const LISTINGS = 320;

const CATS = [1, 2, 3];

/** What a website reads, by the name of the file that shows how. */
const READS = {
  'search-default': '/properties?',
  'search-price-beds-neighborhoods':
    '/properties?priceMin=1000&priceMax=9000&bedsMin=1&bedsMax=3&cat=1,2,3',
  'search-few-in-neighborhoods': '/properties?priceMin=1000&priceMax=1100&bedsMin=1&cat=1,2,3',
  'search-amenities': '/properties?amenities=doorman,dishwasher&status=1,2',
  'search-neighborhood-every-status': '/properties?cat=1&status=1,2,11,12,21,19,22',
  'search-sold-by-size': '/properties?status=19&sort=size',
  'search-two-statuses-by-date': '/properties?status=2,19&sort=date',
  'search-random': '/properties/random/10?cat=1,2&bedsMin=1',
  'search-buildings': '/buildings?cat=1,2&hasListings=true',
} as const;

forEachDatabase('The text of the statements', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  const held: { client?: Kysely<never> } = {};

  beforeAll(async () => {
    await site.open();
    const cats = CATS.map((id) => ({ cat_id: id, cat_name: `Quarter ${id}` }));
    await server.put('acme', 'neighborhoods', cats);
    await server.put('acme', 'buildings', [aBuilding({ id: 1, cat: 1 })]);
    const listings = Array.from({ length: LISTINGS }, (_, at) =>
      aListing({
        main_id: at + 1,
        main_neighborhood: `Quarter ${CATS[at % CATS.length]}`,
        financials_price: 1000 + 10 * at,
        essentials_beds: 2,
        essentials_building: 1,
      }),
    );
    await server.put('acme', 'listings', listings);
    held.client = await databaseOf(server, 'acme');
  });

  /** What the tenant's database is sent by `work`, but for the look at the revision. */
  const sent = async (work: () => Promise<unknown>): Promise<string[]> => {
    const statements = await statementsTo(held.client as Kysely<never>, () =>
      server.inThisProcess(work),
    );
    return statements.filter((statement) => !isRevision(statement));
  };
  const expectText = async (name: string, about: string, statements: readonly string[]) => {
    const texts = statements.map((statement) => `${laidOut(statement)};\n`);
    await expect([`-- ${about}\n`, ...texts].join('\n')).toMatchFileSnapshot(
      `${database.kind}/${name}.sql`,
    );
  };

  it.each(Object.entries(READS))('of %s, three at the most', async (name, path) => {
    const statements = await sent(() => server.get(site.key, path));
    expect(statements.length).toBeLessThanOrEqual(3);
    const [found, ids] = [statements.filter((text) => !isPage(text)), statements.filter(isPage)];
    // Records that are kept since an earlier read are not read again, and read as `page-by-ids` shows.
    expect(ids.length).toBeLessThanOrEqual(1);
    await expectText(name, `GET ${path}`, found);
  });

  it('of facets, one for those without a filter and one for each of the others', async () => {
    const facets = 'status,type,beds,bath,neighborhood,pets,amenities,price,size';
    const path = `/properties?list=false&facets=${facets}&cat=1,2&priceMin=1000&amenities=doorman`;
    await expectText('search-facets', `GET ${path}`, await sent(() => server.get(site.key, path)));
  });

  it('of the page by ids', async () => {
    const path = '/properties?addDescription=true';
    const statements = await sent(() => server.get(site.key, path));
    await expectText('page-by-ids', `GET ${path}`, statements.filter(isPage));
  });

  it('of the look at the revision', async () => {
    const db = held.client as Kysely<never>;
    const read = () => server.inThisProcess(() => server.get(site.key, '/properties'));
    const statements = (await statementsTo(db, read)).filter(isRevision);
    await expectText('revision', 'Each read with an entity tag', statements.slice(0, 1));
  });

  it('of the look for a key', async () => {
    const key = await server.addKey('acme');
    const db = server.services.directory.tables.db as unknown as Kysely<never>;
    const read = () => server.inThisProcess(() => server.get(key, '/properties'));
    const statements = (await statementsTo(db, read)).filter((text) => text.includes('"api_key"'));
    await expectText('key', 'The first call with a key', statements);
  });

  it('of the view counter', async () => {
    const views = () => site.post('/properties/viewCounter/', { listingID: 1 });
    const statements = await statementsTo(held.client as Kysely<never>, () =>
      server.inThisProcess(views),
    );
    await expectText('view-counter', 'POST /properties/viewCounter/', statements);
  });

  it('of a login', async () => {
    const email = 'mia@example.com';
    await server.inThisProcess(() => site.register({ email }));
    const login = () => site.get('/account/getVerifiedStatus', { email, password: PASSWORD });
    await expectText('member-login', 'GET /account/getVerifiedStatus', await sent(login));
  });
});

function isRevision(statement: string): boolean {
  return /^select\b.*\bfrom\b.*"revision"/.test(statement);
}

/** Whether this is the read of listings by their ids. */
function isPage(statement: string): boolean {
  return statement.includes('"listing" as "l"');
}
