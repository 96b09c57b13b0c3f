import type { Kysely } from 'kysely';
import type { Place } from '../engines/dialect.js';
import { addColumns, addIndex, makeTable } from '../schema/steps.js';

/** A picture that records name, as it was when it was measured. Its variants are named by `hash`. */
export interface PictureTable {
  /** As records name it: relative to the tenant's folder of media. */
  filename: string;
  /** The beginning of the SHA-256 of its bytes, 32 hexadecimal digits. */
  hash: string;
  /** In pixels, turned as its metadata says. */
  width: number;
  height: number;
  /** A blurred likeness, as Base64. */
  thumbhash: string;
}

/** Where an import has fetched a picture. No answer shows it. */
interface PictureSourceTable {
  /** The SHA-256 of a name that the picture is known by, as a URL is too long for a key (`pictureNames`). */
  url_hash: string;
  url: string;
  /** The key that the source gave the picture; empty where its URL tells it from others. */
  media_key: string;
  /** The fetched picture, as records name it. */
  filename: string;
}

export interface PictureTables {
  picture: PictureTable;
  picture_source: PictureSourceTable;
}

/** The step that makes these tables. They are filled when pictures are measured and fetched. */
export async function makePictures(db: Kysely<unknown>, place: Place): Promise<void> {
  const picture = 'text: hash thumbhash integer: width height';
  await makeTable(db, place, 'picture', 'text: filename', picture);
  await addIndex(db, 'picture_hash', 'picture', 'hash');
  await makeTable(db, place, 'picture_source', 'text: url_hash', 'text: url filename');
}

/** The step that lets fetched pictures be known by a key of their source, and be found by their file. */
export async function makePictureKeys(db: Kysely<unknown>, place: Place): Promise<void> {
  await addColumns(db, place, 'picture_source', 'text: media_key');
  await addIndex(db, 'picture_source_filename', 'picture_source', 'filename');
}
