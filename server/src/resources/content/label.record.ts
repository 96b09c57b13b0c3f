import { type Static, Type } from 'typebox';
import type { LabelRow } from './label.queries.js';

/** A label of listings. R125. */
export const Label = Type.Object(
  {
    id: Type.Integer({ description: 'Label id, passed as `label` to the listing search' }),
    labelname: Type.String({ description: 'Name' }),
  },
  { $id: 'Label', additionalProperties: false },
);

/** The record of a label. */
export function labelRecord(row: LabelRow): Static<typeof Label> {
  return { id: row.id, labelname: row.name };
}
