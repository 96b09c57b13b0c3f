import { Type } from 'typebox';
import { endpoint } from '../../api/endpoint.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { Photo, photoRecord } from '../listings/photo.record.js';
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

/** The reads of buildings. R36, R39. */
export const buildingEndpoints = [
  endpoint({
    method: 'GET',
    path: '/buildings',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'searchBuildings',
    summary: 'Search buildings',
    description:
      'Finds buildings, active or not, page by page, with the number of all matches in `TOTAL_COUNT`. Each filter narrows.',
    params: buildingSearchParams,
    answer: BuildingPage,
    emptyPage: { TOTAL_COUNT: 0, BUILDINGS: [] },
    handle: async ({ tenant }, params) => {
      const { total, rows } = await findBuildings(tenant.database, params);
      return { TOTAL_COUNT: total, BUILDINGS: await records(tenant.database, rows) };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/buildings/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getBuilding',
    summary: 'One building',
    description: 'Answers an array of one record, and an empty array when there is none.',
    segment: 'Building id',
    answer: Type.Array(Building, { maxItems: 1 }),
    handle: async ({ tenant, segment }) =>
      records(tenant.database, await buildingById(tenant.database, segment)),
  }),
  endpoint({
    method: 'GET',
    path: '/buildings/photos/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getBuildingPhotos',
    summary: 'Photos of a building',
    description:
      'Answers the photos in the order in which to show them; an empty array when there is no such building.',
    segment: 'Building id',
    answer: Type.Array(Photo),
    handle: async ({ tenant, context, segment }) =>
      (await photosOfBuilding(tenant.database, segment)).map((photo) =>
        photoRecord(photo, context),
      ),
  }),
];

async function records(database: TenantDatabase, rows: readonly BuildingRow[]) {
  const prices = await askedPrices(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => buildingRecord(row, prices.get(row.id)));
}
