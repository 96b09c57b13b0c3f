import { boxAround, NEAREST, placeAt, pointIn, viewOf } from '@/lib/map/geometry';
import type { Cluster } from '@/lib/map/markers';
import styles from './map.module.css';
import { StillMap } from './still-map';

const SIZE = { width: 640, height: 420 };

/** Where homes are, as dots: larger where there are several. */
export function HomesMap({
  clusters,
  name,
}: {
  readonly clusters: readonly Cluster[];
  readonly name: string;
}) {
  const box = boxAround(clusters);
  if (box === undefined) return null;
  const near = viewOf(box, SIZE);
  const view = { ...near, zoom: Math.min(near.zoom - 0.3, 16) };
  const top = placeAt({ x: SIZE.width / 2, y: 34 }, view, SIZE);
  return (
    <StillMap
      {...{ view, size: SIZE, label: `Map of homes in ${name}` }}
      names={[[name, top.lng, top.lat, 0, NEAREST]]}
    >
      {clusters.map((cluster) => {
        const { x, y } = pointIn(cluster, view, SIZE);
        const radius = Math.min(5 + 2.2 * Math.sqrt(cluster.count), 20);
        return <circle key={cluster.id} cx={x} cy={y} r={radius} className={styles.dot} />;
      })}
    </StillMap>
  );
}
