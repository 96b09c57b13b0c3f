import { type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** The kinds of fields that records of several families have, and words of parameters. */

/** Marks a field that a website must not send to browsers. */
export const SERVER_ONLY = 'x-portico-server-only';

/** An object that the document knows by a name, and that has no other fields. */
export function named<Fields extends TProperties>(name: string, fields: Fields): TObject<Fields>;
export function named<Fields extends TProperties>(
  name: string,
  description: string,
  fields: Fields,
): TObject<Fields>;
export function named(name: string, first: string | TProperties, fields: TProperties = {}) {
  if (typeof first !== 'string') {
    return Type.Object(first, { $id: name, additionalProperties: false });
  }
  return Type.Object(fields, { $id: name, description: first, additionalProperties: false });
}

/** 1 or 0. @param description What holds when it is 1. */
export function oneZero(description: string) {
  return bit(`1 when ${description}`);
}

/** 1 or 0, with its own description. */
export function bit(description: string) {
  return Type.Unsafe<number>({ type: 'integer', enum: [0, 1], description });
}

/** The old encoding of a flag, which websites rely on (R29). */
export function minusOne(description: string) {
  const words = `-1 when ${description}, else 0`;
  return Type.Unsafe<number>({ type: 'integer', enum: [-1, 0], description: words });
}

/**
 * One of a closed list of words.
 *
 * @param name What the document calls the list; without it the list stands in the field.
 */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  description: string,
  name?: string,
) {
  const schema = Type.Enum([...words], { type: 'string', description });
  if (name === undefined) return schema;
  return documentedAs(schema, Type.Unsafe({ $ref: enumNamed(words, name), description }));
}

/** A list of words under a name of its own in the document. */
export function enumNamed<const Word extends string>(words: readonly Word[], name: string) {
  return Type.Enum([...words], { type: 'string', $id: name });
}

export function codeOf(meanings: readonly (readonly [code: number, words: string])[], what = '') {
  return Type.Unsafe<number>({ type: 'integer', ...enumeration(meanings, what) });
}

/** The keywords of a list of codes: the values, and what each means, for people and for tools. */
export function enumeration<Code extends number | string>(
  meanings: readonly (readonly [code: Code, words: string])[],
  what = '',
) {
  const words = meanings.map(([code, meaning]) => `${code} ${meaning}`).join(', ');
  return {
    enum: meanings.map(([code]) => code),
    description: what === '' ? words : `${what}: ${words}`,
    'x-enumDescriptions': Object.fromEntries(meanings),
  };
}

/** One word of a parameter that is a list: a code if all of the words are numbers. */
export function wordOf(
  entries: readonly (readonly [word: string, value: unknown, meaning?: string])[],
  name: string | undefined,
): TSchema {
  const codes = entries.map(([word, , meaning = '']) => [Number(word), meaning] as const);
  const schema = codes.every(([code]) => Number.isInteger(code))
    ? Type.Unsafe<number>({ type: 'integer', ...enumeration(codes) })
    : Type.Enum(
        entries.map(([word]) => word),
        { type: 'string' },
      );
  return name === undefined
    ? schema
    : documentedAs<TSchema>(schema, { ...schema, $id: name } as TSchema);
}

const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December';

/** A moment in the text shape of dates (R32), or the empty string. */
export function textMoment(description: string) {
  return Type.String({
    pattern: `^(?:(?:${MONTHS}), \\d{2} \\d{4,} \\d{2}:\\d{2}:\\d{2})?$`,
    description: `${description}, like November, 20 2026 14:05:09; empty when unknown`,
  });
}

/** A moment in ISO 8601 with an offset from UTC, or empty. */
export const isoMoment = (description: string) =>
  Type.String({
    pattern: '^(?:\\d{4,}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}[+-]\\d{2}:\\d{2})?$',
    description,
  });

/** A moment in the shape of a stamp (R32), or the empty string. */
export function stampMoment(description: string) {
  return Type.String({
    pattern: '^(?:\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2})?$',
    description: `${description}, like 2026-11-20 14:05:09; empty when there is none`,
  });
}

/** A number that is the empty string where there is none (R31). */
export function numberOrEmpty(type: 'integer' | 'number', description: string) {
  return documentedAs(
    Type.Unsafe<number | ''>({ type: [type, 'string'], description }),
    Type.Unsafe({ anyOf: [{ type }, { type: 'string', const: '' }], description }),
  );
}

/** Text that a website's server may use and must not send to browsers. */
export function serverOnly(description: string) {
  return Type.String({ description: `${description}. Not for publication`, [SERVER_ONLY]: true });
}

const SHOWN = Symbol('shown in the OpenAPI document');

/**
 * A schema that the OpenAPI document shows in another form, and everything else uses as it is. A schema with an
 * `$id` becomes a component of that name in the document; `$ref` may hold such a schema, next to a description.
 *
 * Answers are written by schemas that the serialiser reads: one object with all fields is quick and never
 * refuses a value. Readers of the document want more: which values go together, and names for them.
 */
export function documentedAs<S extends TSchema>(schema: S, shown: TSchema): S {
  // On the schema itself, so that copies of it (optional, described) keep it.
  return Object.defineProperty(schema, SHOWN, { value: shown, enumerable: true });
}

/** The schema as the OpenAPI document shows it, with all schemas inside of it. */
export function documentForm(schema: TSchema): TSchema {
  return formOf(schema) as TSchema;
}

function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf);
  if (typeof value !== 'object' || value === null) return value;
  if (SHOWN in value) return formOf(value[SHOWN]);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, formOf(item)]));
}
