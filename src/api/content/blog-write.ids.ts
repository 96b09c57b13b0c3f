import { Type } from 'typebox';
import { MALFORMED, type Param, ParamProblem } from '../params.js';

/** How many labels or buildings one post may name. */
const MOST_IDS = 500;

/** Characters of a list of as many ids, however they are set out. */
const LONGEST_LIST = 20_000;

const ACCEPTS = `a JSON array of at most ${MOST_IDS} ids, each of them numeric`;

/**
 * Ids as the text of a JSON array. An element that is no id rejects the whole list, and is named.
 * Specification: Content, blog write rule 4; decision 23.
 */
export function idArray(name: string, description: string): Param<readonly number[] | undefined> {
  return {
    schema: Type.String({ description, examples: ['[1,2]'] }),
    accepts: ACCEPTS,
    fallback: undefined,
    parse: (given) => {
      const list = given.length > LONGEST_LIST ? undefined : listOf(given);
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

/**
 * The raw parameters with lists of plain values as the text that forms have for them: a JSON body may
 * hold the array itself, and an empty one means something.
 */
export function withListsAsText(
  raw: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const told: Record<string, unknown> = Object.assign(Object.create(null), raw);
  for (const [name, value] of Object.entries(raw)) {
    if (!names.includes(name.toLowerCase()) || !Array.isArray(value)) continue;
    // What holds more than plain values is refused as it is.
    if (value.every((item) => typeof item !== 'object' || item === null)) {
      told[name] = JSON.stringify(value);
    }
  }
  return told;
}
