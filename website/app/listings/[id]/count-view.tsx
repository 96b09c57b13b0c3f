'use client';

import { useEffect } from 'react';

/** Says to the site that somebody looks at a home, when the browser has time for it. */
export function CountView({ listing }: { readonly listing: number }) {
  useEffect(() => {
    navigator.sendBeacon(`/listings/${listing}/view`);
  }, [listing]);
  return null;
}
