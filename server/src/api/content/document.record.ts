import { type Static, Type } from 'typebox';
import { textDate } from '../../lib/dates.js';
import { textMoment } from '../fields.js';
import type { AnswerContext } from '../request-context.js';
import type { DocumentRow } from './document.queries.js';

/** A document that visitors can download. R123. */
export const DocumentRecord = Type.Object(
  {
    id: Type.Integer({ description: 'Record id' }),
    title: Type.String({ description: 'Title' }),
    filename: Type.String({ description: 'Filename' }),
    category: Type.String({ description: 'What it is filed under' }),
    date_create: textMoment('When it was added'),
    sort: Type.Integer({ description: 'Position, lower first' }),
  },
  { $id: 'Document', additionalProperties: false },
);

/** The record of a document. */
export function documentRecord(
  row: DocumentRow,
  { timeZone }: Pick<AnswerContext, 'timeZone'>,
): Static<typeof DocumentRecord> {
  return {
    id: row.id,
    title: row.title,
    filename: row.filename,
    category: row.category,
    date_create: textDate(row.created_at, timeZone),
    sort: row.sort,
  };
}
