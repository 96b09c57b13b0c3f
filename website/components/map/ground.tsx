import { pointIn, type Size, type View } from '@/lib/map/geometry';
import { groundTransform, isDrawn, LAND_PATH, PARK_PATH } from '@/lib/map/ground';
import type { Name } from '@/lib/map/new-york';
import { NAMES } from '@/lib/map/new-york';
import { gridPath, scaleOf } from '@/lib/map/scale';
import styles from './map.module.css';

/**
 * Water, land, parks and the names of large places, for a view. Nearer than they were drawn for, and elsewhere, nothing is known of the
 * ground: a grid says how far things lie apart, and `names` where one is.
 */
export function Ground(props: {
  readonly view: View;
  readonly size: Size;
  readonly names?: readonly Name[] | undefined;
  /** How far the ground is drawn beyond the size, for a map that may be larger than its drawing. */
  readonly margin?: number;
}) {
  const { view, size, names = [], margin = 0 } = props;
  const drawn = isDrawn(view);
  const scale = scaleOf(view);
  const shown = (drawn ? NAMES : names).filter(
    ([, , , from, to]) => view.zoom >= from && view.zoom <= to,
  );
  const y = size.height - 18;
  return (
    <>
      {/* Hidden and not left out: streets follow where it lies. */}
      <g transform={groundTransform(view, size)} className={drawn ? undefined : styles.unknown}>
        <path d={LAND_PATH} className={styles.land} />
        <path d={PARK_PATH} className={styles.park} />
      </g>
      <g className={styles.names}>
        {!drawn && (
          <>
            <rect
              {...{ x: -margin, y: -margin }}
              width={size.width + 2 * margin}
              height={size.height + 2 * margin}
              className={styles.blank}
            />
            <path d={gridPath(view, size, scale, margin)} className={styles.grid} />
          </>
        )}
        {shown.map(([name, lng, lat]) => {
          const { x, y } = pointIn({ lng, lat }, view, size);
          return (
            <text key={name} x={x.toFixed(1)} y={y.toFixed(1)}>
              {name}
            </text>
          );
        })}
        <path
          d={`M14 ${y - 5}v5h${scale.pixels.toFixed(1)}v-5`}
          className={styles.scale}
          data-scale
        />
        <text x={(14 + scale.pixels / 2).toFixed(1)} y={y - 9}>
          {scale.name}
        </text>
      </g>
    </>
  );
}
