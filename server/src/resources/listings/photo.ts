import { srcsetOf, type VariantFormat } from 'portico-media/variant.js';
import { type Static, Type } from 'typebox';
import { named } from '../../api/fields.js';
import type { AnswerContext } from '../../api/request-context.js';
import type { PictureRow } from '../../store/tenant/pictures.js';
import type { TransferRecord } from '../kinds/kind.js';
import { problem, readId, readKey, readText, readWhole } from '../kinds/transfer-fields.js';

/** The most photos of a listing whose variants a search answers; the listing itself has all (R291). */
export const MOST_IN_SEARCHES = 12;

const example = (format: string, extension: string) =>
  `${format} files as the value of a srcset attribute, like https://portico.example/media/acme/p/0f3c…-320.${extension} 320w, …; empty when the picture is not on this server or not measured yet`;

/** What `variants` adds to a photo. R290. */
const photoVariantFields = {
  width: Type.Optional(
    Type.Integer({ description: 'variants: width in pixels; 0 when it is not known' }),
  ),
  height: Type.Optional(
    Type.Integer({ description: 'variants: height in pixels; 0 when it is not known' }),
  ),
  srcset_avif: Type.Optional(Type.String({ description: `variants: ${example('AVIF', 'avif')}` })),
  srcset_webp: Type.Optional(Type.String({ description: `variants: ${example('WebP', 'webp')}` })),
  srcset_jpeg: Type.Optional(Type.String({ description: `variants: ${example('JPEG', 'jpg')}` })),
  thumbhash: Type.Optional(
    Type.String({
      description:
        'variants: a ThumbHash, some 25 bytes in Base64, to show until the photo is loaded',
    }),
  ),
};

const PhotoVariants = Type.Object(photoVariantFields);

/** What a photo's record has with `variants`; of a picture that is not known, the empty values (R290). */
export function photoVariants(
  picture: PictureRow | undefined,
  { mediaUrl }: Pick<AnswerContext, 'mediaUrl'>,
): Required<Static<typeof PhotoVariants>> {
  const srcset = (format: VariantFormat) =>
    picture === undefined
      ? ''
      : srcsetOf(picture.hash, picture, format, (name) => mediaUrl(`p/${name}`));
  return {
    width: picture?.width ?? 0,
    height: picture?.height ?? 0,
    srcset_avif: srcset('avif'),
    srcset_webp: srcset('webp'),
    srcset_jpeg: srcset('jpeg'),
    thumbhash: picture?.thumbhash ?? '',
  };
}

const list = (what: string) =>
  Type.Optional(
    Type.String({
      description: `addPhotos=variants: ${what} of each of \`photos\`, separated by |, in a search of the first ${MOST_IN_SEARCHES}`,
    }),
  );

/** The flat fields that `addPhotos=variants` adds to a listing. R291. */
export const listedVariantFields = {
  photos_width: list('the width in pixels'),
  photos_height: list('the height in pixels'),
  photos_srcset_avif: list('the srcset of AVIF files'),
  photos_srcset_webp: list('the srcset of WebP files'),
  photos_srcset_jpeg: list('the srcset of JPEG files'),
  photos_thumbhash: list('the ThumbHash in Base64'),
};

/** The same as `photoVariants` for all photos of a listing: a text for each field, with | in between. */
export function listedVariants(
  pictures: readonly (PictureRow | undefined)[],
  context: Pick<AnswerContext, 'mediaUrl'>,
): Record<keyof typeof listedVariantFields, string> {
  const photos = pictures.map((picture) => photoVariants(picture, context));
  const all = (field: keyof (typeof photos)[number]) => photos.map((each) => each[field]).join('|');
  return {
    photos_width: all('width'),
    photos_height: all('height'),
    photos_srcset_avif: all('srcset_avif'),
    photos_srcset_webp: all('srcset_webp'),
    photos_srcset_jpeg: all('srcset_jpeg'),
    photos_thumbhash: all('thumbhash'),
  };
}

/** A photo of a listing or building. R74. */
export const Photo = named('Photo', {
  filename: Type.String({ description: 'Absolute URL of the file' }),
  name: Type.String({ description: 'Caption, often empty' }),
  sort: Type.Integer({ description: 'Position, lower first' }),
});

/** A photo of a listing, with what `variants` adds. R74, R290. */
export const ListingPhoto = named('ListingPhoto', { ...Photo.properties, ...photoVariantFields });

/** The record of a photo. */
export function photoRecord(
  row: { readonly filename: string; readonly name: string; readonly sort: number },
  context: AnswerContext,
): Static<typeof Photo> {
  return { filename: context.mediaUrl(row.filename), name: row.name, sort: row.sort };
}

export interface PhotoImport {
  readonly filename: string;
  readonly name: string;
  readonly sort: number;
  /** By which its source knows it, whatever its URL; nothing stores it but an import that fetches pictures. */
  readonly key?: string | undefined;
  /** Another one says that its source has changed the picture under its key. */
  readonly version?: string | undefined;
}

export const photoFields = ['filename', 'name', 'sort', 'key', 'version'] as const;

/** A photo from a `photos` file: always its filename, and the other fields that its record has. */
export interface LoosePhotoImport {
  readonly filename: string;
  readonly name: string | undefined;
  readonly sort: number | undefined;
  readonly key?: string | undefined;
  readonly version?: string | undefined;
}

/** Reads one photo record of a file of photos. @throws RecordProblem */
export function readLoosePhoto(
  record: Readonly<Record<string, unknown>>,
  prefix = '',
): LoosePhotoImport {
  const filename = readText(record.filename ?? '', `${prefix}filename`).trim();
  if (filename === '') throw problem(`${prefix}filename`, '', 'the URL or path of a picture');
  const { name, sort } = record;
  const textOf = (field: 'key' | 'version') =>
    isPresent(record[field]) ? readKey(record[field], `${prefix}${field}`).trim() : '';
  const [key, version] = [textOf('key'), textOf('version')];
  return {
    filename,
    name: isPresent(name) ? readText(name, `${prefix}name`) : undefined,
    sort: isPresent(sort) ? readWhole(sort, `${prefix}sort`, 0, 1_000_000) : undefined,
    ...(key === '' ? {} : { key, ...(version === '' ? {} : { version }) }),
  };
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Reads one photo record; without a `sort`, the photo gets its place in the list. @throws RecordProblem */
function readPhoto(
  record: Readonly<Record<string, unknown>>,
  place: number,
  field = '',
): PhotoImport {
  const photo = readLoosePhoto(record, field === '' ? '' : `${field}.`);
  return { ...photo, name: photo.name ?? '', sort: photo.sort ?? place };
}

/**
 * Reads the photos of a record: an array of photo records or of URLs, or text with | between the
 * URLs, as searches return it.
 *
 * @throws RecordProblem
 */
export function readPhotos(value: unknown, field: string): PhotoImport[] {
  const list = Array.isArray(value)
    ? value
    : readText(value, field)
        .split('|')
        .filter((url) => url.trim() !== '');
  return list.map((item: unknown, place) => {
    if (typeof item === 'string') return readPhoto({ filename: item }, place, field);
    if (typeof item === 'object' && item !== null) {
      return readPhoto(item as Record<string, unknown>, place, field);
    }
    throw problem(field, item, 'photo records');
  });
}

export interface ListingPhotoImport extends LoosePhotoImport {
  readonly listingId: number;
}

/** Every field that a record of a `photos` file may carry. */
export const listingPhotoFields: ReadonlySet<string> = new Set(['listing_id', ...photoFields]);

/** Reads one record of a `photos` file. @throws RecordProblem */
export function readListingPhoto(record: TransferRecord): ListingPhotoImport {
  return { listingId: readId(record, 'listing_id'), ...readLoosePhoto(record) };
}
