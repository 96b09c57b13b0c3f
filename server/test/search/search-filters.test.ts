import { beforeAll, describe, expect, it } from 'vitest';
import { text } from '../../src/api/params.js';
import { type Filters, searchParams } from '../../src/search/params/listing.params.js';
import { forEachDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { found } from './asking.js';
import { cases } from './filter-cases.js';
import { openMarket, RENTALS } from './market.js';

describe('the table of filters', () => {
  it('has a case for every parameter that a search declares', () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(searchParams).sort());
    for (const [name, given] of Object.entries(cases)) {
      const asks = given.some(([query]) => new URLSearchParams(query).has(name));
      expect(asks, `a case of ${name}`).toBe(true);
    }
  });
});

forEachDatabase('A search', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  beforeAll(async () => {
    held.key = await openMarket(server);
  });

  it.each(Object.keys(cases) as (keyof typeof cases)[])('filters by %s', async (name) => {
    for (const [query, ids] of cases[name]) {
      expect([query, await found(server, held.key, query)]).toEqual([query, ids]);
    }
  });

  it('narrows with every further filter', async () => {
    const both = [
      ['status=1&bedsMin=2&taxesMax=300', [203, 205]],
      ['status=1&bedsMin=2&taxesMax=300&minSize=801', []],
      ['cat=11&pets=1,2&address=plain', [102, 103]],
      ['cat=12&pets=1,2', []],
      ['agent=1&status=2&type=N/A&extras=featured', []],
      ['status=1,2,22&buildingId=52&yearBuiltMin=2000', [204]],
      ['label=2&address=chelsea&cat=11,12', [154, 155]],
    ] as const;
    for (const [query, ids] of both) {
      expect([query, await found(server, held.key, query)]).toEqual([query, ids]);
    }
  });

  it('reads names and closed values in any letter case, and leaves out what is empty or unknown', async () => {
    const spelled = [
      ['PETS=1&Status=2', [102]],
      ['TYPE=cOnDo', [114]],
      ['AMENITIES=PETS,NoFee', []],
      ['buildingfeatures=pETS', [102, 103, 104, 105, 106]],
      ['minleaseterm=13', [137]],
      ['ADDdescription=TRUE&pets=1', [102]],
      ['pets=&type=&priceMin=&page=&status=&label=&pets=1', [102]],
      ['pets=1&colour=blue&__proto__=1&constructor=2&toString=3', [102]],
      ['pets=,1,,', [102]],
      ['status=,', RENTALS],
      ['pets=%20,%20', RENTALS],
      ['cat=,', RENTALS],
      ['pets=1&pets=2', [102, 103]],
      ['pets=1&PETS=1,2', [102, 103]],
      ['agent=2&AGENT=2', [134]],
    ] as const;
    for (const [query, ids] of spelled) {
      expect([query, await found(server, held.key, query)]).toEqual([query, ids]);
    }
  });
});

it('A parameter without a condition does not compile', () => {
  // @ts-expect-error `city` has none.
  const lacking: Filters = { ...searchParams, city: text(100) };
  expect(lacking.city).not.toHaveProperty('conditions');
});
