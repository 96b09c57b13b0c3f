import type { Kysely, Selectable } from 'kysely';
import { grouped, idsOf } from '../../lib/grouped.js';
import { lockRows } from '../../store/engines/dialect.js';
import { inPortions, upsert } from '../../store/tenant/bulk.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { PHOTO_DEFAULTS, type PhotoTable, type TenantTables } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { outcomeOf, type RefusedRow, recordKind, type WriteOutcome } from '../kinds/kind.js';
import { problem } from '../kinds/transfer-fields.js';
import {
  type ListingPhotoImport,
  type LoosePhotoImport,
  listingPhotoFields,
  Photo,
  type PhotoImport,
  readListingPhoto,
} from './photo.js';

/** Blanks may be encoded in the URL of a file that was read from a server. */
const FLOORPLAN = /floor(?:[\s_+-]|%20)*plan/i;

/** The name of a floor plan that has none, where its file no longer says what it is. */
export const FLOORPLAN_NAME = 'Floor plan';

/** Whether name or filename of a photo say that it is a floor plan. */
export function isFloorplan({
  filename,
  name = '',
}: {
  readonly filename: string;
  readonly name?: string | undefined;
}): boolean {
  return FLOORPLAN.test(name) || FLOORPLAN.test(filename.slice(filename.lastIndexOf('/') + 1));
}

/** The first photo whose name or filename says that it is the floor plan; empty when there is none (R74). */
export function floorplanOf(photos: readonly Pick<PhotoImport, 'filename' | 'name'>[]): string {
  return photos.find(isFloorplan)?.filename ?? '';
}

const COLUMNS = columnsOf(PHOTO_DEFAULTS);

/** Replaces the photos of each listing whose record lists others than it has. @returns Their ids. */
export async function replacePhotos(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  listings: readonly { readonly id: number; readonly photos: readonly PhotoImport[] | undefined }[],
): Promise<readonly number[]> {
  const listed = listings.filter((listing) => listing.photos !== undefined);
  const stored = await storedPhotos(transaction, idsOf(listed));
  // Most imports bring most listings as they are.
  const withPhotos = listed.filter(({ id, photos = [] }) => !samePhotos(stored.get(id), photos));
  await inPortions(idsOf(withPhotos), (ids) =>
    transaction.deleteFrom('photo').where('listing_id', 'in', ids).execute(),
  );
  const rows = withPhotos.flatMap((listing) =>
    (listing.photos ?? []).map((photo, position) => ({
      listing_id: listing.id,
      position,
      ...photo,
    })),
  );
  await upsert(database, transaction, 'photo', COLUMNS, ['listing_id', 'position'], rows);
  return idsOf(withPhotos);
}

type PhotoRow = Selectable<PhotoTable>;

async function storedPhotos(
  transaction: Kysely<TenantTables>,
  listings: readonly number[],
): Promise<ReadonlyMap<number, readonly PhotoRow[]>> {
  const rows = await inPortions(listings, (ids) =>
    transaction
      .selectFrom('photo')
      .selectAll()
      .where('listing_id', 'in', ids)
      .orderBy('listing_id')
      .orderBy('position')
      .execute(),
  );
  return grouped(rows.map((row) => [row.listing_id, row]));
}

function samePhotos(stored: readonly PhotoRow[] = [], photos: readonly PhotoImport[]): boolean {
  return (
    stored.length === photos.length &&
    photos.every(({ filename, name, sort }, at) => {
      const row = stored[at];
      return (
        row?.position === at && row.filename === filename && row.name === name && row.sort === sort
      );
    })
  );
}

/** Adds photos to listings, or updates them (`placePhotos`), in one transaction. */
async function writePhotos(
  database: TenantDatabase,
  photos: readonly ListingPhotoImport[],
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    const ids = [...new Set(photos.map((photo) => photo.listingId))];
    // The lock keeps two imports at once from giving two photos the same position.
    const listings = await inPortions(ids, (portion) =>
      lockRows(
        transaction,
        transaction.selectFrom('listing').select('id').where('id', 'in', portion),
      ).execute(),
    );
    const existing = idsOf(listings);
    const stored = await inPortions(existing, (portion) =>
      transaction.selectFrom('photo').selectAll().where('listing_id', 'in', portion).execute(),
    );
    const albums = albumsOf(existing, stored, ({ listing_id }) => listing_id);
    const { placed, changed, refused } = placePhotos(
      'listing',
      albums,
      photos,
      ({ listingId }) => listingId,
    );
    const rows = placed.map(({ owner, ...photo }) => ({ listing_id: owner, ...photo }));
    await upsert(database, transaction, 'photo', COLUMNS, ['listing_id', 'position'], rows);
    const illustrated = new Set(rows.map(({ listing_id }) => listing_id));
    for (const id of illustrated) {
      await summarize(transaction, id, [...(albums.get(id)?.values() ?? [])]);
    }
    changes.wrote('listings', illustrated, changedLine('photos'));
    return outcomeOf(photos, (photo) => changed.has(photo), refused);
  });
}

type PlacedPhoto = Omit<PhotoRow, 'listing_id'>;

/** The photos of each listing or building, by their filenames. */
type Albums = ReadonlyMap<number, Map<string, PlacedPhoto>>;

/** @param ids Those that exist. @param stored Their photos. @param ownerOf The listing or building of a photo. */
export function albumsOf<Row extends PlacedPhoto>(
  ids: readonly number[],
  stored: readonly Row[],
  ownerOf: (row: Row) => number,
): Albums {
  const albums = new Map(ids.map((id) => [id, new Map<string, PlacedPhoto>()]));
  for (const row of stored) albums.get(ownerOf(row))?.set(row.filename, row);
  return albums;
}

/**
 * Puts the photos of a file into the albums: in its old place where its file is known, otherwise after the others.
 * An existing photo keeps the values that its record lacks; a photo whose listing or building does not exist is
 * refused.
 *
 * @returns What is to be stored, without photos that are there as they are, and the photos that it came from.
 */
export function placePhotos<Photo extends LoosePhotoImport>(
  kind: 'listing' | 'building',
  albums: Albums,
  photos: readonly Photo[],
  ownerOf: (photo: Photo) => number,
) {
  const refused: RefusedRow[] = [];
  const placed: (PlacedPhoto & { readonly owner: number })[] = [];
  const changed = new Set<Photo>();
  const nextOf = new Map<number, number>();
  photos.forEach((photo, index) => {
    const { filename, name, sort } = photo;
    const owner = ownerOf(photo);
    const siblings = albums.get(owner);
    if (siblings === undefined) {
      const accepts = `the id of a ${kind} that exists`;
      refused.push({ index, problem: problem(`${kind}_id`, owner, accepts) });
      return;
    }
    const before = siblings.get(filename);
    const next = nextOf.get(owner) ?? nextPosition([...siblings.values()]);
    nextOf.set(owner, before === undefined ? next + 1 : next);
    const row = {
      position: before?.position ?? next,
      filename,
      name: name ?? before?.name ?? '',
      sort: sort ?? before?.sort ?? 0,
    };
    if (before?.name === row.name && before.sort === row.sort) return;
    siblings.set(filename, row);
    placed.push({ owner, ...row });
    changed.add(photo);
  });
  return { placed, changed, refused };
}

function nextPosition(siblings: readonly { readonly position: number }[]): number {
  return siblings.reduce((next, { position }) => Math.max(next, position + 1), 0);
}

async function summarize(
  transaction: Kysely<TenantTables>,
  id: number,
  photos: readonly (PhotoImport & { readonly position: number })[],
): Promise<void> {
  const ordered = [...photos].sort(
    (one, other) => one.sort - other.sort || one.position - other.position,
  );
  await transaction
    .updateTable('listing')
    .set({
      image: ordered[0]?.filename ?? '',
      images: ordered.length,
      floorplan: floorplanOf(ordered),
    })
    .where('id', '=', id)
    .execute();
}

/** Photos in files of their own. Exports have them with their listings. */
export const photoFiles = recordKind({
  fields: listingPhotoFields,
  keys: { listing_id: { of: 'listings' } },
  answers: [Photo],
  identity: ['listing_id', 'filename'],
  read: readListingPhoto,
  key: ({ listingId, filename }) => `${listingId} ${filename}`,
  write: writePhotos,
});
