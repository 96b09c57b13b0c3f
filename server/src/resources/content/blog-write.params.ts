import { type TSchema, Type } from 'typebox';
import { MALFORMED, type Param, ParamProblem, required } from '../../api/params.js';
import { LONGEST_KEY } from '../kinds/transfer-fields.js';

/** The most labels or buildings of one post. */
const MOST_IDS = 500;

/** The most characters of a list of that many ids, in any layout. */
const LONGEST_LIST = 20_000;

const ACCEPTS = `a JSON array of at most ${MOST_IDS} ids, each of them numeric`;

/** Ids as the text of a JSON array. An element that is no id rejects the list, and the error names it. R129. */
function idArray(name: string, description: string): Param<readonly number[] | undefined> {
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

const LONGEST_LINE = 1000;

/** Text to store unchanged: HTML, a slug. */
function verbatim(schema: TSchema, longest?: number): Param<string | undefined> {
  const bound = longest === undefined ? '' : ` of at most ${longest} characters`;
  return {
    schema,
    accepts: `text${bound} without NUL characters`,
    fallback: undefined,
    // PostgreSQL cannot store a NUL.
    parse: (input) =>
      input.includes('\0') || input.length > (longest ?? Number.POSITIVE_INFINITY)
        ? MALFORMED
        : input,
  };
}

/** Text to store without the blanks around it. */
function line(description: string): Param<string | undefined> {
  const param = verbatim(Type.String({ maxLength: LONGEST_LINE, description }), LONGEST_LINE);
  return {
    ...param,
    parse: (input) => {
      const text = param.parse(input);
      return typeof text === 'string' ? text.trim() : text;
    },
  };
}

/**
 * A number from a list, where -1 means that it is not provided (R21). Both endpoints accept the -1,
 * because websites fill in one form for both.
 *
 * @param fallback The value for -1 and for an absent parameter.
 */
function unlessMinusOne<Fallback extends number | undefined>(
  fallback: Fallback,
  kind: { description: string; accepts: string; most: number },
): Param<number | Fallback> {
  return {
    schema: Type.Integer({
      minimum: -1,
      ...(kind.most === Number.MAX_SAFE_INTEGER ? {} : { maximum: kind.most }),
      ...(fallback === undefined ? {} : { default: fallback }),
      description: kind.description,
    }),
    accepts: kind.accepts,
    fallback,
    parse: (input) => {
      const trimmed = input.trim();
      if (trimmed === '-1') return fallback;
      const value = /^\d{1,16}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
      return value <= kind.most ? value : MALFORMED;
    },
  };
}

const agentId = <Fallback extends number | undefined>(fallback: Fallback) =>
  unlessMinusOne(fallback, {
    description: 'The agent that the post belongs to; 0 for none, -1 when not provided',
    accepts: "an agent's id, 0 for none, or -1",
    most: Number.MAX_SAFE_INTEGER,
  });

const status = <Fallback extends number | undefined>(fallback: Fallback) =>
  unlessMinusOne(fallback, {
    description: '1 published, 0 unpublished, -1 when not provided',
    accepts: '1, 0 or -1',
    most: 1,
  });

const texts = {
  title: line('Title'),
  body: verbatim(Type.String({ description: 'HTML, stored as given' })),
  publish_date: line('YYYY-MM-DD, with or without a time, MM/DD/YYYY, or ISO 8601'),
  author: line('Byline'),
  caption: line('Caption of the image'),
  friendly: verbatim(
    Type.String({
      maxLength: LONGEST_KEY,
      description: 'Slug, used as given; by default made from the title',
    }),
    LONGEST_KEY,
  ),
};

const lists = {
  labels: idArray('labels', 'Ids of blog labels; in a form, the text of a JSON array'),
  buildings: idArray('buildings', 'Ids of buildings; in a form, the text of a JSON array'),
};

const picture = {
  image: {
    ...verbatim(
      Type.String({
        contentMediaType: 'image/*',
        description:
          'A JPG, PNG, GIF or WEBP picture of at most 5 MB, as a file of a multipart form',
      }),
    ),
    accepts: 'a file of a multipart form',
    file: 'upload',
  },
  image_base64: {
    ...verbatim(
      Type.String({
        description: 'The same, as bare Base64 or as a data URI, in any kind of body',
      }),
    ),
    accepts: 'Base64, bare or as a data URI',
    file: 'base64',
  },
} as const;

/** The parameters of `POST /blog`. R21, R130. */
export const newPostParams = {
  ...texts,
  title: required(texts.title),
  body: required(texts.body),
  publish_date: required(texts.publish_date),
  agent_id: agentId(0),
  status: status(1),
  ...lists,
  ...picture,
};

/** The parameters of `POST /blog/{id}`. R21, R130. */
export const changedPostParams = {
  ...texts,
  agent_id: agentId(undefined),
  status: status(undefined),
  ...lists,
  ...picture,
};
