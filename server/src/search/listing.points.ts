import { fragment } from '../store/engines/fragment.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { runPrepared } from '../store/tenant/prepared.js';
import { hasPoint } from './conditions/place.filters.js';
import { type Filter, filteredRows } from './listing.search.js';

/** A match with its point, in millionths of a degree. */
export interface FoundPoint {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly price: number;
}

/** All matches that have coordinates, in no order. */
export async function pointsOf(database: TenantDatabase, filter: Filter): Promise<FoundPoint[]> {
  const placed = { ...filter, conditions: [...filter.conditions, hasPoint] };
  const rows = filteredRows(database, placed);
  const points = fragment('points', [rows], (rows) =>
    rows.select(['s.id', 's.latitude', 's.longitude', 's.price']),
  );
  return (await runPrepared(database, points)) as FoundPoint[];
}
