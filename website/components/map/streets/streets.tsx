'use client';

import { useEffect, useRef } from 'react';
import type { MapStyle } from '@/lib/map-style';
import type { GroundScale } from './draw';
import styles from './streets.module.css';

/**
 * The layer that streets are drawn on. MapLibre, which draws them, is loaded once the map is seen: most visitors of a page never
 * scroll to its map, and on a phone it is not shown next to the list.
 */
export function Streets(props: MapStyle & { readonly ground: GroundScale }) {
  const { url, isArchive, ground } = props;
  const layer = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scale of the ground never changes, though it is a new object.
  useEffect(() => {
    const element = layer.current;
    if (element === null) return;
    const stop = new AbortController();
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      import('./draw').then(
        ({ drawStreets }) => {
          if (!stop.signal.aborted) drawStreets(element, { url, isArchive }, ground, stop.signal);
        },
        // A map without streets is a map: the drawn ground stays.
        () => undefined,
      );
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      stop.abort();
    };
  }, [url, isArchive]);
  return <div ref={layer} className={styles.streets} aria-hidden="true" />;
}
