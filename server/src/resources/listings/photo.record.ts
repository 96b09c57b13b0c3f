import { type Static, Type } from 'typebox';
import type { AnswerContext } from '../../api/request-context.js';
import { photoVariantFields } from './photo.variants.js';

/** A photo of a listing or building. R74. */
export const Photo = Type.Object(
  {
    filename: Type.String({ description: 'Absolute URL of the file' }),
    name: Type.String({ description: 'Caption, often empty' }),
    sort: Type.Integer({ description: 'Position, lower first' }),
  },
  { $id: 'Photo', additionalProperties: false },
);

/** A photo of a listing, with what `variants` adds. R74, R290. */
export const ListingPhoto = Type.Object(
  { ...Photo.properties, ...photoVariantFields },
  { $id: 'ListingPhoto', additionalProperties: false },
);

/** The record of a photo. */
export function photoRecord(
  row: { readonly filename: string; readonly name: string; readonly sort: number },
  context: AnswerContext,
): Static<typeof Photo> {
  return { filename: context.mediaUrl(row.filename), name: row.name, sort: row.sort };
}
