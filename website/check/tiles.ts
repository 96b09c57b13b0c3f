import { createServer } from 'node:http';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { zxyToTileId } from 'pmtiles';
import { project } from '../lib/map/geometry';
import { LAND, PARKS } from '../lib/map/new-york';
import { listening } from './counter';

const ZOOMS = { from: 7, to: 13 };
/** Degrees that tiles are made for: the ground that the site draws. */
const BOX = { west: -74.3, south: 40.45, east: -73.6, north: 41 };
const WATER = [-75, 40, -73, 40, -73, 41.5, -75, 41.5, -75, 40];

type Feature = GeoJSON.Feature;

/** A PMTiles archive that a check serves. */
export interface TileServer {
  readonly url: string;
  /** Whether it answers that there is no such file. */
  away: boolean;
  close(): Promise<void>;
}

/** A style with all that it draws: one country, larger than the maps. */
const STYLE = {
  version: 8,
  sources: {
    country: {
      type: 'geojson',
      attribution: '<script>1</script><a href="https://example.com/">A source of streets</a>',
      data: {
        type: 'Polygon',
        coordinates: [
          [
            [-80, 35],
            [-70, 35],
            [-70, 45],
            [-80, 45],
            [-80, 35],
          ],
        ],
      },
    },
  },
  layers: [{ id: 'land', type: 'fill', source: 'country', paint: { 'fill-color': '#ddd' } }],
};

/** Serves an archive as a host of files does: parts of it, to the pages of any site. */
export async function startTileServer(): Promise<TileServer> {
  const archive = archiveOf(tiles());
  const server = createServer((request, response) => {
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = archive.subarray(Number(from), Number(to) + 1);
    response.setHeader('Access-Control-Allow-Origin', '*');
    // The pages of the check send this header with each request, and Chromium then a preflight. Those of visitors send none.
    response.setHeader('Access-Control-Allow-Headers', 'x-forwarded-for');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (request.url === '/style') response.end(JSON.stringify(STYLE));
    else if (tileServer.away) response.writeHead(404).end();
    else response.writeHead(206, { 'Content-Length': part.length }).end(part);
  });
  const tileServer: TileServer = {
    url: `${await listening(server)}/streets.pmtiles`,
    away: false,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return tileServer;
}

/** The ground that the site draws, as tiles, so that the one has to lie on the other; and streets. */
function tiles(): Map<number, Uint8Array> {
  const layers = Object.entries({
    earth: [
      polygon(
        'earth',
        LAND.map(ringOf).map((ring) => [ring]),
      ),
    ],
    landuse: [
      polygon(
        'park',
        PARKS.map(ringOf).map((ring) => [ring]),
      ),
    ],
    water: [polygon('ocean', [[pairs(WATER), ...LAND.map(ringOf)]])],
    roads: [...streets()],
  }).map(([name, features]) => {
    const options = { maxZoom: ZOOMS.to, indexMaxZoom: 5, buffer: 256 };
    return [name, new GeoJSONVT({ type: 'FeatureCollection', features }, options)] as const;
  });
  const made = new Map<number, Uint8Array>();
  for (let zoom = ZOOMS.from; zoom <= ZOOMS.to; zoom++) {
    const first = project({ lng: BOX.west, lat: BOX.north }, zoom);
    const last = project({ lng: BOX.east, lat: BOX.south }, zoom);
    for (let x = Math.floor(first.x / 256); x <= last.x / 256; x++)
      for (let y = Math.floor(first.y / 256); y <= last.y / 256; y++) {
        const parts = layers.flatMap(([name, index]) => {
          const tile = index.getTile(zoom, x, y);
          return tile === null ? [] : [[name, tile] as const];
        });
        const options = { version: 2, extent: 4096 };
        made.set(zxyToTileId(zoom, x, y), fromGeojsonVt(Object.fromEntries(parts), options));
      }
  }
  return made;
}

const pairs = (numbers: readonly number[]): number[][] =>
  numbers.flatMap((number, index) => (index % 2 === 0 ? [[number, numbers[index + 1] ?? 0]] : []));

function ringOf(text: string): number[][] {
  const ring = pairs(text.trim().split(/\s+/).map(Number));
  return [...ring, ring[0] ?? []];
}

const polygon = (kind: string, coordinates: number[][][][]): Feature => ({
  type: 'Feature',
  properties: { kind },
  geometry: { type: 'MultiPolygon', coordinates },
});

/** A grid of avenues and streets with names, over land and water alike. */
function* streets(): Generator<Feature> {
  const line = (name: string, kind: string, ...coordinates: number[][]): Feature => ({
    type: 'Feature',
    properties: { kind, kind_detail: 'primary', name, min_zoom: 7 },
    geometry: { type: 'LineString', coordinates },
  });
  for (let step = 0; step < 40; step++) {
    const [lng, lat] = [-74.1 + step * 0.0075, 40.6 + step * 0.006];
    const kind = step % 4 === 0 ? 'major_road' : 'minor_road';
    yield line(`${step + 1} Avenue`, kind, [lng, 40.6], [lng, 40.9]);
    yield line(`West ${step + 1} Street`, kind, [-74.1, lat], [-73.8, lat]);
  }
}

/** Writes tiles as a PMTiles archive, version 3, with all entries in its first directory and nothing compressed. */
function archiveOf(made: ReadonlyMap<number, Uint8Array>): Buffer {
  const entries = [...made].sort(([a], [b]) => a - b);
  const directory = Buffer.from([
    ...varint(entries.length),
    ...entries.flatMap(([id], index) => varint(id - (entries[index - 1]?.[0] ?? 0))),
    ...entries.flatMap(() => varint(1)),
    ...entries.flatMap(([, tile]) => varint(tile.length)),
    // The first begins where the tiles do, and each of the others where the one before it ends.
    ...entries.flatMap((_, index) => varint(index === 0 ? 1 : 0)),
  ]);
  const metadata = Buffer.from('{}');
  const data = Buffer.concat(entries.map(([, tile]) => tile));
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  let offset = header.length;
  const leaves = Buffer.alloc(0);
  for (const [index, part] of [directory, metadata, leaves, data].entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * index);
    header.writeBigUInt64LE(BigInt(part.length), 16 + 16 * index);
    offset += part.length;
  }
  for (const field of [72, 80, 88]) header.writeBigUInt64LE(BigInt(entries.length), field);
  // Clustered; directories and tiles are not compressed; vector tiles; zooms.
  header.set([1, 1, 1, 1, ZOOMS.from, ZOOMS.to], 96);
  const corners = [BOX.west, BOX.south, BOX.east, BOX.north];
  for (const [index, degrees] of corners.entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index);
  return Buffer.concat([header, directory, metadata, data]);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
