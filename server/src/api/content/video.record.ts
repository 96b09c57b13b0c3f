import { type Static, Type } from 'typebox';
import { textDate } from '../../lib/dates.js';
import { textMoment } from '../fields.js';
import type { AnswerContext } from '../request-context.js';
import type { VideoRow } from './video.queries.js';

/** A video. R122. */
export const Video = Type.Object(
  {
    date_create: textMoment('When it was added'),
    description: Type.String({ description: 'What it shows' }),
    embed: Type.String({ description: 'URL of the video, ready to embed' }),
    id: Type.Integer({ description: 'Record id' }),
    image: Type.String({ description: 'Filename of its thumbnail' }),
    sort: Type.Integer({ description: 'Position, lower first; 999 when none was given' }),
    title: Type.String({ description: 'Title' }),
  },
  { $id: 'Video', additionalProperties: false },
);

/** The record of a video. */
export function videoRecord(
  row: VideoRow,
  { timeZone }: Pick<AnswerContext, 'timeZone'>,
): Static<typeof Video> {
  return {
    date_create: textDate(row.created_at, timeZone),
    description: row.description,
    embed: row.embed,
    id: row.id,
    image: row.image,
    sort: row.sort,
    title: row.title,
  };
}
