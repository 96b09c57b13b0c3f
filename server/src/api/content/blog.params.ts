import { type TSchema, Type } from 'typebox';
import { MALFORMED, type Param, text, type Values } from '../params.js';
import { monthYear } from './content.params.js';

/** What posts are looked for by: a label's id, or text of the title. */
export type LabelOrKeyword = { readonly id: number } | { readonly keyword: string };

/** What `GET /blog/search/{count}` may be asked. R119, R120. */
export const blogSearchParams = { label: labelOrKeyword(), month_year: monthYear() };

/** Which posts a search wants; what is undefined does not narrow it. */
export type BlogSearch = Values<typeof blogSearchParams>;

/** Digits are a blog label's id, 0 for none; other text is a keyword (R119). */
function labelOrKeyword(): Param<LabelOrKeyword | undefined> {
  const words = text(200);
  return {
    schema: Type.String({
      description: 'The id of a blog label, or else text that occurs in the title',
      default: '0',
    }) as TSchema,
    accepts: `the id of a blog label, or ${words.accepts}`,
    fallback: undefined,
    parse: (given) => {
      const trimmed = given.trim();
      if (/^\d+$/.test(trimmed)) {
        const id = Number(trimmed);
        if (!Number.isSafeInteger(id)) return MALFORMED;
        return id === 0 ? undefined : { id };
      }
      const keyword = words.parse(given);
      return typeof keyword === 'string' ? { keyword } : MALFORMED;
    },
  };
}
