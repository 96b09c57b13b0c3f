import type { Size, View } from '@/lib/map/geometry';
import { pointIn } from '@/lib/map/geometry';
import { groundTransform, LAND_PATH, PARK_PATH } from '@/lib/map/ground';
import { NAMES } from '@/lib/map/new-york';
import styles from './map.module.css';

/** Water, land, parks and the names of large places, for a view. */
export function Ground({ view, size }: { readonly view: View; readonly size: Size }) {
  const shown = NAMES.filter(([, , , from, to]) => view.zoom >= from && view.zoom <= to);
  return (
    <>
      <g transform={groundTransform(view, size)}>
        <path d={LAND_PATH} className={styles.land} />
        <path d={PARK_PATH} className={styles.park} />
      </g>
      <g className={styles.names}>
        {shown.map(([name, lng, lat]) => {
          const { x, y } = pointIn({ lng, lat }, view, size);
          return (
            <text key={name} x={x.toFixed(1)} y={y.toFixed(1)}>
              {name}
            </text>
          );
        })}
      </g>
    </>
  );
}
