import type { Place } from '@/lib/map/geometry';
import { mapStyle } from '@/lib/map-style';
import styles from './map.module.css';
import { StillMap } from './still-map';

/** Streets are looked at from near. The drawn ground has no detail there, and is seen from farther away. */
const ZOOM = { onStreets: 14.6, alone: 12.6 };
const SIZE = { width: 720, height: 400 };

/** A map with one spot on it. */
export function PlaceMap({ place, name }: { readonly place: Place; readonly name: string }) {
  const zoom = mapStyle() === undefined ? ZOOM.alone : ZOOM.onStreets;
  return (
    <StillMap view={{ ...place, zoom }} size={SIZE} label={`Map: ${name}`}>
      <g transform={`translate(${SIZE.width / 2} ${SIZE.height / 2})`}>
        <circle r="16" className={styles.halo} />
        <circle r="7" className={styles.spot} />
      </g>
    </StillMap>
  );
}
