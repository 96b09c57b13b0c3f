import { type Static, Type } from 'typebox';
import { textDate } from '../../lib/dates.js';
import { oneOf, textMoment } from '../fields.js';
import type { AnswerContext } from '../request-context.js';
import type { PressRow } from './press.queries.js';
import { type PressType, pressTypes } from './press.vocabulary.js';

/** A press article. R121. */
export const PressArticle = Type.Object(
  {
    agent_id: Type.Integer({ description: 'Agent it is about, 0 when none' }),
    author: Type.String({ description: 'Byline' }),
    body: Type.String({ description: 'HTML' }),
    date_create: textMoment('When it was filed'),
    date_publish: textMoment('When it was published'),
    filename: Type.String({ description: 'Filename of a scanned clipping, empty when none' }),
    id: Type.Integer({ description: 'Record id' }),
    logo: Type.String({ description: "Filename of the publication's logo" }),
    publicationname: Type.String({ description: 'Publication' }),
    sub_title: Type.String({ description: 'Subtitle' }),
    title: Type.String({ description: 'Title' }),
    type: oneOf(pressTypes, 'What it is'),
    url: Type.String({ description: 'Its address at the publication' }),
  },
  { $id: 'PressArticle', additionalProperties: false },
);

/** The record of a press article. */
export function pressRecord(
  row: PressRow,
  { timeZone }: Pick<AnswerContext, 'timeZone'>,
): Static<typeof PressArticle> {
  return {
    agent_id: row.agent_id,
    author: row.author,
    body: row.body,
    date_create: textDate(row.created_at, timeZone),
    date_publish: textDate(row.published_at, timeZone),
    filename: row.filename,
    id: row.id,
    logo: row.logo,
    publicationname: row.publicationname,
    sub_title: row.sub_title,
    title: row.title,
    type: row.type as PressType,
    url: row.url,
  };
}
