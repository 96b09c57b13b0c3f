import type { ReactNode } from 'react';
import type { Size, View } from '@/lib/map/geometry';
import type { Name } from '@/lib/map/new-york';
import { Ground } from './ground';
import styles from './map.module.css';
import { OnStreets } from './streets/on-streets';

/** A map that does not move, with what lies on it. A picture: it needs no script. */
export function StillMap(props: {
  readonly view: View;
  readonly size: Size;
  /** What it shows, for those who do not see it. */
  readonly label: string;
  /** What is written on it where nothing is known of the ground. */
  readonly names?: readonly Name[];
  readonly children: ReactNode;
}) {
  const { view, size, label, names, children } = props;
  return (
    <OnStreets>
      <svg
        className={styles.map}
        viewBox={`0 0 ${size.width} ${size.height}`}
        // All of the drawing is seen, its scale and each dot. What the box has room for besides is ground.
        preserveAspectRatio="xMidYMid meet"
        role="img"
        aria-label={label}
      >
        <Ground {...{ view, size, names }} margin={size.width} />
        {children}
      </svg>
    </OnStreets>
  );
}
