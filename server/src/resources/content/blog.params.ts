import { type TSchema, Type } from 'typebox';
import { MALFORMED, type Param, text, type Values } from '../../api/params.js';
import { monthYear } from '../content.params.js';

/** What a search for posts looks for: a label's id, or text of the title. */
export type LabelOrKeyword = { readonly id: number } | { readonly keyword: string };

/** The parameters of `GET /blog/search/{count}`. R119, R120. */
export const blogSearchParams = { label: labelOrKeyword(), month_year: monthYear() };

/** The values of a search for posts; an undefined one does not narrow it. */
export type BlogSearch = Values<typeof blogSearchParams>;

/** Digits are a blog label's id, 0 for none; other text is a keyword (R119). */
function labelOrKeyword(): Param<LabelOrKeyword | undefined> {
  const words = text(200);
  return {
    schema: Type.String({
      description:
        'The id of a blog label, or else text that occurs in the title; 0 is the same as none',
    }) as TSchema,
    accepts: `the id of a blog label, or ${words.accepts}`,
    fallback: undefined,
    parse: (input) => {
      const trimmed = input.trim();
      if (/^\d+$/.test(trimmed)) {
        const id = Number(trimmed);
        if (!Number.isSafeInteger(id)) return MALFORMED;
        return id === 0 ? undefined : { id };
      }
      const keyword = words.parse(input);
      return typeof keyword === 'string' ? { keyword } : MALFORMED;
    },
  };
}
