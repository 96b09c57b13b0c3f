/** The widths of the pictures that are made of others, in pixels (R288). */
export const WIDTHS = [320, 640, 960, 1280, 1920] as const;

/** Their formats, with the extensions of their names, the smallest files first. */
export const VARIANT_FORMATS = { avif: 'avif', webp: 'webp', jpeg: 'jpg' } as const;

export type VariantFormat = keyof typeof VARIANT_FORMATS;

/**
 * The most rows of a variant. Encoding one takes as long as it has pixels, and pictures that people look
 * at are not as high as this: one that is gets narrower.
 */
const MOST_ROWS = 4096;

/** A variant by its name. */
export interface VariantName {
  /** The beginning of the SHA-256 of the original's bytes. */
  readonly hash: string;
  readonly width: number;
  readonly format: VariantFormat;
}

/** The size of a picture in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const NAME = /^([0-9a-f]{32})-(\d{3,4})\.([a-z]+)$/;

/** Reads a name such as `<hash>-640.webp`; undefined where nothing of this name is ever made. */
export function parseVariantName(name: string): VariantName | undefined {
  const [, hash = '', digits, extension] = NAME.exec(name) ?? [];
  const width = WIDTHS.find((each) => String(each) === digits);
  const format = Object.entries(VARIANT_FORMATS).find(([, each]) => each === extension)?.[0];
  if (width === undefined || format === undefined) return undefined;
  return { hash, width, format: format as VariantFormat };
}

export function variantName({ hash, width, format }: VariantName): string {
  return `${hash}-${width}.${VARIANT_FORMATS[format]}`;
}

/**
 * The widths that a picture is made in: up to the first that it does not exceed. There it keeps its own
 * size, as it is never enlarged.
 */
export function widthsOf(original: Size): readonly number[] {
  const last = WIDTHS.findIndex((width) => width >= original.width);
  return last === -1 ? WIDTHS : WIDTHS.slice(0, last + 1);
}

export function sizeOfVariant(original: Size, width: number): Size {
  const scale = Math.min(1, width / original.width, MOST_ROWS / original.height);
  return {
    width: Math.max(1, Math.round(original.width * scale)),
    height: Math.max(1, Math.round(original.height * scale)),
  };
}

/** The value of a `srcset` attribute: all widths of a picture in one format. */
export function srcsetOf(
  hash: string,
  original: Size,
  format: VariantFormat,
  urlOf: (name: string) => string,
): string {
  return widthsOf(original)
    .map((width) => {
      const url = urlOf(variantName({ hash, width, format }));
      return `${url} ${sizeOfVariant(original, width).width}w`;
    })
    .join(', ');
}
