import {
  type ImportRecord,
  type ImportResource,
  RecordProblem,
  type ResourceName,
} from 'portico-importer/resource.js';
import type { BuildingPhotoImport } from '../buildings/building-photo.js';
import { takePlace } from '../kinds/changed-fields.js';
import type { ListingImport } from '../listings/listing.import.js';
import type { ListingPhotoImport, LoosePhotoImport, PhotoImport } from '../listings/photo.js';
import { FLOORPLAN_NAME, isFloorplan } from '../listings/photo.write.js';
import type { agent } from '../people/agent.js';
import type { PictureFetcher } from './picture-fetcher.js';
import { hasKey, recordOf, type ShownPicture, type WantedPicture } from './picture-names.js';

interface PicturesOfKind<Row> {
  /** What the record says of its pictures: URLs, names of files, and the empty text. */
  readonly of: (row: Row) => readonly WantedPicture[];
  /**
   * The row with names of files in the order of `of`; `undefined` for a picture that could not be fetched.
   * @param before What its record shows now, where one could not be fetched.
   */
  readonly replaced: (
    row: Row,
    files: readonly (string | undefined)[],
    before: readonly ShownPicture[],
  ) => Row | undefined;
  /** What the record of a row would say of its pictures, of kinds that have kept fields. */
  readonly record?: (row: Row) => ImportRecord;
}

/** Checks a kind on its own rows, then forgets their type. */
function kind<Row>(pictures: PicturesOfKind<Row>): PicturesOfKind<unknown> {
  return pictures as unknown as PicturesOfKind<unknown>;
}

function loose<Row extends LoosePhotoImport>(
  owner: (row: Row) => Pick<WantedPicture, 'kind' | 'id'>,
) {
  return kind<Row>({
    of: (row) => {
      const { filename: url, key, version, sort: order = 0 } = row;
      return [{ ...owner(row), url, key, version, order }];
    },
    replaced: (row, [filename]) =>
      filename === undefined ? undefined : { ...row, ...named(row, filename) },
  });
}

const KINDS: Partial<Record<ResourceName, PicturesOfKind<unknown>>> = {
  listings: kind<ListingImport>({
    of: ({ id, photos = [] }) =>
      photos.map(({ filename, key, version, sort }) => ({
        ...{ kind: 'listings', id, url: filename, key, version, order: sort },
      })),
    replaced: (row, files, before) => {
      const filenames = row.photos && withStandIns(row.photos, files, before);
      return {
        ...row,
        // A photo that could not be fetched is missing until it can be: its URL is not for visitors.
        photos: row.photos?.flatMap((photo, place) => {
          const filename = filenames?.[place];
          return filename === undefined ? [] : [{ ...photo, ...named(photo, filename) }];
        }),
      };
    },
    record: ({ photos }) => (photos === undefined ? {} : { photos }),
  }),
  photos: loose<ListingPhotoImport>(({ listingId: id }) => ({ kind: 'listings', id })),
  'building-photos': loose<BuildingPhotoImport>(({ buildingId: id }) => ({
    ...{ kind: 'buildings', id },
  })),
  agents: kind<ReturnType<typeof agent.read>>({
    of: ({ id, values: { image } }) =>
      image === undefined ? [] : [{ kind: 'agents', id, url: image, order: 0 }],
    replaced: (row, [file], [before]) => {
      if (row.values.image === undefined) return row;
      return { ...row, values: { ...row.values, image: file ?? before?.filename ?? '' } };
    },
    record: ({ values: { image } }) => (image === undefined ? {} : { image }),
  }),
};

/**
 * The files of a listing's photos, where each that could not be fetched leaves a picture that was shown: a host that
 * is away takes no picture off a listing. It is the one in its place, or else the first that would go: where paths and
 * order change at once, nobody knows which it was. What the source names elsewhere, or knows by another key, is not left;
 * an earlier version is.
 */
function withStandIns(
  photos: readonly PhotoImport[],
  files: readonly (string | undefined)[],
  before: readonly ShownPicture[],
): readonly (string | undefined)[] {
  const taken = new Set<string | undefined>(files);
  photos.forEach(({ filename }, place) => {
    if (files[place] !== undefined) taken.add(filename);
  });
  const standIn = (place: number, shown: readonly (ShownPicture | undefined)[]) => {
    const { key, version } = photos[place] ?? {};
    const mayStand = (each: ShownPicture) => {
      if (key === undefined || !hasKey(each)) return true;
      return version !== undefined && each.sources.some((source) => source.key === key);
    };
    const left = shown.find(
      (each) => each !== undefined && !taken.has(each.filename) && mayStand(each),
    );
    if (left !== undefined) taken.add(left.filename);
    return left?.filename;
  };
  const inPlace = files.map((file, place) => file ?? standIn(place, [before[place]]));
  return inPlace.map((file, place) => file ?? standIn(place, before));
}

const URL_OF_PICTURE = /^https?:\/\//i;

/**
 * Has an import take the pictures of records from their URLs before it writes them. Names of files stay as
 * they are.
 *
 * @param resource Writes to the database of the fetcher.
 */
export function withFetchedPictures(
  resource: ImportResource,
  fetcher: PictureFetcher,
): ImportResource {
  const pictures = KINDS[resource.name];
  if (pictures === undefined) return resource;
  const isRemoval = (row: unknown) => resource.isRemoval?.(row) === true;
  return {
    ...resource,
    async write(rows) {
      const named = rows.map((row) => (isRemoval(row) ? [] : pictures.of(row)));
      const wanted = named.flat().filter(({ url }) => URL_OF_PICTURE.test(url));
      return fetcher.withPictures(wanted, async ({ files, before }) => {
        const fileOf = (picture: WantedPicture) =>
          URL_OF_PICTURE.test(picture.url) ? files.get(picture) : picture.url;
        const replaced = rows.map((row, index) => {
          const [first] = named[index] ?? [];
          if (isRemoval(row) || first === undefined) return row;
          const shown = before.get(recordOf(first)) ?? [];
          const next = pictures.replaced(row, named[index]?.map(fileOf) ?? [], shown);
          return next && takePlace(row as object, next as object, pictures.record?.(next) ?? {});
        });
        const { places, again } = placesOf(replaced, resource);
        const lost = rows.flatMap((_, index) => {
          const [picture] = named[index] ?? [];
          if (replaced[index] !== undefined || picture === undefined) return [];
          const reason = fetcher.reasonOf(picture) ?? '';
          return [
            { index, problem: new RecordProblem('filename', `cannot be fetched: ${reason}`) },
          ];
        });
        const outcome = await resource.write(places.map((at) => replaced[at]));
        const placeOf = (index: number) => places[index] ?? 0;
        return {
          refused: [
            ...lost,
            ...outcome.refused.map(({ index, problem }) => ({ index: placeOf(index), problem })),
          ],
          unchanged: [...outcome.unchanged.map(placeOf), ...again],
        };
      });
    },
  };
}

/**
 * Where the rows to write are. Two URLs may lead to the same content, and so two photos of a record to the
 * same file: there it is one photo, as a transaction has no key twice, and the first stays in each import.
 */
function placesOf(
  rows: readonly unknown[],
  resource: ImportResource,
): { readonly places: readonly number[]; readonly again: readonly number[] } {
  const keys = new Set<string>();
  const places: number[] = [];
  const again: number[] = [];
  for (const [at, row] of rows.entries()) {
    if (row === undefined) continue;
    const key = resource.key(row);
    (keys.has(key) ? again : places).push(at);
    keys.add(key);
  }
  return { places, again };
}

/** The name that its content gives a file says nothing of floor plans any more, so that the photo does. */
function named(
  photo: { readonly filename: string; readonly name: PhotoImport['name'] | undefined },
  filename: string,
): { filename: string; name?: string } {
  const isLost = filename !== photo.filename && !photo.name && isFloorplan(photo);
  return isLost ? { filename, name: FLOORPLAN_NAME } : { filename };
}
