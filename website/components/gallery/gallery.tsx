'use client';

import { useRef, useState } from 'react';
import { AllSizes, Picture, type PictureProps } from '../picture';
import styles from './gallery.module.css';

interface GalleryProps {
  readonly pictures: readonly (Pick<PictureProps, 'src' | 'alt' | 'files'> & {
    readonly caption?: string;
  })[];
  readonly name: string;
}

/**
 * The photos of a home: a strip to swipe on a phone, a mosaic on a desktop, and each of them large in a dialog. Without a script
 * the strip swipes as well, and a photo opens as a file.
 */
export function Gallery({ pictures, name }: GalleryProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState(0);
  if (pictures.length === 0) return null;

  const open = (index: number) => (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    setShown(index);
    dialog.current?.showModal();
  };
  const turn = (by: number): void => {
    setShown((index) => (index + by + pictures.length) % pictures.length);
  };

  return (
    <section className={styles.gallery} aria-label={`Photos of ${name}`}>
      <ul className={styles.strip} data-count={Math.min(pictures.length, 5)}>
        {pictures.map(({ src, alt, files }, index) => (
          <li key={src}>
            <a href={src} onClick={open(index)}>
              <Picture
                {...{ src, alt, files }}
                first={index === 0}
                sizes={
                  index === 0
                    ? '(max-width: 52rem) 92vw, min(50vw, 42rem)'
                    : '(max-width: 52rem) 92vw, min(25vw, 21rem)'
                }
              />
            </a>
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <a className={`button plain ${styles.all}`} href={pictures[0]?.src} onClick={open(0)}>
          All {pictures.length} photos
        </a>
      )}
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-label={`Photos of ${name}`}
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') turn(1);
          if (key === 'ArrowLeft') turn(-1);
        }}
      >
        <Large {...{ pictures, shown, turn }} close={() => dialog.current?.close()} />
      </dialog>
    </section>
  );
}

/** A finger that moves this far across turns the page. */
const SWIPE = 40;

function Large(props: {
  readonly pictures: GalleryProps['pictures'];
  readonly shown: number;
  readonly turn: (by: number) => void;
  readonly close: () => void;
}) {
  const { pictures, shown, turn, close } = props;
  const start = useRef(0);
  const picture = pictures[shown];
  if (picture === undefined) return null;
  return (
    <div
      className={styles.large}
      onPointerDown={({ clientX }) => {
        start.current = clientX;
      }}
      onPointerUp={({ clientX, pointerType }) => {
        const across = clientX - start.current;
        if (pointerType !== 'mouse' && Math.abs(across) > SWIPE) turn(across < 0 ? 1 : -1);
      }}
    >
      {/* Lazy, as its file is another than that of the strip: it is fetched when the dialog opens. */}
      <AllSizes files={picture.files} sizes="100vw">
        {/* biome-ignore lint/performance/noImgElement: whole and uncropped, unlike all others. */}
        <img src={picture.src} alt={picture.alt} draggable={false} loading="lazy" />
      </AllSizes>
      <div className={styles.bar}>
        <p className="numbers" aria-live="polite">
          {shown + 1} / {pictures.length}
          {picture.caption && <span className={styles.caption}>{picture.caption}</span>}
        </p>
        <button type="button" className="button plain" onClick={() => turn(-1)}>
          Previous
        </button>
        <button type="button" className="button plain" onClick={() => turn(1)}>
          Next
        </button>
        <button type="button" className="button plain" onClick={close}>
          Close
        </button>
      </div>
    </div>
  );
}
