import { type TSchema, Type } from 'typebox';
import { MALFORMED, type Param, required } from '../../api/params.js';
import { idArray } from './blog-write.ids.js';

/** Slugs have an index, and PostgreSQL does not index text of any length. */
const LONGEST_SLUG = 500;
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
      maxLength: LONGEST_SLUG,
      description: 'Slug, used as given; without it one is made from the title',
    }),
    LONGEST_SLUG,
  ),
};

const lists = {
  labels: idArray('labels', 'Ids of blog labels; in a form, the text of a JSON array'),
  buildings: idArray('buildings', 'Ids of buildings; in a form, the text of a JSON array'),
};

/** The parameters that `takePicture` reads. */
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
