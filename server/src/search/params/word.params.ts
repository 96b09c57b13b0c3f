import { Type } from 'typebox';
import { MALFORMED, type Param } from '../../api/params.js';
import { wordsOf } from '../../lib/words.js';

const LEAST_CHARACTERS = 3;
const MOST_CHARACTERS = 100;
/** Each word is looked for by itself. */
const MOST_WORDS = 10;

const DESCRIPTION =
  'Words, or their beginnings from three letters on, like terrace greenwich: all occur in address, neighborhood, building, headline or description; without regard to accents, and a word that no listing has may have a wrong letter. Of a hidden address only cross streets and neighborhood are searched';

/** Words to look for, folded (`wordsOf`), in their order. R285. */
export function searchWords(description = DESCRIPTION): Param<readonly string[] | undefined> {
  return {
    schema: Type.String({
      minLength: LEAST_CHARACTERS,
      maxLength: MOST_CHARACTERS,
      description,
    }),
    accepts: `${LEAST_CHARACTERS} to ${MOST_CHARACTERS} characters with one to ${MOST_WORDS} words`,
    fallback: undefined,
    parse: (input) => {
      const { length } = input.trim();
      if (length < LEAST_CHARACTERS || length > MOST_CHARACTERS) return MALFORMED;
      const words = wordsOf(input);
      return words.length === 0 || words.length > MOST_WORDS ? MALFORMED : words;
    },
  };
}
