import type { PictureFetcher } from '../../api/pictures/picture-fetcher.js';
import { isRemoval } from '../../changes/removal/removable-resource.js';
import { type ImportResource, RecordProblem, type ResourceName } from '../../transfer/resource.js';
import type { BuildingPhotoImport } from '../buildings/building-photo.import.js';
import type { ListingImport } from '../listings/listing.import.js';
import type { ListingPhotoImport, PhotoImport } from '../listings/photo.import.js';
import { FLOORPLAN_NAME, isFloorplan } from '../listings/photo.write.js';
import type { AgentImport } from '../people/agent.import.js';

/** The pictures of a kind of record. */
interface PicturesOfKind<Row> {
  /** What the record says of its pictures: URLs, names of files, and the empty text. */
  readonly of: (row: Row) => readonly string[];
  /** The row with other names; `undefined` for a picture that could not be fetched. */
  readonly replaced: (row: Row, nameOf: (url: string) => string | undefined) => Row | undefined;
}

/** Checks a kind on its own rows, then forgets their type. */
function kind<Row>(pictures: PicturesOfKind<Row>): PicturesOfKind<unknown> {
  return pictures as unknown as PicturesOfKind<unknown>;
}

const LOOSE = kind<ListingPhotoImport | BuildingPhotoImport>({
  of: ({ filename }) => [filename],
  replaced: (row, nameOf) => {
    const filename = nameOf(row.filename);
    return filename === undefined ? undefined : { ...row, ...named(row, filename) };
  },
});

const KINDS: Partial<Record<ResourceName, PicturesOfKind<unknown>>> = {
  listings: kind<ListingImport>({
    of: ({ photos = [] }: ListingImport) => photos.map(({ filename }) => filename),
    replaced: (row: ListingImport, nameOf): ListingImport => ({
      ...row,
      // A photo that could not be fetched is missing until it can be: its URL is not for visitors.
      photos: row.photos?.flatMap((photo) => {
        const filename = nameOf(photo.filename);
        return filename === undefined ? [] : [{ ...photo, ...named(photo, filename) }];
      }),
    }),
  }),
  photos: LOOSE,
  'building-photos': LOOSE,
  agents: kind<AgentImport>({
    of: ({ values: { image = '' } }: AgentImport) => [image],
    replaced: (row: AgentImport, nameOf): AgentImport => {
      const { image } = row.values;
      return image === undefined
        ? row
        : { ...row, values: { ...row.values, image: nameOf(image) ?? '' } };
    },
  }),
};

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
  return {
    ...resource,
    async write(rows) {
      const urls = rows
        .flatMap((row) => (isRemoval(row) ? [] : pictures.of(row)))
        .filter((name) => URL_OF_PICTURE.test(name));
      return fetcher.withPictures([...new Set(urls)], async (names) => {
        const nameOf = (name: string) => (URL_OF_PICTURE.test(name) ? names.get(name) : name);
        const replaced = rows.map((row) => (isRemoval(row) ? row : pictures.replaced(row, nameOf)));
        const { places, again } = placesOf(replaced, resource);
        const lost = rows.flatMap((row, index) => {
          if (replaced[index] !== undefined) return [];
          const [url = ''] = pictures.of(row);
          const reason = fetcher.reasonOf(url) ?? '';
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
