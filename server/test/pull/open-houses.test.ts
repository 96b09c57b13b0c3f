import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { revisionOf } from '../../src/store/tenant/write.js';
import { forEachDatabase } from '../rig/databases.js';
import type { Counterpart } from './counterpart.js';
import { feedOfPulls, keyOf } from './feed-of-pulls.js';
import { pullOnce, pullText } from './pulling.js';

const HOUR_MS = 3_600_000;

forEachDatabase('open houses that listings do not contain', (database) => {
  const rig = feedOfPulls(database);
  const { server } = rig;

  /** A feed that pulls listings and open houses. */
  async function source(kind: Counterpart['kind'], openHouse = '{ map: reso/open-house.yaml }') {
    const counterpart = await rig.source(kind);
    const text = pullText(counterpart.url, kind).replace(
      'take: { Property: { map: small.yaml } }',
      `take: { Property: { map: reso/property.yaml, fields: { main_status: { const: For Sale } } }, OpenHouse: ${openHouse} }`,
    );
    writeFileSync(join(rig.pulling.folder, 'pull.yaml'), text);
    return counterpart;
  }

  let houses = 0;
  function putHouse(counterpart: Counterpart, listing: number, day: string, more: object = {}) {
    houses += 1;
    const key = `H${String(houses).padStart(4, '0')}`;
    counterpart.put('OpenHouse', key, {
      ...{ ListingKey: keyOf(listing), MlgCanView: true, OriginatingSystemName: 'actris' },
      ...{ OpenHouseStartTime: `${day}T10:00:00`, OpenHouseEndTime: `${day}T12:00:00` },
      ...{ OpenHouseStatus: 'Active', OpenHouseType: 'Public', ...more },
    });
    return key;
  }

  async function shown(): Promise<unknown[]> {
    const { db } = rig.pulling.database;
    const columns = ['mls_no', 'openhouse', 'openhouse2'] as const;
    const rows = await db
      .selectFrom('listing')
      .select(columns)
      .where('openhouse', '<>', '')
      .execute();
    return rows
      .map(({ mls_no, openhouse, openhouse2 }) => [
        Number(mls_no.replace('ACT', '')),
        openhouse.slice(0, 10),
        openhouse2.slice(0, 10),
      ])
      .sort();
  }

  it.each(['mlsgrid', 'reso', 'trestle', 'bridge', 'spark'] as const)(
    'of %s come and go with the next two of each listing',
    async (kind) => {
      const counterpart = await source(kind);
      const [first, second, third, fourth] = [
        '2027-01-02',
        '2027-01-03',
        '2027-01-09',
        '2027-01-10',
      ];
      // More than a page, with one of a listing that is not here.
      const keys = [third, first, second].map((day) => putHouse(counterpart, 1, day as string));
      putHouse(counterpart, 2, fourth as string);
      putHouse(counterpart, 99, fourth as string);
      putHouse(counterpart, 3, second as string, { OpenHouseType: 'Broker' });
      putHouse(counterpart, 3, third as string, { OpenHouseStatus: 'Canceled' });
      server.clock.advance(HOUR_MS);
      const { listings } = await pullOnce(rig.pulling);
      expect(listings?.rejected).toBe(0);
      expect(await shown()).toEqual([
        [1, first, second],
        [2, fourth, ''],
      ]);
      // Listings that change keep theirs.
      server.clock.advance(10 * 60_000);
      const row = counterpart.table('Property').get(keyOf(1));
      counterpart.put('Property', keyOf(1), { ...row, ListPrice: 7 });
      counterpart.table('OpenHouse').delete(keys[1] as string);
      for (const [key, house] of counterpart.table('OpenHouse')) {
        if (house.ListingKey === keyOf(2)) {
          if (kind === 'mlsgrid')
            counterpart.put('OpenHouse', key, { ...house, MlgCanView: false });
          else counterpart.table('OpenHouse').delete(key);
        }
      }
      server.clock.advance(30 * 60_000);
      await pullOnce(rig.pulling);
      expect(await shown()).toHaveLength(2);
      server.clock.advance(30 * 60_000);
      await pullOnce(rig.pulling);
      expect(await shown()).toEqual([[1, second, third]]);
    },
  );

  it('write nothing where none has changed, and are read once an hour', async () => {
    const counterpart = await source('mlsgrid');
    putHouse(counterpart, 1, '2027-01-02');
    await pullOnce(rig.pulling);
    const requests = () => counterpart.calls.filter(({ path }) => path.endsWith('/OpenHouse'));
    expect(requests()).toHaveLength(1);
    const before = await revisionOf(rig.pulling.database);
    server.clock.advance(30 * 60_000);
    await pullOnce(rig.pulling);
    expect(requests()).toHaveLength(1);
    server.clock.advance(31 * 60_000);
    await pullOnce(rig.pulling);
    expect(requests()).toHaveLength(2);
    expect((await revisionOf(rig.pulling.database)).number).toBe(before.number);
    expect(await shown()).toHaveLength(1);
  });

  it('remove no listing, whatever the file says of records that are to go', async () => {
    const counterpart = await source('reso');
    putHouse(counterpart, 1, '2027-01-02', { StandardStatus: 'Canceled' });
    await pullOnce(rig.pulling);
    const { db } = rig.pulling.database;
    expect(await db.selectFrom('listing').select('id').execute()).toHaveLength(10);
    await source('reso', '{ map: reso/open-house.yaml, only: { OpenHouseStatus: [Active] } }');
    await expect(pullOnce(rig.pulling)).rejects.toMatchObject({
      problems: [expect.stringContaining('OpenHouse: "only" is unknown; accepted are map, fields')],
    });
  });
});
