import { type TSchema, Type } from 'typebox';
import { didYouMean, shorten } from '../lib/text.js';
import { isEmail, LONGEST_ADDRESS } from '../outbox/email/email.js';
import { type Code, codes } from './envelopes.js';
import { wordOf } from './fields.js';

/**
 * One parameter of an endpoint: a single declaration serves the check, the default, the error and
 * the documentation. Names match in any letter case, an empty value counts as absent, and an
 * unknown name is ignored (R7, R8).
 */
export interface Param<Value> {
  /** The parameter's schema in the OpenAPI document. */
  readonly schema: TSchema;
  /** The accepted values, in words that end the sentence of an error. */
  readonly accepts: string;
  readonly fallback: Value;
  /** True when repeated values form one list. */
  readonly repeats?: boolean;
  /** True when a list in a JSON body is read as its JSON text. */
  readonly listAsText?: boolean;
  /** True when an object in a JSON body is read as its JSON text. */
  readonly objectAsText?: boolean;
  /** True when the value never appears in an error. */
  readonly secret?: boolean;
  /**
   * The code for a malformed value, where it has a code of its own and the endpoint has several.
   */
  readonly malformed?: Code;
  readonly pageLimit?: number;
  /** How a file arrives. The endpoint reads the file itself. */
  readonly file?: 'upload' | 'base64';
  /** Reads the text of a value; returns `MALFORMED` for text that is not accepted. */
  readonly parse: (text: string) => Value | typeof MALFORMED;
}

/** A parameter that must be present. */
export interface RequiredParam<Value> extends Param<Value> {
  /** The code that answers its absence. */
  readonly required: Code;
}

/** What `parse` returns for text that it does not accept. */
export const MALFORMED = Symbol('malformed');

/** The declarations of one endpoint's parameters, by their names in the interface. */
export type Params = Readonly<Record<string, Param<unknown>>>;

/** The values read by a set of declarations. */
export type Values<P extends Params> = {
  readonly [Name in keyof P]: P[Name] extends Param<infer Value> ? Value : never;
};

/** The values before the required ones are checked for presence. */
export type Given<P extends Params> = {
  readonly [Name in keyof P]: P[Name] extends RequiredParam<infer Value>
    ? Value | undefined
    : P[Name] extends Param<infer Value>
      ? Value
      : never;
};

/** How much of a given value an error repeats, in characters. */
export const GIVEN_SHOWN = 80;

/** A parameter has a value that is not accepted. Answered with code 256 (R18). */
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

/** A strict call has a parameter that its endpoint does not have (R331). Answered as a malformed one. */
export class UnknownParam extends ParamProblem {
  constructor(name: string, names: readonly string[]) {
    super(name, undefined, 'no value');
    const hint = didYouMean(name.slice(0, GIVEN_SHOWN), names);
    this.message = `${quoted(name)} is not a parameter of this endpoint.${hint}`;
  }
}

function quoted(text: string): string {
  return JSON.stringify(shorten(text, GIVEN_SHOWN));
}

/** The same parameter with another value for when it is absent. */
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

export function described<Value>(param: Param<Value>, description: string): Param<Value> {
  return { ...param, schema: { ...param.schema, description } as TSchema };
}

/** The same parameter, required: its absence is answered with a code. */
export function required<Value>(
  param: Param<Value | undefined>,
  code: Code = codes.fieldMissing,
): RequiredParam<Value> {
  return { ...(param as Param<Value>), required: code };
}

/** Text of at most `longest` characters, not counting blanks around it. */
export function text(longest = 1000): Param<string | undefined> {
  return {
    schema: Type.String({ maxLength: longest }),
    accepts: `text of at most ${longest} characters`,
    fallback: undefined,
    parse: (input) => (input.length > longest ? MALFORMED : input.trim()),
  };
}

/** One line of text to store: a name, a telephone number. */
export function line(longest: number): Param<string | undefined> {
  return {
    schema: Type.String({ maxLength: longest }),
    accepts: `one line of at most ${longest} characters`,
    fallback: undefined,
    parse: (input) => {
      const text = input.trim();
      return text.length > longest || /\p{Cc}/u.test(text) ? MALFORMED : text;
    },
  };
}

export function lines(longest: number): Param<string | undefined> {
  return {
    ...text(longest),
    // PostgreSQL cannot store a NUL.
    parse: (input) => (input.length > longest || input.includes('\0') ? MALFORMED : input.trim()),
  };
}

export function email(): Param<string | undefined> {
  return {
    schema: Type.String({
      maxLength: LONGEST_ADDRESS,
      description: 'An email address like name@example.com',
    }),
    accepts: 'an email address like name@example.com',
    fallback: undefined,
    malformed: codes.emailInvalid,
    parse: (input) => (isEmail(input.trim()) ? input.trim() : MALFORMED),
  };
}

const MOST_WHOLE = Number.MAX_SAFE_INTEGER;

export function whole(least = 0, most = MOST_WHOLE): Param<number | undefined> {
  const unbounded = most === MOST_WHOLE;
  const bound = unbounded ? `${least} or more` : `from ${least} to ${most}`;
  return {
    schema: Type.Integer({ minimum: least, ...(unbounded ? {} : { maximum: most }) }),
    accepts: `a whole number, ${bound}`,
    fallback: undefined,
    parse: (input) => {
      const trimmed = input.trim();
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
    parse: (input) => {
      const trimmed = input.trim();
      return /^\d{1,15}(?:\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : MALFORMED;
    },
  };
}

/**
 * A parameter whose documented default is 0: a 0 counts as absent (R20). The document says so in words: with a
 * `default`, tools send the 0 along, and generated types ask for it.
 */
export function zeroIsNone(param: Param<number | undefined>): Param<number | undefined> {
  const { description } = param.schema as { description?: string };
  const words = description === undefined ? ZERO_IS_NONE : `${description}; ${ZERO_IS_NONE}`;
  return {
    ...described(param, words),
    parse: (input) => {
      const value = param.parse(input);
      return value === 0 ? undefined : value;
    },
  };
}

const ZERO_IS_NONE = '0 counts as not given';

/** A page size; a larger one is lowered to the limit (R26). */
export function pageSize(fallback: number, limit: number): Param<number> {
  const description = `How many records a page has; more than ${limit} are lowered to ${limit}`;
  return {
    schema: Type.Integer({ minimum: 1, default: fallback, description }),
    accepts: 'a whole number, 1 or more',
    fallback,
    pageLimit: limit,
    parse: (input) => {
      const value = whole(1).parse(input);
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
    parse: (input) => {
      const word = input.trim().toLowerCase();
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
    schema: Type.Enum([...words], { type: 'string', default: fallback }),
    accepts: words.join(' or '),
    fallback,
    parse: (input) => byKey.get(input.trim().toLowerCase()) ?? MALFORMED,
  };
}

/**
 * A comma separated list of words from a closed list, in any letter case (R24, R25).
 *
 * @param entries Each word and the value that it stands for; a code also has its meaning.
 * @param name What the OpenAPI document calls the list of words.
 */
export function listOf<Value>(
  entries: readonly (readonly [word: string, value: Value, meaning?: string])[],
  name?: string,
): Param<readonly Value[] | undefined> {
  const byKey = new Map(entries.map(([word, value]) => [word.toLowerCase(), value]));
  const words = entries.map(([word]) => word).join(', ');
  return {
    schema: Type.Array(wordOf(entries, name), { description: 'Comma separated' }),
    accepts: `a comma separated list out of ${words}`,
    fallback: undefined,
    repeats: true,
    parse: (input) => {
      const values = new Set<Value>();
      for (const item of items(input)) {
        const value = byKey.get(item.toLowerCase());
        if (value === undefined) return MALFORMED;
        values.add(value);
      }
      return values.size === 0 ? undefined : [...values];
    },
  };
}

/** How many ids one list may hold (R25). */
export const MOST_IDS = 500;

/** A comma separated list of ids. */
export function idList(): Param<readonly number[] | undefined> {
  const id = whole(1);
  return {
    schema: Type.Array(Type.Integer({ minimum: 1 }), {
      maxItems: MOST_IDS,
      description: `Ids, comma separated, at most ${MOST_IDS}`,
    }),
    accepts: `a comma separated list of at most ${MOST_IDS} ids, each a whole number from 1`,
    fallback: undefined,
    repeats: true,
    parse: (input) => {
      const ids = new Set<number>();
      for (const item of items(input)) {
        const value = id.parse(item);
        if (typeof value !== 'number') return MALFORMED;
        ids.add(value);
      }
      if (ids.size > MOST_IDS) return MALFORMED;
      return ids.size === 0 ? undefined : [...ids];
    },
  };
}

/** The values of a list, without blanks around them and without empty ones (R25). */
export function items(input: string): string[] {
  return input
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
