import type { Schema } from 'portico-sdk';
import { type Place, pointIn, type Size, type View } from './geometry';

export type Cluster = Schema<'ListingCluster'>;

/** One sign on the map: a home with its price, or several with their number. */
export interface Marker extends Place {
  /** Names its place on the map, so that a marker stays while the map moves. */
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly count: number;
  readonly priceMin: number;
  readonly priceMax: number;
  /** The home; undefined where there are several. */
  readonly listing: number | undefined;
  /** Where the parts of it are. */
  readonly places: readonly Place[];
}

/** Markers nearer to each other than this cover one another. */
const APART = { x: 54, y: 34 };

/**
 * The markers that a window has room for. The server groups homes by cells of the map, finer than a window can show;
 * groups that would cover each other are put together here, the largest first, which works at any size and while a map is being
 * zoomed, before the server is asked again.
 */
export function markersIn(clusters: readonly Cluster[], view: View, size: Size): Marker[] {
  const markers: { -readonly [Field in keyof Marker]: Marker[Field] }[] = [];
  for (const cluster of clusters) {
    const place = { lng: cluster.lng, lat: cluster.lat };
    const { x, y } = pointIn(place, view, size);
    if (x < -60 || y < -60 || x > size.width + 60 || y > size.height + 60) continue;
    const near = markers.find(
      (marker) => Math.abs(marker.x - x) < APART.x && Math.abs(marker.y - y) < APART.y,
    );
    if (near === undefined) {
      const { id, count, priceMin, priceMax, ids } = cluster;
      const listing = count === 1 ? ids?.[0] : undefined;
      markers.push({ ...place, id, x, y, count, priceMin, priceMax, listing, places: [place] });
    } else {
      near.count += cluster.count;
      near.priceMin = Math.min(near.priceMin, cluster.priceMin);
      near.priceMax = Math.max(near.priceMax, cluster.priceMax);
      near.listing = undefined;
      near.places = [...near.places, place];
    }
  }
  return markers;
}
