import { type Static, Type } from 'typebox';
import { textDate } from '../../lib/dates.js';
import { textMoment } from '../fields.js';
import type { AnswerContext } from '../request-context.js';
import type { NumberedTestimonial, TestimonialRow } from './testimonial.queries.js';

const str = (description: string) => Type.String({ description });

const fields = {
  commentor: str('Who left it'),
  content: str('Text'),
  date_create: textMoment('When it was left'),
  id: Type.Integer({ description: 'Testimonial id' }),
  image: str('Filename of an image'),
  title: str('Headline, mostly empty'),
};

/** A testimonial. R116. */
export const Testimonial = Type.Object(fields, {
  $id: 'Testimonial',
  additionalProperties: false,
});

/** A testimonial in the answer to a search. R116. */
export const TestimonialSearchRecord = Type.Object(
  {
    ...fields,
    agentid: Type.Integer({ description: 'Id of the agent it is about, 0 when about nobody' }),
    rownum: Type.Integer({ minimum: 1, description: 'Position among all, from 1 across pages' }),
  },
  { $id: 'TestimonialSearchRecord', additionalProperties: false },
);

/** The record of a testimonial. */
export function testimonialRecord(
  row: TestimonialRow,
  { timeZone }: Pick<AnswerContext, 'timeZone'>,
): Static<typeof Testimonial> {
  return {
    commentor: row.commentor,
    content: row.content,
    date_create: textDate(row.created_at === 0 ? null : row.created_at, timeZone),
    id: row.id,
    image: row.image,
    title: row.title,
  };
}

/** The record of a testimonial in a search. */
export function testimonialSearchRecord(
  row: NumberedTestimonial,
  context: AnswerContext,
): Static<typeof TestimonialSearchRecord> {
  return { ...testimonialRecord(row, context), agentid: row.agent_id, rownum: row.rownum };
}
