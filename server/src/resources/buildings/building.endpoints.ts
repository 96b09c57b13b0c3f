import { Type } from 'typebox';
import { endpoint } from '../../api/endpoint.js';
import type { AnswerContext } from '../../api/request-context.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { building } from '../kinds/building.fields.js';
import { Photo, photoRecord } from '../listings/photo.record.js';
import { type BuildingRow, buildingRecords, buildingsById } from './building.js';
import { buildingSearchParams, findBuildings } from './building.search.js';
import { photosOfBuilding } from './building-photo.js';

const tag = 'Buildings and neighborhoods';

const BuildingPage = Type.Object(
  {
    TOTAL_COUNT: Type.Integer({ description: 'Matches in all, whatever the page' }),
    BUILDINGS: Type.Array(building.schema),
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
    handle: async ({ tenant, context }, params) => {
      const { total, rows } = await findBuildings(tenant.database, params);
      return { TOTAL_COUNT: total, BUILDINGS: await recordsOf(tenant.database, rows, context) };
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
    description: 'Answers an array with one record; an empty array if there is none.',
    segment: 'Building id',
    answer: Type.Array(building.schema, { maxItems: 1 }),
    handle: async ({ tenant: { database }, context, segment }) =>
      recordsOf(database, await buildingsById(database, [segment]), context),
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
      'Answers the photos in the order in which to show them; an empty array if there is no such building.',
    segment: 'Building id',
    answer: Type.Array(Photo),
    handle: async ({ tenant, context, segment }) =>
      (await photosOfBuilding(tenant.database, segment)).map((photo) =>
        photoRecord(photo, context),
      ),
  }),
];

async function recordsOf(
  database: TenantDatabase,
  rows: readonly BuildingRow[],
  context: AnswerContext,
) {
  return rows.map(await buildingRecords(database, rows, context));
}
