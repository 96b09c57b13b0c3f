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
export interface PictureSourceTable {
  /** The SHA-256 of a name that the picture is known by, as a URL is too long for a key (`pictureNames`). */
  url_hash: string;
  url: string;
  /** The key that the source gave the picture; empty where its URL tells it from others. */
  media_key: string;
  /** The fetched picture, as records name it. */
  filename: string;
}

/** The tables of pictures. */
export interface PictureTables {
  picture: PictureTable;
  picture_source: PictureSourceTable;
}
