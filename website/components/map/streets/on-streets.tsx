import type { ReactNode } from 'react';
import { DRAWN_AT, ORIGIN } from '@/lib/map/ground';
import { mapStyle } from '@/lib/map-style';
import { Streets } from './streets';
import styles from './streets.module.css';

/** A drawn map; where the site has a style or tiles (SITE_MAP_STYLE), with a layer for streets under it, and whom they come from. */
export function OnStreets({ children }: { readonly children: ReactNode }) {
  const style = mapStyle();
  if (style === undefined) return children;
  return (
    <div className={styles.frame}>
      <Streets {...style} ground={{ origin: ORIGIN, zoom: DRAWN_AT }} />
      {children}
      <p className={styles.source}>
        <a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>
      </p>
    </div>
  );
}
