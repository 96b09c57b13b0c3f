import type { TSchema } from 'typebox';

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
