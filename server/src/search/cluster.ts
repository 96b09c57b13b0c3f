import { Type } from 'typebox';
import { named } from '../api/fields.js';
import { degreesOf, HALF_TURN, QUARTER_TURN } from '../lib/geometry.js';
import { fragment } from '../store/engines/fragment.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { runPrepared } from '../store/tenant/prepared.js';
import { hasPoint } from './conditions/place.filters.js';
import { type Filter, filteredRows } from './listing.search.js';

/** Listings that stand close together on a map of some zoom. */
export interface Cluster {
  /** Names its cell: the same listings at the same zoom have the same. */
  readonly id: string;
  /** The mean of its points, degrees. */
  readonly lat: number;
  readonly lng: number;
  readonly count: number;
  readonly priceMin: number;
  readonly priceMax: number;
  /** Its listings, ascending, where they are few. */
  readonly ids?: number[];
}

/** The most clusters of an answer: beyond that, cells are joined four by four. */
export const MOST_CLUSTERS = 500;

/** Up to how many listings a cluster names them all. */
export const FEW_IDS = 10;

/** From this zoom on, listings of one cluster stand within a few steps: so a cluster names more of them. */
export const NEAREST_ZOOM = 19;
export const MOST_IDS = 200;

/** A tile of a map has four cells by four, each of 64 pixels. */
const CELLS_BELOW_TILE = 2;

const isNearest = (depth: number): boolean => depth >= NEAREST_ZOOM + CELLS_BELOW_TILE;

interface PointColumns {
  readonly ids: Float64Array;
  readonly latitudes: Int32Array;
  readonly longitudes: Int32Array;
  readonly prices: Float64Array;
  /** How far down a map each lies (`downOf`). */
  readonly downs: Uint32Array;
}

interface Cell {
  readonly x: number;
  readonly y: number;
  count: number;
  latitudes: number;
  longitudes: number;
  priceMin: number;
  priceMax: number;
  ids: number[];
}

/**
 * Groups points by the cells of a web map (Web Mercator). One pass over the points, and where there are
 * too many cells, passes over the cells. R270.
 */
export class ClusterGrid {
  readonly #depth: number;
  readonly #across: number;
  readonly #idsKept: number;
  readonly #cells = new Map<number, Cell>();
  /** The cell of the point before: those in one house or block follow each other. */
  #key = -1;
  #cell: Cell | undefined;

  constructor(zoom: number) {
    this.#depth = zoom + CELLS_BELOW_TILE;
    this.#across = 2 ** this.#depth;
    this.#idsKept = isNearest(this.#depth) ? Number.POSITIVE_INFINITY : FEW_IDS;
  }

  /** Adds a point in millionths of a degree. @param down How far down the map it lies (`downOf`). */
  add(id: number, latitude: number, longitude: number, price: number, down: number): void {
    const cell = this.#cellAt(longitude, down);
    if (cell.count === 0 || price < cell.priceMin) cell.priceMin = price;
    if (cell.count === 0 || price > cell.priceMax) cell.priceMax = price;
    cell.count += 1;
    cell.latitudes += latitude;
    cell.longitudes += longitude;
    if (cell.count <= this.#idsKept) cell.ids.push(id);
  }

  /** Adds rows of columns, those of the first `count` numbers in `rows`. */
  addRows(columns: PointColumns, rows: Uint32Array, count: number): void {
    const { latitudes, longitudes, downs } = columns;
    for (let from = 0, to = 0; from < count; from = to) {
      const first = rows[from] as number;
      const longitude = longitudes[first] as number;
      const latitude = latitudes[first] as number;
      // Those in one house follow each other.
      for (to = from + 1; to < count; to += 1) {
        const row = rows[to] as number;
        if (longitudes[row] !== longitude || latitudes[row] !== latitude) break;
      }
      const cell = this.#cellAt(longitude, downs[first] as number);
      addTo(cell, this.#idsKept, columns, rows, from, to);
    }
  }

  #cellAt(longitude: number, down: number): Cell {
    const x = Math.floor(((longitude + HALF_TURN) / (2 * HALF_TURN)) * this.#across);
    const y = down >>> (32 - this.#depth);
    const key = y * this.#across + x;
    let cell = key === this.#key ? this.#cell : this.#cells.get(key);
    if (cell === undefined) {
      cell = { x, y, count: 0, latitudes: 0, longitudes: 0, priceMin: 0, priceMax: 0, ids: [] };
      this.#cells.set(key, cell);
    }
    this.#key = key;
    this.#cell = cell;
    return cell;
  }

  /** The clusters, the largest first. @param isNamed Whether small ones name their listings by id. */
  clusters({ isNamed }: { readonly isNamed: boolean }): Cluster[] {
    let depth = this.#depth;
    let cells = this.#cells;
    const mostIds = () => (isNearest(depth) ? MOST_IDS : FEW_IDS);
    for (; cells.size > MOST_CLUSTERS; depth -= 1) cells = joined(cells, depth - 1, this.#idsKept);
    return [...cells.values()]
      .sort((one, other) => other.count - one.count || one.y - other.y || one.x - other.x)
      .map((cell) => clusterOf(cell, depth, isNamed ? mostIds() : 0));
  }
}

/** Adds the rows of one place to its cell. */
function addTo(
  cell: Cell,
  idsKept: number,
  { ids, latitudes, longitudes, prices }: PointColumns,
  rows: Uint32Array,
  from: number,
  to: number,
): void {
  const first = rows[from] as number;
  let least = prices[first] as number;
  let most = least;
  for (let at = from + 1; at < to; at += 1) {
    const price = prices[rows[at] as number] as number;
    if (price < least) least = price;
    if (price > most) most = price;
  }
  if (cell.count === 0 || least < cell.priceMin) cell.priceMin = least;
  if (cell.count === 0 || most > cell.priceMax) cell.priceMax = most;
  for (let at = from; at < to && cell.ids.length < idsKept; at += 1) {
    cell.ids.push(ids[rows[at] as number] as number);
  }
  cell.count += to - from;
  cell.latitudes += (latitudes[first] as number) * (to - from);
  cell.longitudes += (longitudes[first] as number) * (to - from);
}

/** The cells of the next coarser grid. */
function joined(cells: ReadonlyMap<number, Cell>, depth: number, idsKept: number) {
  const coarser = new Map<number, Cell>();
  for (const cell of cells.values()) {
    const x = Math.floor(cell.x / 2);
    const y = Math.floor(cell.y / 2);
    const key = y * 2 ** depth + x;
    const into = coarser.get(key);
    if (into === undefined) {
      coarser.set(key, { ...cell, x, y });
      continue;
    }
    into.count += cell.count;
    into.latitudes += cell.latitudes;
    into.longitudes += cell.longitudes;
    into.priceMin = Math.min(into.priceMin, cell.priceMin);
    into.priceMax = Math.max(into.priceMax, cell.priceMax);
    if (into.count <= idsKept) into.ids = into.ids.concat(cell.ids);
  }
  return coarser;
}

function clusterOf(cell: Cell, depth: number, mostIds: number): Cluster {
  const { x, y, count, latitudes, longitudes, priceMin, priceMax, ids } = cell;
  // Above the nearest grid, joined cells may have kept more than they name.
  const isWhole = ids.length === count && (count <= FEW_IDS || mostIds > FEW_IDS);
  const named = isWhole ? ids.sort((one, other) => one - other).slice(0, mostIds) : [];
  return {
    id: `${depth}/${x}/${y}`,
    lat: degreesOf(Math.round(latitudes / count)),
    lng: degreesOf(Math.round(longitudes / count)),
    ...{ count, priceMin, priceMax },
    ...(named.length === 0 ? {} : { ids: named }),
  };
}

/**
 * How far down a map a parallel lies, from 0 to less than 2^32: a whole number, of which the first bits
 * say the row of a cell at any zoom.
 */
export function downOf(latitude: number): number {
  return Math.floor(mercator(latitude) * 2 ** 32);
}

/** How far down a map a parallel lies, from 0 to less than 1. The map ends short of the poles. */
function mercator(latitude: number): number {
  const angle = (latitude / QUARTER_TURN) * (Math.PI / 2);
  const down = 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI);
  return Math.min(Math.max(down, 0), 1 - Number.EPSILON);
}

/** A cluster as it is answered. R270. */
export const Cluster = named('ListingCluster', {
  id: Type.String({ description: 'Names its cell of the map, as zoom/x/y' }),
  lat: Type.Number({ description: 'Latitude of the mean of its listings, degrees' }),
  lng: Type.Number({ description: 'Longitude of the mean of its listings, degrees' }),
  count: Type.Integer({ description: 'How many listings it has' }),
  priceMin: Type.Number({ description: 'The lowest price among them, dollars' }),
  priceMax: Type.Number({ description: 'The highest price among them, dollars' }),
  ids: Type.Optional(
    Type.Array(Type.Integer(), {
      maxItems: MOST_IDS,
      description: `Its listings, where they are at most ${FEW_IDS}; from zoom ${NEAREST_ZOOM} on, up to ${MOST_IDS} of them`,
    }),
  ),
});

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
