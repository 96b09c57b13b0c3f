import { Type } from 'typebox';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { Call, Endpoint } from '../endpoint.js';
import { Photo, photoRecord } from '../listings/photo.record.js';
import { paramReader } from '../params.js';
import { buildingSearchParams } from './building.params.js';
import { askedPrices, type BuildingRow, buildingById, findBuildings } from './building.queries.js';
import { Building, buildingRecord } from './building.record.js';
import { photosOfBuilding } from './building-photo.queries.js';

const tag = 'Buildings and neighborhoods';

const BuildingPage = Type.Object(
  {
    TOTAL_COUNT: Type.Integer({ description: 'Matches in all, whatever the page' }),
    BUILDINGS: Type.Array(Building),
  },
  { $id: 'BuildingPage', additionalProperties: false },
);

const readSearch = paramReader(buildingSearchParams);

/** The reads of buildings. R36, R39. */
export const buildingEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/buildings',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'Search buildings',
    params: buildingSearchParams,
    answer: BuildingPage,
    handle: async ({ client, raw }: Call) => {
      const { total, rows } = await findBuildings(client.database, readSearch(raw));
      return { TOTAL_COUNT: total, BUILDINGS: await records(client.database, rows) };
    },
  },
  {
    method: 'GET',
    path: '/buildings/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'One building',
    segment: 'Building id',
    params: {},
    answer: Type.Array(Building, { maxItems: 1 }),
    handle: async ({ client, id }: Call) =>
      records(client.database, await buildingById(client.database, id)),
  },
  {
    method: 'GET',
    path: '/buildings/photos/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'Photos of a building',
    segment: 'Building id',
    params: {},
    answer: Type.Array(Photo),
    handle: async ({ client, context, id }: Call) =>
      (await photosOfBuilding(client.database, id)).map((photo) => photoRecord(photo, context)),
  },
];

async function records(database: ClientDatabase, rows: readonly BuildingRow[]) {
  const asked = await askedPrices(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => buildingRecord(row, asked.get(row.id)));
}
