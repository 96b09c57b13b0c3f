import { beforeEach, expect, it } from 'vitest';
import { feedDisplay } from '../../../src/api/named-settings.js';
import { isoDate, stampDate } from '../../../src/lib/dates.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';

const DAY_MS = 86_400_000;
const ZONE = 'America/New_York';

interface Page {
  readonly TOTAL_COUNT: number;
  readonly LISTINGS: readonly Record<string, unknown>[];
}

forEachDatabase('what a listing cost before', (database) => {
  const server = serverFor(database);
  let count = 0;
  let name: string;
  let key: string;
  let acme: TenantDatabase;
  beforeEach(async () => {
    count += 1;
    name = `acme${count}`;
    await server.addTenant(`mls${count}`, { kind: 'mls' });
    const tenant = await server.addTenant(name, { mls_feed: `mls${count}` });
    acme = await server.services.tenants.database(tenant);
    key = await server.addKey(name);
  });

  /** Stores a listing, and says when. */
  const put = async (values: object, id = 1, to = name) => {
    await server.put(to, 'listings', [{ ...aListing({ main_id: id }), ...values }]);
    return stampDate(server.clock.now(), ZONE);
  };
  /** What calls take of the clock is less than a minute. */
  const days = (number: number) => server.clock.advance(number * DAY_MS);
  const get = (path: string) => server.get(key, path);
  const history = (id = 1) => get(`/properties/${id}/history`) as Promise<object[]>;
  const fields = async (told = '') => {
    const { LISTINGS } = (await get(`/properties?addHistory=true${told}`)) as Page;
    const [{ listed, days_on_market, price_before, price_changed } = {}] = LISTINGS;
    return [listed, days_on_market, price_before, price_changed];
  };
  const dropped = async (within: number, status = 2) => {
    const page = (await get(`/properties?priceDrop=${within}&status=${status}`)) as Page;
    return page.LISTINGS.map(({ main_id }) => main_id).sort();
  };

  it('is its history, the newest change first', async () => {
    const first = await put({ financials_price: 1000, main_status: 'For Rent' });
    days(2);
    const second = await put({ financials_price: 900, main_status: 'For Rent' });
    days(2);
    const third = await put({ financials_price: 950, main_status: 'Rented' });
    expect(await history()).toEqual([
      {
        ...{ date: third, price: 950, status: 'Rented' },
        ...{ changed: ['price', 'status'], price_before: 900 },
      },
      {
        ...{ date: second, price: 900, status: 'For Rent' },
        ...{ changed: ['price'], price_before: 1000 },
      },
      { date: first, price: 1000, status: 'For Rent', changed: ['listed'] },
    ]);
  });

  it('is empty for a listing that is not there, was removed, or is of a feed', async () => {
    await put({ financials_price: 700 }, 5, `mls${count}`);
    await put({ financials_price: 1000 });
    expect(await history(2)).toEqual([]);
    expect(await history(5)).toEqual([]);
    await acme.db.deleteFrom('listing').where('id', '=', 1).execute();
    expect(await history()).toEqual([]);
  });

  it('has the newest 200 changes, of which the last is not the beginning', async () => {
    await put({ financials_price: 1 });
    const rows = Array.from({ length: 250 }, (_, at) => ({
      ...{ listing_id: 1, at: at + 1, price: at, status: 2 },
    }));
    await acme.db.insertInto('listing_history').values(rows).execute();
    const all = (await history()) as { changed: string[] }[];
    expect(all).toHaveLength(200);
    expect(all.at(-1)?.changed).toEqual([]);
  });

  it('is added to searches and to the listing, and with addIso in ISO 8601, too', async () => {
    const now = server.clock.now();
    const first = await put({ financials_price: 1000 });
    expect(await fields()).toEqual([first, 0, 0, '']);
    days(3);
    const later = server.clock.now();
    const second = await put({ financials_price: 900 });
    days(4);
    expect(await fields()).toEqual([first, 7, 1000, second]);
    const [record] = (await get('/properties/1?addHistory=true&addIso=true')) as object[];
    expect(record).toMatchObject({
      ...{ listed: first, listed_iso: isoDate(now, ZONE), days_on_market: 7 },
      ...{ price_before: 1000, price_changed_iso: isoDate(later, ZONE) },
    });
  });

  it('counts days until a listing is taken, and from 0 again when it comes back', async () => {
    const first = await put({ financials_price: 1000, main_status: 'For Rent' });
    days(5);
    await put({ financials_price: 1000, main_status: 'App. Pending' });
    days(5);
    expect(await fields('&status=21')).toEqual([first, 5, 0, '']);
    await put({ financials_price: 1000, main_status: 'Rented' });
    days(300);
    expect(await fields('&status=22')).toEqual([first, 5, 0, '']);
    const again = await put({ financials_price: 1100, main_status: 'For Rent' });
    days(1);
    expect(await fields()).toEqual([again, 1, 0, '']);
  });

  it('begins again where a listing moves between sale and rent', async () => {
    await put({ financials_price: 900_000, main_status: 'For Sale' });
    days(5);
    const moved = await put({ financials_price: 4500, main_status: 'For Rent' });
    days(1);
    expect(await fields()).toEqual([moved, 1, 0, '']);
    const lower = await put({ financials_price: 4400, main_status: 'App. Pending' });
    expect(await fields('&status=21')).toEqual([moved, 1, 4500, lower]);
  });

  it('is unknown of a listing from before there was a history, and left out of a feed', async () => {
    await put({ financials_price: 1000 });
    await acme.db.deleteFrom('listing_history').execute();
    expect(await fields()).toEqual(['', '', 0, '']);
    await put({ financials_price: 700 }, 5, `mls${count}`);
    expect(await fields('&isMLS=true')).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('of a listing of a feed is answered where the feed allows it', async () => {
    const feed = `mls${count}`;
    const first = await put({ financials_price: 700 }, 5, feed);
    days(2);
    const second = await put({ financials_price: 600 }, 5, feed);
    const set = async (value: string) => {
      const display = feedDisplay.change('', [`history=${value}`]);
      await server.services.directory.setTenant(feed, { display });
      days(1);
    };
    const ofFeed = () => get('/properties/5/history?isMLS=true');
    const told = async () => [await ofFeed(), await fields('&isMLS=true')];
    const none = [[], [undefined, undefined, undefined, undefined]];
    expect(await told()).toEqual(none);
    await set('no');
    expect(await told()).toEqual(none);
    await set('yes');
    expect(await ofFeed()).toMatchObject([{ date: second, price_before: 700 }, { date: first }]);
    expect(await fields('&isMLS=true')).toEqual([first, 4, 700, second]);
    expect(await history(5)).toEqual([]);
  });

  it('of a feed finds no drops where the feed forbids to tell them', async () => {
    const feed = `mls${count}`;
    for (const [to, id] of [
      [feed, 5],
      [name, 1],
    ] as const) {
      await put({ financials_price: 700 }, id, to);
      await put({ financials_price: 600 }, id, to);
    }
    const found = async (isMLS: string) => {
      const page = (await get(`/properties?priceDrop=7&isMLS=${isMLS}`)) as Page;
      return page.LISTINGS.map(({ main_id }) => main_id).sort();
    };
    expect(await found('include')).toEqual([1, 5]);
    const display = feedDisplay.change('', ['history=no']);
    await server.services.directory.setTenant(feed, { display });
    days(1);
    expect([await found('include'), await found('true')]).toEqual([[1], []]);
  });

  it('is told by no custom value where the license of the feed forbids it', async () => {
    const feed = `mls${count}`;
    await put(
      {
        ...{
          custom_original_price: '900',
          custom_previous_price: '800',
          custom_days_on_market: '9',
        },
        ...{
          custom_ClosePrice: '7',
          custom_price_change: 'x',
          custom_price_per_foot: '5',
          custom_view: 'Lake',
        },
      },
      5,
      feed,
    );
    const told = async (path: string) => {
      const answer = JSON.stringify(await get(path));
      return [...answer.matchAll(/custom_(\w+)/g)].map(([, custom]) => custom).sort();
    };
    const search = '/properties?addCustomValues=true&isMLS=true';
    const all = [
      'ClosePrice',
      'days_on_market',
      'original_price',
      'previous_price',
      'price_change',
      'price_per_foot',
      'view',
    ];
    expect(await told(search)).toEqual(all);
    await server.services.directory.setTenant(feed, {
      display: feedDisplay.change('', ['history=no']),
    });
    days(1);
    for (const path of [
      search,
      '/properties/5?addCustomValues=true&isMLS=true',
      '/changes?isMLS=true&records=true',
    ]) {
      expect(await told(path)).toEqual(['price_per_foot', 'view']);
    }
  });

  it('finds listings by a price that was lowered lately and is still lower', async () => {
    const prices = async (id: number, ...each: readonly number[]) => {
      for (const financials_price of each) {
        await put({ financials_price, main_status: 'For Rent' }, id);
      }
    };
    await prices(1, 1000);
    await prices(2, 1000, 900);
    await prices(3, 1000, 900, 1000);
    await prices(4, 1000, 800, 900);
    await prices(5, 900, 1000);
    await put({ financials_price: 500_000, main_status: 'For Sale' }, 6);
    await put({ financials_price: 3000, main_status: 'For Rent' }, 6);
    // Lowered for sale, then let: no drop of its rent. And without a price there is none.
    await put({ financials_price: 900_000, main_status: 'For Sale' }, 7);
    await put({ financials_price: 850_000, main_status: 'For Sale' }, 7);
    await put({ financials_price: 3500, main_status: 'For Rent' }, 7);
    await prices(8, 1000, 0);
    days(6);
    await prices(1, 950);
    expect(await dropped(5)).toEqual([1]);
    expect(await dropped(7)).toEqual([1, 2, 4]);
    expect(await dropped(7, 1)).toEqual([]);
    days(2);
    expect(await dropped(7)).toEqual([1]);
  });
});
