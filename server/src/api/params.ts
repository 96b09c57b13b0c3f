import { type TSchema, Type } from 'typebox';
import { type ByName, byName, lowerCased } from '../lib/names.js';

/**
 * What an endpoint may be asked, one declaration for the check, the default, the error and the
 * documentation. Names match in any letter case, an empty value counts as not given, an unknown name
 * is ignored (R7, R8).
 */
export interface Param<Value> {
  /** What the OpenAPI document says of it. */
  readonly schema: TSchema;
  /** What is accepted, in words that end the sentence of an error. */
  readonly accepts: string;
  /** The value when it is not given. */
  readonly fallback: Value;
  /** True when several given values are one list. */
  readonly repeats?: boolean;
  /** True when a list in a JSON body is read as the text that it has in JSON. */
  readonly listAsText?: boolean;
  /** True when the value never appears in an error. */
  readonly secret?: boolean;
  /** Reads the text of a value that was given; `MALFORMED` when it is not what is accepted. */
  readonly parse: (text: string) => Value | typeof MALFORMED;
}

/** What `parse` answers to text that it does not accept. */
export const MALFORMED = Symbol('malformed');

/** The declarations of one endpoint's parameters, by their names in the interface. */
export type Params = Readonly<Record<string, Param<unknown>>>;

/** The values read by a set of declarations. */
export type Values<P extends Params> = {
  readonly [Name in keyof P]: P[Name] extends Param<infer Value> ? Value : never;
};

const GIVEN_SHOWN = 80;

/** In how many letter cases one call may spell a name, and how many values it may give it (R9, R15). */
const MOST_SPELLINGS = 16;
const MOST_VALUES = 1000;

/** A parameter was given a value that is not accepted. Answered with code 256 (R18). */
export class ParamProblem extends Error {
  constructor(
    readonly param: string,
    given: string | undefined,
    accepts: string,
  ) {
    const shown = given === undefined ? '' : `${quoted(given)} was given; `;
    super(`${param}: ${shown}accepted is ${accepts}.`);
    this.name = 'ParamProblem';
  }
}

function quoted(text: string): string {
  const cut = text.length > GIVEN_SHOWN ? `${text.slice(0, GIVEN_SHOWN)}…` : text;
  return JSON.stringify(cut);
}

/**
 * Prepares declarations for reading; done once per endpoint.
 *
 * @returns A function from the raw parameters, as a query string or a body gave them, to values.
 * It throws ParamProblem at the first parameter, in order of declaration, that is malformed.
 */
export function paramReader<P extends Params>(
  params: P,
): (raw: Readonly<Record<string, unknown>>) => Values<P> {
  const names = Object.keys(params);
  const declared = new Map(
    Object.entries(params).map(([name, param]) => [lowerCased(name), { name, param }]),
  );
  const fallbacks = Object.fromEntries(names.map((name) => [name, params[name]?.fallback]));
  return (raw) => {
    const values: Record<string, unknown> = { ...fallbacks };
    const given: [name: string, param: Param<unknown>, texts: readonly string[]][] = [];
    for (const [key, spelled] of byName(raw)) {
      const one = declared.get(key);
      if (one === undefined) continue;
      const texts = textsOf(one.name, one.param, spelled);
      if (texts.length > 0) given.push([one.name, one.param, texts]);
    }
    for (const [name, param, texts] of given) {
      const value = parseGiven(name, param, texts);
      // A list of nothing, like a 0 that means none, is as good as not given.
      if (value !== undefined) values[name] = value;
    }
    return values as Values<P>;
  };
}

/**
 * Reads one parameter.
 *
 * @returns Its value; the fallback when it is not given.
 * @throws ParamProblem when it is malformed.
 */
export function readParam(name: string, param: Param<unknown>, raw: ByName): unknown {
  const spelled = raw.get(lowerCased(name));
  const texts = spelled === undefined ? [] : textsOf(name, param, spelled);
  const value = texts.length === 0 ? undefined : parseGiven(name, param, texts);
  return value === undefined ? param.fallback : value;
}

function parseGiven(name: string, param: Param<unknown>, texts: readonly string[]): unknown {
  const [first = ''] = texts;
  if (param.repeats !== true && texts.some((text) => text !== first)) {
    throw new ParamProblem(name, param.secret === true ? undefined : texts.join(', '), 'one value');
  }
  const text = param.repeats === true ? texts.join(',') : first;
  const value = param.parse(text);
  if (value === MALFORMED) {
    throw new ParamProblem(name, param.secret === true ? undefined : text, param.accepts);
  }
  return value;
}

/** The texts of a parameter: a form or query gives text, JSON also numbers, booleans and lists. */
function textsOf(name: string, param: Param<unknown>, spelled: readonly unknown[]): string[] {
  const texts: string[] = [];
  const add = (value: unknown): void => {
    if (isEmpty(value)) return;
    if (typeof value === 'object') throw new ParamProblem(name, undefined, param.accepts);
    texts.push(String(value));
  };
  if (spelled.length > MOST_SPELLINGS) {
    throw new ParamProblem(name, undefined, `a name in at most ${MOST_SPELLINGS} spellings`);
  }
  for (const value of spelled) {
    if (!Array.isArray(value)) add(value);
    else if (texts.length + value.length > MOST_VALUES) {
      throw new ParamProblem(name, undefined, `a list of at most ${MOST_VALUES} values`);
    } else if (param.listAsText === true && value.every(isPlain)) texts.push(JSON.stringify(value));
    else for (const item of value) add(item);
  }
  return texts;
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** Whether a raw value counts as not given. R8. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

/** The same parameter with another value when it is not given. */
export function withDefault<Value>(
  param: Param<Value | undefined>,
  fallback: Value,
  shown: unknown = fallback,
): Param<Value> {
  return {
    ...(param as Param<Value>),
    fallback,
    schema: { ...param.schema, default: shown } as TSchema,
  };
}

/** The same parameter with a description for the documentation. */
export function described<Value>(param: Param<Value>, description: string): Param<Value> {
  return { ...param, schema: { ...param.schema, description } as TSchema };
}

/** Text of at most `longest` characters, blanks around it aside. */
export function text(longest = 1000): Param<string | undefined> {
  return {
    schema: Type.String({ maxLength: longest }),
    accepts: `text of at most ${longest} characters`,
    fallback: undefined,
    parse: (given) => (given.length > longest ? MALFORMED : given.trim()),
  };
}

const MOST_WHOLE = Number.MAX_SAFE_INTEGER;

/** A whole number within bounds. */
export function whole(least = 0, most = MOST_WHOLE): Param<number | undefined> {
  const bound = most === MOST_WHOLE ? `${least} or more` : `from ${least} to ${most}`;
  return {
    schema: Type.Integer({ minimum: least, maximum: most }),
    accepts: `a whole number, ${bound}`,
    fallback: undefined,
    parse: (given) => {
      const trimmed = given.trim();
      if (!/^\d{1,16}$/.test(trimmed)) return MALFORMED;
      const value = Number(trimmed);
      return value < least || value > most ? MALFORMED : value;
    },
  };
}

/** A number, 0 or more, with or without a fraction (R19). */
export function number(): Param<number | undefined> {
  return {
    schema: Type.Number({ minimum: 0 }),
    accepts: 'a number, 0 or more',
    fallback: undefined,
    parse: (given) => {
      const trimmed = given.trim();
      return /^\d{1,15}(?:\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : MALFORMED;
    },
  };
}

/** A parameter whose documented default is 0: there 0 means not given (R20). */
export function zeroIsNone(param: Param<number | undefined>): Param<number | undefined> {
  return {
    ...param,
    schema: { ...param.schema, default: 0 } as TSchema,
    parse: (given) => {
      const value = param.parse(given);
      return value === 0 ? undefined : value;
    },
  };
}

/** A page size: above the limit it is lowered to it (R26). */
export function pageSize(fallback: number, limit: number): Param<number> {
  return {
    schema: Type.Integer({ minimum: 1, default: fallback, description: `At most ${limit}` }),
    accepts: 'a whole number, 1 or more',
    fallback,
    parse: (given) => {
      const value = whole(1).parse(given);
      return typeof value === 'number' ? Math.min(value, limit) : MALFORMED;
    },
  };
}

/** The number of a page, from 1. */
export function pageNumber(): Param<number> {
  return described(withDefault(whole(1) as Param<number | undefined>, 1), 'The page, from 1');
}

const TRUE = new Set(['true', '1', 'yes']);
const FALSE = new Set(['false', '0', 'no']);

/** True or false (R23). */
export function truth(): Param<boolean> {
  return {
    schema: Type.Boolean({ default: false }),
    accepts: 'true or false',
    fallback: false,
    parse: (given) => {
      const word = given.trim().toLowerCase();
      if (TRUE.has(word)) return true;
      return FALSE.has(word) ? false : MALFORMED;
    },
  };
}

/** One of a closed list of words, in any letter case (R24). */
export function choice<const Word extends string>(
  words: readonly Word[],
  fallback: Word,
): Param<Word> {
  const byKey = new Map(words.map((word) => [word.toLowerCase(), word]));
  return {
    schema: Type.Enum([...words], { default: fallback }),
    accepts: words.join(' or '),
    fallback,
    parse: (given) => byKey.get(given.trim().toLowerCase()) ?? MALFORMED,
  };
}

/**
 * A comma separated list out of a closed list, in any letter case (R24, R25).
 *
 * @param entries What each word stands for.
 */
export function listOf<Value>(
  entries: readonly (readonly [word: string, value: Value])[],
): Param<readonly Value[] | undefined> {
  const byKey = new Map(entries.map(([word, value]) => [word.toLowerCase(), value]));
  const words = entries.map(([word]) => word).join(', ');
  return {
    schema: Type.String({ description: `Comma separated, out of: ${words}` }),
    accepts: `a comma separated list out of ${words}`,
    fallback: undefined,
    repeats: true,
    parse: (given) => {
      const values = new Set<Value>();
      for (const item of items(given)) {
        const value = byKey.get(item.toLowerCase());
        if (value === undefined) return MALFORMED;
        values.add(value);
      }
      return values.size === 0 ? undefined : [...values];
    },
  };
}

/** How many ids one list may hold (R25). */
const MOST_IDS = 500;

/** A comma separated list of ids. */
export function idList(): Param<readonly number[] | undefined> {
  const id = whole(1);
  return {
    schema: Type.String({ description: `Ids, comma separated, at most ${MOST_IDS}` }),
    accepts: `a comma separated list of at most ${MOST_IDS} ids, each a whole number from 1`,
    fallback: undefined,
    repeats: true,
    parse: (given) => {
      const ids = new Set<number>();
      for (const item of items(given)) {
        const value = id.parse(item);
        if (typeof value !== 'number') return MALFORMED;
        ids.add(value);
      }
      if (ids.size > MOST_IDS) return MALFORMED;
      return ids.size === 0 ? undefined : [...ids];
    },
  };
}

function items(given: string): string[] {
  return given
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/**
 * Refuses a minimum above its maximum (R22).
 *
 * @param pairs The names of each minimum and its maximum.
 */
export function checkRanges(
  values: Readonly<Record<string, unknown>>,
  pairs: readonly (readonly [least: string, most: string])[],
): void {
  for (const [least, most] of pairs) {
    const from = values[least];
    const to = values[most];
    if (typeof from === 'number' && typeof to === 'number' && from > to) {
      throw new ParamProblem(least, String(from), `a number up to ${most}, which is ${to}`);
    }
  }
}
