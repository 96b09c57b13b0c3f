import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { sharedData } from '../rig/shared-data.js';
import { temporaryFolder } from '../rig/temp.js';
import { takeMapped } from './taken.js';

interface Area {
  readonly id: string;
  readonly name: string;
  readonly parent_id: number | null;
}

type Answer = Readonly<Record<string, unknown>>;

const AREAS = "StreetEasy's tree of areas";
const areas = sharedData('neighborhoods/streeteasy_areas.json.gz', AREAS);
const BUILDINGS = 'the buildings of the housing department';
const buildings = sharedData('buildings/hpd_housing_new_york_units_by_building.csv.gz', BUILDINGS);

const unpacked = (file: string) => gunzipSync(readFileSync(file)).toString();

describe.skipIf(areas === undefined)(AREAS, () => {
  forEachDatabase('through a mapping', (database) => {
    const server = serverFor(database);

    it('comes back whole, parents and all', async () => {
      await server.addTenant('acme');
      const key = await server.addKey('acme');
      const rejects = join(temporaryFolder(), 'rejects.ndjson');
      const summary = await takeMapped(server, 'acme', areas ?? '', 'streeteasy-areas', rejects);
      expect(summary).toEqual({
        neighborhoods: { read: 349, written: 349, rejected: 0 },
        rejects: null,
        ignored: { neighborhoods: ['level', 'map_coordinates', '__typename'] },
      });
      const source = JSON.parse(unpacked(areas ?? '')) as { data: { areas: Area[] } };
      const expected = source.data.areas.map(({ id, name, parent_id }) => ({
        cat_id: Number(id),
        cat_name: name,
        img: '',
        imgname: '',
        parent: parent_id ?? 0,
        sort: 0,
        text_1: '',
      }));
      expected.sort((one, other) => one.cat_id - other.cat_id);
      expect(await server.get(key, '/neighborhoods')).toEqual(expected);
      expect(await server.get(key, '/neighborhoods/105')).toMatchObject([
        { cat_name: 'Tribeca', parent: 102 },
      ]);
    });
  });
});

describe.skipIf(buildings === undefined)(BUILDINGS, () => {
  forEachDatabase('through a mapping', (database) => {
    const server = serverFor(database);
    const rejects = join(temporaryFolder(), 'rejects.ndjson');
    let key = '';
    /** The last row of each building, by its id. */
    let rows: readonly Readonly<Record<string, string>>[] = [];

    beforeAll(async () => {
      await server.addTenant('acme');
      key = await server.addKey('acme');
      const summary = await takeMapped(server, 'acme', buildings ?? '', 'hpd-buildings', rejects);
      // 17 rows are of a building that another row has told of, 978 of a place that is secret.
      expect(summary).toEqual({
        buildings: { read: 4732, written: 3754, rejected: 978 },
        rejects,
        ignored: expect.anything(),
        reasons: { buildings: [expect.objectContaining({ field: 'id', count: 978, line: 28 })] },
      });
      const all = parse(unpacked(buildings ?? ''), { columns: true }) as Record<string, string>[];
      const named = all.filter((row) => row['Building ID'] !== '');
      rows = [...new Map(named.map((row) => [Number(row['Building ID']), row]))]
        .sort(([one], [other]) => one - other)
        .map(([, row]) => row);
    });

    it('come back whole, page by page', async () => {
      expect(rows).toHaveLength(3737);
      const found: Answer[] = [];
      for (let page = 1; page <= 75; page += 1) {
        const answer = (await server.get(key, `/buildings?count=50&page=${page}`)) as {
          TOTAL_COUNT: number;
          BUILDINGS: Answer[];
        };
        expect(answer.TOTAL_COUNT).toBe(3737);
        found.push(...answer.BUILDINGS);
      }
      const shown = found.map(({ id, name, house, address, city, state, zip, units, type }) => {
        return { id, name, house, address, city, state, zip, units, type };
      });
      expect(shown).toEqual(
        rows.map((row) => ({
          id: Number(row['Building ID']),
          name: row['Project Name'],
          house: row.Number,
          address: `${row.Number} ${row.Street}`,
          city: row.Borough === 'Manhattan' ? 'New York' : row.Borough,
          state: 'NY',
          zip: row.Postcode,
          units: Number(row['Total Units']?.replace(',', '')),
          type: 'Apartment',
        })),
      );
    });

    it('are found by what they are', async () => {
      const fresh = rows.filter((row) => row['Reporting Construction Type'] === 'New Construction');
      const answer = await server.get(key, '/buildings?amenities=newConstruction');
      expect(answer).toMatchObject({ TOTAL_COUNT: fresh.length });
      expect(await server.get(key, '/buildings?hasListings=true')).toEqual({
        TOTAL_COUNT: 0,
        BUILDINGS: [],
      });
    });

    it('are rejected where they have no id, with their line', () => {
      const lines = readFileSync(rejects, 'utf8').trim().split('\n');
      expect(lines).toHaveLength(978);
      for (const line of lines) {
        expect(JSON.parse(line)).toMatchObject({
          field: 'id',
          reason: '"" was given; accepted is a whole number from 1',
          record: { Number: '----' },
        });
      }
    });
  });
});
