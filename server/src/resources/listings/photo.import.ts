import type { TransferRecord } from '../kinds/record-kind.js';
import { problem, readId, readKey, readText, readWhole } from '../kinds/transfer-fields.js';

/** A photo from an import record. */
export interface PhotoImport {
  readonly filename: string;
  readonly name: string;
  readonly sort: number;
  /** By which its source knows it, whatever its URL; nothing stores it but an import that fetches pictures. */
  readonly key?: string | undefined;
  /** Another one says that its source has changed the picture under its key. */
  readonly version?: string | undefined;
}

/** The fields of a photo record. */
export const photoFields = ['filename', 'name', 'sort', 'key', 'version'] as const;

/** A photo from a `photos` file: always its filename, and the other fields that its record has. */
export interface LoosePhotoImport {
  readonly filename: string;
  readonly name: string | undefined;
  readonly sort: number | undefined;
  readonly key?: string | undefined;
  readonly version?: string | undefined;
}

/**
 * Reads one photo record of a file of photos.
 *
 * @throws RecordProblem
 */
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

/**
 * Reads one photo record; without a `sort`, the photo gets its place in the list.
 *
 * @throws RecordProblem
 */
export function readPhoto(
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

/** A photo from a `photos` file. */
export interface ListingPhotoImport extends LoosePhotoImport {
  readonly listingId: number;
}

/** Every field that a record of a `photos` file may carry. */
export const listingPhotoFields: ReadonlySet<string> = new Set(['listing_id', ...photoFields]);

/** Reads one record of a `photos` file. @throws RecordProblem */
export function readListingPhoto(record: TransferRecord): ListingPhotoImport {
  return { listingId: readId(record, 'listing_id'), ...readLoosePhoto(record) };
}
