import { Type } from 'typebox';
import { MALFORMED, type Param, ParamProblem } from '../../api/params.js';

/** The most labels or buildings of one post. */
const MOST_IDS = 500;

/** The most characters of a list of that many ids, in any layout. */
const LONGEST_LIST = 20_000;

const ACCEPTS = `a JSON array of at most ${MOST_IDS} ids, each of them numeric`;

/**
 * Ids as the text of a JSON array. An element that is not an id rejects the whole list, and the
 * error names it. R129.
 */
export function idArray(name: string, description: string): Param<readonly number[] | undefined> {
  return {
    schema: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: MOST_IDS, description }),
    accepts: ACCEPTS,
    fallback: undefined,
    // Forms hold the text of an array, a JSON body may hold the array itself, and an empty one has
    // a meaning.
    listAsText: true,
    parse: (input) => {
      const list = input.length > LONGEST_LIST ? undefined : listOf(input);
      if (list === undefined) return MALFORMED;
      const ids = new Set(list.map((element) => idOf(name, element)));
      return ids.size > MOST_IDS ? MALFORMED : [...ids];
    },
  };
}

function listOf(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function idOf(name: string, element: unknown): number {
  const digits = typeof element === 'number' ? String(element) : element;
  const id = typeof digits === 'string' && /^\s*\d{1,16}\s*$/.test(digits) ? Number(digits) : 0;
  if (id >= 1 && Number.isSafeInteger(id)) return id;
  const nested = typeof element === 'object' && element !== null;
  throw new ParamProblem(name, nested ? undefined : String(element), ACCEPTS);
}
