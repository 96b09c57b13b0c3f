import { type Field, problem, readText } from '../transfer-fields.js';

/** What browsers take for a script or a page of its own instead of for an address. */
const RUNS_SOMETHING = /^(javascript|data|vbscript):/;

/**
 * A field that holds the address of a page or a video. Websites put it into a link as it is, so one
 * that would run a script there is refused.
 */
export function webAddress<Columns>(column: keyof Columns & string): Field<Columns> {
  return {
    column,
    read: (value, field) => {
      const given = readText(value, field).trim();
      // Browsers read past blanks and control characters within the scheme, so this does too.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      const seen = given.replace(/[\u0000-\u0020\u007f-\u009f]+/g, '').toLowerCase();
      if (RUNS_SOMETHING.test(seen)) throw problem(field, value, 'the address of a page');
      return given;
    },
  };
}
