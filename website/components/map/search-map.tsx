'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useTransition } from 'react';
import { count, shortDollars } from '@/lib/format';
import { areaAround, cornersOf, pathOf } from '@/lib/map/area';
import {
  boxAround,
  boxOf,
  NEAREST,
  type Point,
  placeAt,
  pointIn,
  type Size,
  type View,
  viewOf,
  zoomAt,
} from '@/lib/map/geometry';
import { type Cluster, type Marker, markersIn } from '@/lib/map/markers';
import type { Name } from '@/lib/map/new-york';
import { hrefOf, type Search } from '@/lib/search';
import { MapCard, useCard } from './card';
import cardStyles from './card.module.css';
import type { DrawArea } from './draw-area';
import { Ground } from './ground';
import styles from './map.module.css';
import { useLit } from './use-lit';
import { useView } from './use-view';

/** What the server draws for, which does not know the window: the browser scales it until it has measured. */
const GUESS: Size = { width: 640, height: 760 };
/** As wide as in its CSS, at the usual size of type. */
const CARD = { width: 272 };

/**
 * The homes of a search on a map. The server draws it, with links on all markers, so it works as it stands; with a script it can be
 * dragged and zoomed, and the search follows what it shows.
 */
export function SearchMap({
  clusters,
  search,
  city,
  names,
}: {
  readonly clusters: readonly Cluster[];
  readonly search: Search;
  /** What it shows where nothing was found. */
  readonly city: View;
  /** The neighborhoods that homes of the list lie in. */
  readonly names: readonly Name[];
}) {
  const router = useRouter();
  const frame = useRef<SVGSVGElement>(null);
  const size = useSize(frame);
  const [pending, startTransition] = useTransition();
  /** The box that this map has put into the address by itself. */
  const ownBox = useRef<string | undefined>(undefined);

  const moved = (view: View): void => {
    // What was drawn is what is searched for, whatever else the map shows.
    if (search.polygon) return;
    const href = hrefOf(search, { bbox: boxOf(view, size) });
    ownBox.current = boxOf(view, size).join();
    startTransition(() => router.replace(href, { scroll: false }));
  };
  const wanted =
    search.bbox ?? boxAround(cornersOf(search.polygon)) ?? boxAround(clusters) ?? boxOf(city, size);
  const { view, show } = useView(frame, viewOf(wanted, size), size, moved);

  // The address says where to look, unless it says so because the map was moved there. Its text is compared, as the box is a
  // new one in each answer.
  const place = wanted.join();
  const shape = `${size.width}x${size.height}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `place` and `shape` are what changes.
  useEffect(() => {
    if (place !== ownBox.current) show(viewOf(wanted, size));
  }, [place, shape]);

  const { open, show: showCard, close } = useCard();
  // Loaded when somebody wants to draw: most do not.
  const drawButton = useRef<HTMLButtonElement>(null);
  const [Draw, setDraw] = useState<typeof DrawArea>();
  const draw = (): void => {
    close();
    import('./draw-area').then(
      ({ DrawArea }) => setDraw(() => DrawArea),
      () => undefined,
    );
  };
  const drawn = (corners: readonly Point[]): void => {
    setDraw(undefined);
    drawButton.current?.focus({ preventScroll: true });
    if (corners.length === 0) return;
    const polygon = areaAround(corners.map((point) => placeAt(point, view, size)));
    const href = hrefOf(search, { polygon, bbox: undefined });
    startTransition(() => router.push(href, { scroll: false }));
  };

  const lit = useLit();
  const markers = markersIn(clusters, view, size).reverse();
  const openAt = open && clusters.find(({ ids, count }) => count === 1 && ids?.[0] === open.id);
  const zoomed = (by: number): View => {
    return zoomAt(view, by, { x: size.width / 2, y: size.height / 2 }, size);
  };
  const openCard = (id: number) => (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    showCard(id);
  };
  const go = (next: View) => (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    show(next);
    moved(next);
  };

  return (
    <section className={styles.frame} aria-label="Map of the homes found" aria-busy={pending}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the card, too. */}
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: a title would follow the pointer; the section has the name. */}
      <svg
        ref={frame}
        className={styles.map}
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="xMidYMid slice"
        onClick={open && close}
      >
        <Ground {...{ view, size, names }} />
        {search.polygon && <path className={styles.area} d={pathOf(search.polygon, view, size)} />}
        {markers.map((marker) => {
          const { id, listing } = marker;
          const near = nearerTo(marker, view, size);
          const [href, onClick] =
            listing === undefined
              ? [hrefOf(search, { bbox: boxOf(near, size) }), go(near)]
              : [`/listings/${listing}`, openCard(listing)];
          const isLit = listing !== undefined && (listing === lit || listing === open?.id);
          return <MarkerLink key={id} {...{ marker, href, onClick, lit: isLit }} />;
        })}
      </svg>
      {open && openAt && (
        <div className={cardStyles.place} style={besides(pointIn(openAt, view, size), size)}>
          <MapCard key={open.id} card={open.card} onClose={close} />
        </div>
      )}
      <button ref={drawButton} type="button" className={styles.draw} onClick={draw}>
        Draw an area
      </button>
      {Draw && <Draw {...{ size, onEnd: drawn }} />}
      <div className={styles.tools}>
        <a
          href={hrefOf(search, { bbox: boxOf(zoomed(1), size) })}
          onClick={go(zoomed(1))}
          aria-label="Nearer"
        >
          +
        </a>
        <a
          href={hrefOf(search, { bbox: boxOf(zoomed(-1), size) })}
          onClick={go(zoomed(-1))}
          aria-label="Farther"
        >
          −
        </a>
      </div>
    </section>
  );
}

/** Where the card of a marker stands: above it or below it, whole in the map. Only scripts come here: the policy refuses a `style` that a page brings. */
function besides({ x, y }: Point, { width, height }: Size): React.CSSProperties {
  const left = Math.max(8, Math.min(x - CARD.width / 2, width - CARD.width - 8));
  return y > height / 2 ? { left, bottom: height - y + 20 } : { left, top: y + 20 };
}

/** What a click on a marker of several homes shows: all of them, as near as that goes. */
function nearerTo({ places, lng, lat }: Marker, view: View, size: Size): View {
  const box = boxAround(places);
  const next = box === undefined ? { lng, lat, zoom: view.zoom } : viewOf(box, size);
  return { ...next, zoom: Math.min(NEAREST, Math.max(next.zoom, view.zoom + 1)) };
}

interface MarkerProps {
  readonly marker: Marker;
  readonly href: string;
  readonly lit: boolean;
  readonly onClick: (event: React.MouseEvent) => void;
}

/** A price, or the number of homes. */
function MarkerLink({ marker, href, lit, onClick }: MarkerProps) {
  const many = marker.count > 1;
  const label = many ? String(marker.count) : shortDollars(marker.priceMin);
  const prices =
    marker.priceMin === marker.priceMax
      ? shortDollars(marker.priceMin)
      : `${shortDollars(marker.priceMin)} to ${shortDollars(marker.priceMax)}`;
  const width = Math.max(28, label.length * 7.6 + 14);
  return (
    <a
      href={href}
      onClick={onClick}
      className={styles.marker}
      aria-label={many ? `${count(marker.count, 'home')}, ${prices}` : `Home for ${prices}`}
      {...(many && { 'data-many': true })}
      {...(lit && { 'data-lit': true })}
    >
      <g transform={`translate(${marker.x.toFixed(1)} ${marker.y.toFixed(1)})`}>
        <rect x={-width / 2} y={-14} width={width} height={28} rx={many ? 14 : 5} />
        <text>{label}</text>
      </g>
    </a>
  );
}

/** The size of the map in the window; until it is measured, what the server guessed. */
function useSize(frame: React.RefObject<SVGSVGElement | null>): Size {
  const [size, setSize] = useState(GUESS);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      // A map that is not shown has no size, and keeps its last one.
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(element);
    element.parentElement?.setAttribute('data-live', '');
    return () => observer.disconnect();
  }, [frame]);
  return size;
}
