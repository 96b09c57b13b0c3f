'use client';

import { useEffect, useState } from 'react';

/** The listing whose card in the list the pointer or the focus is on: its marker is lit. */
export function useLit(): number | undefined {
  const [lit, setLit] = useState<number>();
  useEffect(() => {
    const stop = new AbortController();
    const note = ({ target }: Event): void => {
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-listing]') : null;
      setLit(card === null ? undefined : Number(card.dataset.listing));
    };
    for (const name of ['pointerover', 'focusin'])
      document.addEventListener(name, note, { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return lit;
}
