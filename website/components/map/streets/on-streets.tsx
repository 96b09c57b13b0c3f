import type { ReactNode } from 'react';
import { DRAWN_AT, ORIGIN } from '@/lib/map/ground';
import { tilesUrl } from '@/lib/tiles';
import { Streets } from './streets';
import styles from './streets.module.css';

/** A drawn map; where the site has tiles (PMTILES_URL), with a layer for streets under it, and whom they come from. */
export function OnStreets({ children }: { readonly children: ReactNode }) {
  const tiles = tilesUrl();
  if (tiles === undefined) return children;
  return (
    <div className={styles.frame}>
      <Streets tiles={tiles} ground={{ origin: ORIGIN, zoom: DRAWN_AT }} />
      {children}
      <a className={styles.source} href="https://www.openstreetmap.org/copyright">
        © OpenStreetMap
      </a>
    </div>
  );
}
