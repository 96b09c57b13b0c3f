import type { Photo } from 'portico-sdk';
import styles from './picture.module.css';

/** The files of a picture in other sizes, as the `srcset` of each format; empty where there are none, or none yet. */
export interface PictureFiles {
  readonly webp: string;
  readonly jpeg: string;
}

/** A picture of a record. */
export interface PictureProps {
  readonly src: string;
  /** What it shows; empty where the text next to it says so already. */
  readonly alt: string;
  /** Width by height, which keeps its place free until it has come. */
  readonly ratio?: '3/2' | '4/5' | '1/1' | '16/9';
  /** Its other sizes. Where there are none, `src` is shown. */
  readonly files?: PictureFiles | undefined;
  /** How wide it is shown, as in the `sizes` of an `img`: the browser chooses among the files by it. */
  readonly sizes?: string;
  /** Whether it is what a visitor sees first: it is then fetched at once, and others when they come near. */
  readonly first?: boolean;
}

/**
 * The files of a photo that pages name. AVIF is not among them: Portico makes a file when it is first loaded, a browser waits for
 * the first format that it knows. For the demo's photos of 840 pixels AVIF took 1 to 2 s where WebP took 0.3 s, to save 0.5 to 2 of
 * 12 KB. A site that has its files made ahead adds `srcset_avif`
 * here and below.
 */
export function filesOf({ srcset_webp, srcset_jpeg }: Photo): PictureFiles {
  return { webp: srcset_webp, jpeg: srcset_jpeg };
}

/**
 * Every picture of the site but the large one of the gallery. Its place has a ground of its own until it has come: the blurred
 * likeness that `thumbhash` is would be another picture in the page, and the policy refuses it as a `style`.
 */
export function Picture({ src, alt, ratio = '3/2', files, sizes, first = false }: PictureProps) {
  const [width, height] = ratio.split('/').map((part) => Number(part) * 280);
  if (src === '') return <NoPicture ratio={ratio} />;
  return (
    <AllSizes files={files} sizes={sizes}>
      {/* biome-ignore lint/performance/noImgElement: the server makes the sizes, so no optimizer runs here. */}
      <img
        {...{ src, width, height }}
        alt={alt}
        className={styles.picture}
        data-ratio={ratio}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
      />
    </AllSizes>
  );
}

/** Puts the other sizes of a picture around its `img`, which stays alone where there are none. */
export function AllSizes(props: {
  readonly files: PictureFiles | undefined;
  readonly sizes?: string | undefined;
  readonly children: React.ReactNode;
}) {
  const { files, sizes = '100vw', children } = props;
  if (!files?.webp && !files?.jpeg) return children;
  return (
    <picture className={styles.sizes}>
      {files.webp && <source type="image/webp" srcSet={files.webp} sizes={sizes} />}
      {files.jpeg && <source type="image/jpeg" srcSet={files.jpeg} sizes={sizes} />}
      {children}
    </picture>
  );
}

/** A ground with the outline of a house or a person: some brokerages have photos of few homes. */
function NoPicture({ ratio }: Pick<PictureProps, 'ratio'>) {
  // A portrait is higher than it is wide, or a square.
  const isPerson = ratio === '4/5' || ratio === '1/1';
  return (
    <div className={styles.none} data-ratio={ratio}>
      <svg viewBox="0 0 48 48" width="64" height="64" aria-hidden="true" fill="currentColor">
        {isPerson ? (
          <path d="M24 24a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0 4c-10 0-17 6-17 14h34c0-8-7-14-17-14Z" />
        ) : (
          <path d="M24 6 5 22h5v20h11V30h6v12h11V22h5z" />
        )}
      </svg>
    </div>
  );
}
