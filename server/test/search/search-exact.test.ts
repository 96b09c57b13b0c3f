import { beforeAll, expect, it } from 'vitest';
import { CUSTOM_VALUE_INDEXED } from '../../src/store/tenant/tables.js';
import { forEachDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { serverFor } from '../rig/server.js';
import { found } from './asking.js';

/** Values that begin alike as far as the index has them, and differ behind it. */
const LONG = `${'x'.repeat(CUSTOM_VALUE_INDEXED)} north`;
const LONG_TOO = `${'x'.repeat(CUSTOM_VALUE_INDEXED)} south`;
/** Each of these characters is two units of UTF-16. */
const HOUSES = '🏠'.repeat(CUSTOM_VALUE_INDEXED);

forEachDatabase('searches at the edge of a value', (database) => {
  const server = serverFor(database);
  const key = { of: '' };
  const ids = (fields: Record<string, string>) =>
    found(server, key.of, String(new URLSearchParams(fields)));

  beforeAll(async () => {
    await server.addTenant('acme');
    key.of = await server.addKey('acme');
    await server.put('acme', 'listings', [
      aListing({ main_id: 1, custom_Zone: LONG, lease_term_min: 10, lease_term_max: 24 }),
      aListing({ main_id: 2, custom_Zone: LONG_TOO, lease_term_min: 11, lease_term_max: 24 }),
      aListing({ main_id: 3, custom_Zone: HOUSES, lease_term_min: 12, lease_term_max: 24 }),
      aListing({ main_id: 4, custom_Zone: `${HOUSES}.`, labels: ['2nd floor'] }),
      aListing({ main_id: 5, labels: ['2'] }),
    ]);
  });

  it('find a custom value that is longer than its index', async () => {
    expect(await ids({ customValue: LONG })).toEqual([1]);
    expect(await ids({ customValue: `Zone:${LONG_TOO}` })).toEqual([2]);
    expect(await ids({ customValue: 'x'.repeat(CUSTOM_VALUE_INDEXED) })).toEqual([]);
  });

  it('cut a custom value by characters', async () => {
    expect(await ids({ customValue: HOUSES })).toEqual([3]);
    expect(await ids({ customValue: `zone:${HOUSES}.` })).toEqual([4]);
  });

  it('find a label that begins with a digit by its name', async () => {
    expect(await ids({ label: '2nd FLOOR' })).toEqual([4]);
    expect(await ids({ label: '2nd' })).toEqual([]);
  });

  it('know a term as short below twelve months', async () => {
    expect(await ids({ shortTerm: 'true' })).toEqual([1, 2]);
  });
});
