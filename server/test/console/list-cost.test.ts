import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { statementsOf } from '../rig/queries.js';
import { type Browser, consoleFor } from './console.js';

forEachDatabase('what a list of the console costs', (database) => {
  const console = consoleFor(database);
  let owner: Browser;

  beforeAll(async () => {
    const { server } = console;
    await server.addTenant('acme');
    await server.addTenant('many');
    const ids = [1, 2, 3, 4, 5];
    await server.put(
      'acme',
      'listings',
      ids.map((main_id) => aListing({ main_id, main_street: 'Elm Street' })),
    );
    await server.put(
      'acme',
      'clients',
      ids.map((id) => ({ id, firstName: 'Elm', email: `${id}@example.com` })),
    );
    await server.put(
      'acme',
      'offices',
      ids.map((id) => ({ id, name: `Elm ${id}` })),
    );
    owner = await console.person('owner@example.com', 'owner');
  });

  const statements = (path: string) =>
    statementsOf(console.server, 'acme', async () => {
      const answer = await owner.get(`/api/brokerages/acme/${path}`);
      expect([path, answer.statusCode]).toEqual([path, 200]);
    });

  test('the same few statements, however many records it shows', async () => {
    for (const kind of ['listings', 'clients', 'offices']) {
      const one = await statements(`${kind}?perPage=1`);
      const five = await statements(`${kind}?perPage=5`);
      expect([kind, five.length]).toEqual([kind, one.length]);
    }
  });

  test('one look at the table that is searched', async () => {
    const looks = (await statements('listings?q=elm')).filter((text) => /lower\(/.test(text));
    expect(looks).toHaveLength(1);
  });

  test('counts no further than anybody pages, and sorts more only by an index', async () => {
    const { db } = await console.database('many');
    const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 10001)`;
    await db
      .insertInto('listing_search')
      .columns(['id', 'status', 'price'])
      .expression(sql`${numbers} select i, 1, i from n`)
      .execute();
    const page = (query: string) => owner.get(`/api/brokerages/many/listings?perPage=1${query}`);
    const SALE = '&main_status=For%20Sale';
    for (const query of ['', SALE, `${SALE}&sort=financials_price`]) {
      expect([query, (await page(query)).json()]).toMatchObject([
        query,
        { total: 10_000, more: true },
      ]);
    }
    for (const query of ['&sort=financials_price', `${SALE}&sort=essentials_beds`]) {
      const refused = await page(query);
      expect([query, refused.statusCode, refused.json().error.message]).toEqual([
        ...[query, 400, expect.stringContaining('more than 10000 records are too many to sort by')],
      ]);
    }
  });
});
