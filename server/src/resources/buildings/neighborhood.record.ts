import { type Static, Type } from 'typebox';
import type { NeighborhoodRow } from './neighborhood.queries.js';

/** A neighborhood. R108. */
export const Neighborhood = Type.Object(
  {
    cat_id: Type.Integer({ description: 'Neighborhood id, passed as `cat` to searches' }),
    cat_name: Type.String({ description: 'Name' }),
    img: Type.String({ description: 'Image filename' }),
    imgname: Type.String({ description: 'Image caption' }),
    parent: Type.Integer({ description: 'Id of the neighborhood around it, 0 at the top' }),
    sort: Type.Integer({ description: 'Position, lower first' }),
    text_1: Type.String({ description: 'Description as HTML' }),
  },
  { $id: 'Neighborhood', additionalProperties: false },
);

/** The record of a neighborhood. */
export function neighborhoodRecord(row: NeighborhoodRow): Static<typeof Neighborhood> {
  return {
    cat_id: row.id,
    cat_name: row.name,
    img: row.img,
    imgname: row.imgname,
    parent: row.parent,
    sort: row.sort,
    text_1: row.text_1,
  };
}
