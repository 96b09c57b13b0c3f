import { addProtocol, Map as StreetMap, setWorkerUrl } from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import { type Point, unproject, type View } from '@/lib/map/geometry';
import type { MapStyle } from '@/lib/map-style';
import { coloursOf, styleOf } from './style';

/** In which pixels the paths of the drawn ground are: those of a zoom, counted from a place. */
export interface GroundScale {
  readonly origin: Point;
  readonly zoom: number;
}

// A file of this site, as the Content-Security-Policy allows no worker from elsewhere.
setWorkerUrl(new URL('maplibre-gl/dist/maplibre-gl-worker.mjs', import.meta.url).href);
addProtocol('pmtiles', new Protocol().tile);

/**
 * Draws streets under a map, and keeps them under it while it is moved. The drawn ground is hidden once they are there, and stays where
 * they do not come: without WebGL, or where their host is away. Markers, links and gestures are those of the map in any case.
 *
 * @param layer An element as large as the map, in one parent with it.
 * @param signal Ends it.
 */
export function drawStreets(
  layer: HTMLElement,
  { url, isArchive }: MapStyle,
  scale: GroundScale,
  signal: AbortSignal,
): void {
  const frame = layer.parentElement;
  const ground = frame?.querySelector<SVGGElement>('svg > g');
  if (!frame || !ground) return;
  const address = new URL(url, location.href).href;
  const style = () => (isArchive ? styleOf(address, coloursOf(layer, ground)) : address);
  const camera = () => cameraOf(viewUnder(layer, ground, scale));

  let map: StreetMap;
  try {
    map = new StreetMap({
      container: layer,
      style: style(),
      ...camera(),
      interactive: false,
      attributionControl: false,
      renderWorldCopies: false,
    });
  } catch {
    // This browser has no WebGL.
    return;
  }
  const stop = new AbortController();
  const end = (): void => {
    if (stop.signal.aborted) return;
    stop.abort();
    delete frame.dataset.streets;
    map.remove();
  };
  signal.addEventListener('abort', end, { signal: stop.signal });
  let isReady = false;
  map.on('error', () => {
    // Streets that are there stay: a single tile may have failed.
    if (!isReady) end();
  });
  map.on('idle', () => {
    isReady = true;
    // Land or water is everywhere in an archive. Where there is neither, it ends, or its layers have other names. A style may leave either out.
    const middle = isArchive ? map.project(map.getCenter()) : undefined;
    if (map.queryRenderedFeatures(middle).length === 0) delete frame.dataset.streets;
    else {
      frame.dataset.streets = '';
      if (!isArchive) nameSources(map, frame.querySelector(':scope > p'));
    }
  });

  const follow = () => map.jumpTo(camera());
  map.on('resize', follow);
  const moves = new MutationObserver(follow);
  moves.observe(ground, { attributeFilter: ['transform'] });
  stop.signal.addEventListener('abort', () => moves.disconnect());
  const dark = matchMedia('(prefers-color-scheme: dark)');
  if (isArchive)
    dark.addEventListener('change', () => map.setStyle(style()), { signal: stop.signal });
}

/** Names where a style comes from, as its sources want it. They write HTML, of which words and links are taken. */
function nameSources(map: StreetMap, element: Element | null): void {
  const sources = Object.keys(map.getStyle().sources).map((id) => map.getSource(id)?.attribution);
  const wanted = [...new Set(sources)].filter(Boolean).join(' ');
  if (element === null || wanted === '') return;
  const { body } = new DOMParser().parseFromString(wanted, 'text/html');
  const parts = [...body.childNodes].map((node) => {
    const text = node.textContent ?? '';
    if (!(node instanceof HTMLAnchorElement) || !/^https?:$/.test(node.protocol)) return text;
    return Object.assign(document.createElement('a'), { href: node.href, textContent: text });
  });
  element.replaceChildren(...parts);
}

/** What the ground shows in the middle of the layer, and how near: read from where the browser has put its paths. */
function viewUnder(layer: HTMLElement, ground: SVGGElement, { origin, zoom }: GroundScale): View {
  const matrix = ground.getScreenCTM() ?? new DOMMatrix();
  const { left, top, width, height } = layer.getBoundingClientRect();
  const middle = new DOMPoint(left + width / 2, top + height / 2).matrixTransform(matrix.inverse());
  const place = unproject({ x: middle.x + origin.x, y: middle.y + origin.y }, zoom);
  return { ...place, zoom: zoom + Math.log2(matrix.a) };
}

/** Tiles of MapLibre are 512 pixels wide, and those of this site's maps 256. */
const cameraOf = ({ lng, lat, zoom }: View) => ({
  center: [lng, lat] as [number, number],
  zoom: zoom - 1,
});
