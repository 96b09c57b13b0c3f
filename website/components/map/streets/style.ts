import { layers, namedFlavor } from '@protomaps/basemaps';
import type { StyleSpecification } from 'maplibre-gl';

/** What streets are drawn in: the colours and the font of the map that lies on them. */
interface Colours {
  readonly water: string;
  readonly land: string;
  readonly park: string;
  readonly ink: string;
  readonly font: string;
  readonly dark: boolean;
}

/** Layers whose pictures would have to be served as one more file. */
const PICTURED = new Set(['roads_oneway', 'roads_shields']);

/** The style of the streets of an archive. Without `glyphs`, MapLibre writes names in the fonts of the page. */
export function styleOf(archive: string, colours: Colours): StyleSpecification {
  return {
    version: 8,
    // From light to dark at once, as the page goes.
    transition: { duration: 0, delay: 0 },
    sources: { streets: { type: 'vector', url: `pmtiles://${archive}` } },
    layers: layers('streets', flavorOf(colours), { lang: 'en' }).filter(
      ({ id }) => !PICTURED.has(id),
    ),
  };
}

function flavorOf({ water, land, park, ink, font, dark }: Colours) {
  // Places to eat and shop have pictures, too, and are not what a home is looked for by.
  const { pois, landcover, ...flavor } = namedFlavor(dark ? 'dark' : 'light');
  const names = { regular: font, bold: font, italic: font };
  const ground = { background: land, earth: land, water, park_a: park, park_b: park };
  const green = { wood_a: park, wood_b: park, scrub_a: park, scrub_b: park };
  const labels = Object.keys(flavor).filter((name) => name.includes('label'));
  const words = labels.map((name) => [name, name.endsWith('_halo') ? land : ink]);
  return { ...flavor, ...names, ...ground, ...green, ...Object.fromEntries(words) };
}

/** Reads the colours from the page, so that they are stated in `styles/tokens.css` alone. */
export function coloursOf(layer: HTMLElement, ground: SVGGElement): Colours {
  const [land, park] = ground.querySelectorAll('path');
  const { backgroundColor, color, fontFamily } = getComputedStyle(layer);
  const fillOf = (path: Element | undefined) => rgbOf(path ? getComputedStyle(path).fill : color);
  return {
    water: rgbOf(backgroundColor),
    land: fillOf(land),
    park: fillOf(park),
    // The first alone: MapLibre waits for all that it is given, and a fallback may be missing on this machine.
    ink: rgbOf(color),
    font: fontFamily.split(',')[0] ?? 'sans-serif',
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
  };
}

/** A colour as MapLibre reads it, which knows fewer ways to write one than CSS. */
function rgbOf(colour: string): string {
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  if (pen === null) return colour;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
