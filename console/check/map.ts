import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The host of a style of MapLibre. */
export interface StyleServer {
  readonly url: string;
  /** The paths of its requests. */
  readonly paths: string[];
  close(): void;
}

const LAND = {
  type: 'Polygon',
  coordinates: [
    [
      [-100, 20],
      [-50, 20],
      [-50, 60],
      [-100, 60],
      [-100, 20],
    ],
  ],
};

/** Serves a style with one country, which the worker of the map asks for. */
export async function startStyleServer(): Promise<StyleServer> {
  const paths: string[] = [];
  const server = createServer(({ url: path = '', headers }, response) => {
    paths.push(path);
    const style = {
      version: 8,
      sources: { land: { type: 'geojson', data: `http://${headers.host}/land.json` } },
      layers: [{ id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': '#cdc' } }],
    };
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(path === '/land.json' ? LAND : style));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/style.json`,
    paths,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
