import styles from './picture.module.css';

/** A picture of a record. */
export interface PictureProps {
  readonly src: string;
  /** What it shows; empty where the text next to it says so already. */
  readonly alt: string;
  /** Width by height, which keeps its place free until it has come. */
  readonly ratio?: '3/2' | '4/5' | '1/1' | '16/9';
  /** How wide it is shown, as in the `sizes` of an `img`. */
  readonly sizes?: string;
  /** Whether it is what a visitor sees first: it is then fetched at once, and others when they come near. */
  readonly first?: boolean;
}

/**
 * Every picture of the site. Portico gives one size of each today; where it gives several, `srcset` and
 * `sizes` belong here and nowhere else.
 */
export function Picture({ src, alt, ratio = '3/2', sizes = '100vw', first = false }: PictureProps) {
  const [width, height] = ratio.split('/').map((part) => Number(part) * 280);
  if (src === '') return <NoPicture ratio={ratio} />;
  return (
    // biome-ignore lint/performance/noImgElement: the server makes the sizes, so no optimizer runs here.
    <img
      {...{ src, sizes, width, height }}
      alt={alt}
      className={styles.picture}
      data-ratio={ratio}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
    />
  );
}

function NoPicture({ ratio }: Pick<PictureProps, 'ratio'>) {
  return (
    <div className={styles.none} data-ratio={ratio}>
      Photos are on their way
    </div>
  );
}
