import { degreesOf, HALF_TURN, QUARTER_TURN } from '../../lib/geometry/globe.js';

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

/**
 * From this zoom on, listings of one cluster stand within a few steps, and no map comes any nearer:
 * so a cluster names more of them.
 */
export const NEAREST_ZOOM = 19;
export const MOST_IDS = 200;

/** A tile of a map has four cells by four, each of 64 pixels. */
const CELLS_BELOW_TILE = 2;

const isNearest = (depth: number): boolean => depth >= NEAREST_ZOOM + CELLS_BELOW_TILE;

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
    const x = Math.floor(((longitude + HALF_TURN) / (2 * HALF_TURN)) * this.#across);
    const y = down >>> (32 - this.#depth);
    const key = y * this.#across + x;
    const cell = key === this.#key ? this.#cell : this.#cells.get(key);
    if (cell === undefined) {
      this.#cell = {
        ...{ x, y, count: 1, latitudes: latitude, longitudes: longitude },
        ...{ priceMin: price, priceMax: price, ids: [id] },
      };
      this.#key = key;
      this.#cells.set(key, this.#cell);
      return;
    }
    this.#key = key;
    this.#cell = cell;
    cell.count += 1;
    cell.latitudes += latitude;
    cell.longitudes += longitude;
    if (price < cell.priceMin) cell.priceMin = price;
    if (price > cell.priceMax) cell.priceMax = price;
    if (cell.count <= this.#idsKept) cell.ids.push(id);
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
