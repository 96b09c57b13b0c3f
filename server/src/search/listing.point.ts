import type { Selectable } from 'kysely';
import { pointAt, vectorOf } from '../lib/geometry/globe.js';
import type { ListingSearchTable, ListingTable, TenantTables } from '../store/tenant/tables.js';

/** What a listing's place is made from: the building's coordinates count before its own (R76). */
type Placed = Pick<Selectable<ListingTable>, 'latitude' | 'longitude' | 'hide_address'>;
type Building = Pick<Selectable<TenantTables['building']>, 'latitude' | 'longitude'>;

type SearchPoint = Pick<
  Selectable<ListingSearchTable>,
  'latitude' | 'longitude' | 'globe_x' | 'globe_y' | 'globe_z'
>;

const NO_POINT: SearchPoint = {
  latitude: null,
  longitude: null,
  globe_x: null,
  globe_y: null,
  globe_z: null,
};

/**
 * A hundredth of a degree is about a kilometre: precise enough for a map, too coarse to find a door
 * (R75).
 */
export function coarse(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

/**
 * The point by which searches find a listing. That of a listing with a hidden address is coarsened
 * here, so that nothing which reads it can tell more (R268).
 */
export function searchPoint(listing: Placed, building: Building | undefined): SearchPoint {
  const latitude = building?.latitude ?? listing.latitude;
  const longitude = building?.longitude ?? listing.longitude;
  if (latitude === null || longitude === null) return NO_POINT;
  const point =
    listing.hide_address === 1
      ? pointAt(coarse(latitude), coarse(longitude))
      : pointAt(latitude, longitude);
  const { x, y, z } = vectorOf(point);
  return { ...point, globe_x: x, globe_y: y, globe_z: z };
}
