'use client';

import { useEffect, useRef, useState } from 'react';
import type { HomeCard } from '@/lib/map/home-card';
import { Picture } from '../picture';
import styles from './card.module.css';

/**
 * A small card of a home, next to its marker. It has the focus while it is there: Enter leads to the home, Escape back to the marker.
 */
export function MapCard(props: { readonly card: HomeCard; readonly onClose: () => void }) {
  const { card, onClose } = props;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus({ preventScroll: true }), []);
  return (
    <div
      role="dialog"
      aria-label={card.address}
      className={styles.card}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <Picture {...card.picture} alt="" sizes="17rem" first />
      <div className={styles.words}>
        <p className={`numbers ${styles.price}`}>{card.price}</p>
        <a ref={link} href={card.href}>
          {card.address}
        </a>
        <p className="note numbers">{card.facts}</p>
      </div>
      <button type="button" className={styles.close} onClick={onClose} aria-label="Close">
        ×
      </button>
    </div>
  );
}

/** The home whose card is open, and what opens and closes it. Closed, it gives the focus back to its marker. */
export function useCard() {
  const [open, setOpen] = useState<{ readonly id: number; readonly card: HomeCard }>();
  const clicked = useRef<number>(undefined);

  const show = async (id: number): Promise<void> => {
    clicked.current = id;
    const answer = await fetch(`/listings/${id}/card`).catch(() => undefined);
    const card = answer?.ok ? ((await answer.json()) as HomeCard) : undefined;
    // Another marker may have been clicked since.
    if (clicked.current !== id) return;
    if (card) setOpen({ id, card });
    else location.assign(`/listings/${id}`);
  };
  const close = (): void => {
    clicked.current = undefined;
    setOpen(undefined);
    const marker = document.querySelector<SVGElement>(`svg a[href="/listings/${open?.id}"]`);
    marker?.focus({ preventScroll: true });
  };
  return { open, show, close };
}
