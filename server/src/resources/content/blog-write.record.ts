import { type Static, Type } from 'typebox';
import { type Failure, outcomes } from '../../api/envelopes.js';
import { bit, oneOf, textMoment } from '../../api/fields.js';
import type { AnswerContext } from '../../api/request-context.js';
import { textDate } from '../../lib/dates.js';
import type { PostRow } from './blog-write.queries.js';

/** A post in the answer to its write. R126, R131. */
export const BlogWriteItem = Type.Object(
  {
    id: Type.Integer({ description: 'Post id' }),
    date_create: textMoment('Publication date'),
    created_by: Type.Integer({ description: 'The account number of the key that made it' }),
    author: Type.String({ description: 'Byline' }),
    title: Type.String({ description: 'Title' }),
    body: Type.String({ description: 'HTML' }),
    caption: Type.String({ description: 'Caption of the image' }),
    image: Type.String({
      description:
        "Filename relative to the client's blog image directory, which is /media/<client>/blog/",
    }),
    friendly: Type.String({ description: 'Slug' }),
    agent_id: Type.String({ description: 'The agent that it belongs to; empty when none' }),
    status: bit('1 published, 0 unpublished'),
  },
  { $id: 'BlogWriteItem', additionalProperties: false },
);

/** The record of a post after its write. */
export function blogWriteItem(
  row: PostRow,
  { timeZone }: Pick<AnswerContext, 'timeZone'>,
): Static<typeof BlogWriteItem> {
  return {
    id: row.id,
    date_create: textDate(row.published_at, timeZone),
    created_by: row.created_by,
    author: row.author,
    title: row.title,
    body: row.body,
    caption: row.caption,
    image: row.image,
    friendly: row.friendly,
    agent_id: row.agent_id === 0 ? '' : String(row.agent_id),
    status: row.status,
  };
}

/** The answer of a blog write. It has no code (R126). */
export const BlogWriteEnvelope = outcomes(
  'BlogWriteEnvelope',
  {
    STATUS: oneOf(['Success', 'Error'], 'Whether the post was written'),
    MESSAGE: Type.String({ description: 'What failed; empty on success' }),
    ITEM: Type.Array(BlogWriteItem, {
      maxItems: 1,
      description: 'The post as it is now; empty when nothing was written',
    }),
    IMAGEERROR: Type.Optional(
      Type.String({ description: 'Why the image was left out; the post was written all the same' }),
    ),
  },
  {
    success: {
      STATUS: Type.Literal('Success'),
      MESSAGE: Type.String({ description: 'Empty' }),
      ITEM: Type.Array(BlogWriteItem, {
        minItems: 1,
        maxItems: 1,
        description: 'The post as it is now',
      }),
    },
    error: {
      STATUS: Type.Literal('Error'),
      MESSAGE: Type.String({ description: 'What failed' }),
      ITEM: Type.Array(BlogWriteItem, { maxItems: 0, description: 'Always empty' }),
      IMAGEERROR: undefined,
    },
  },
);

/** The answer of a blog write. */
export type BlogWriteEnvelope = Static<typeof BlogWriteEnvelope>;

/** Nothing was written; the message names the cause. */
export function rejected({ message }: Failure): BlogWriteEnvelope {
  return { STATUS: 'Error', MESSAGE: message, ITEM: [] };
}
