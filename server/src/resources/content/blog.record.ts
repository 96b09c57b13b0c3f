import { type Static, Type } from 'typebox';
import { textMoment } from '../../api/fields.js';
import type { AnswerContext } from '../../api/request-context.js';
import { textDate } from '../../lib/dates.js';
import type { BlogRow } from './blog.queries.js';

/** A blog post in an answer. R118. */
export const BlogPost = Type.Object(
  {
    author: Type.String({ description: 'Byline' }),
    body: Type.String({ description: 'HTML' }),
    caption: Type.String({ description: 'Caption of the image' }),
    date_create: textMoment('Publication date'),
    id: Type.Integer({ description: 'Record id' }),
    image: Type.String({ description: "Filename relative to the client's blog image directory" }),
    title: Type.String({ description: 'Title' }),
  },
  { $id: 'BlogPost', additionalProperties: false },
);

/** The record of a blog post. */
export function blogRecord(
  row: BlogRow,
  { timeZone }: Pick<AnswerContext, 'timeZone'>,
): Static<typeof BlogPost> {
  return {
    author: row.author,
    body: row.body,
    caption: row.caption,
    date_create: textDate(row.published_at, timeZone),
    id: row.id,
    image: row.image,
    title: row.title,
  };
}
