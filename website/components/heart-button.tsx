'use client';

import { useActionState } from 'react';
import { toggleFavorite } from '@/app/account/actions';
import styles from './heart.module.css';

interface Props {
  readonly listing: number;
  readonly name: string;
  readonly saved: boolean;
  /** With words next to the heart, for the page of one home. */
  readonly wide?: boolean;
}

/** A form of one button. Without JavaScript it is posted, and the page comes back as it was with the other heart. */
export function HeartButton({ listing, name, saved: first, wide = false }: Props) {
  const [state, send, pending] = useActionState(toggleFavorite, { saved: first });
  // What it will be is shown at once; it goes back by itself where that fails.
  const saved = pending !== state.saved;
  return (
    <form action={send} className={wide ? undefined : styles.corner}>
      <input type="hidden" name="listing" value={listing} />
      <input type="hidden" name="saved" value={saved ? '0' : '1'} />
      <button
        type="submit"
        className={wide ? `button plain ${styles.wide}` : styles.heart}
        data-saved={saved || undefined}
        aria-label={saved ? `Saved: ${name}. Take it off the list` : `Save: ${name}`}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d="M12 20.3 4.4 12.9a4.9 4.9 0 0 1 0-7 4.9 4.9 0 0 1 7 0l.6.6.6-.6a4.9 4.9 0 0 1 7 0 4.9 4.9 0 0 1 0 7z" />
        </svg>
        {wide && <span>{saved ? 'Saved' : 'Save'}</span>}
      </button>
    </form>
  );
}
