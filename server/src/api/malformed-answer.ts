import { type TSchema, Type } from 'typebox';
import type { Endpoint } from './endpoint.js';
import { ErrorEnvelope } from './envelopes.js';

/** The schema of what a malformed call is answered with: the envelope, and on some searches an empty page (R176). */
export function malformedAnswer({ answer, emptyPage }: Endpoint): TSchema {
  if (emptyPage === undefined) return ErrorEnvelope;
  const { properties } = answer as TSchema & { readonly properties: Record<string, TSchema> };
  const empty = Object.entries(emptyPage).map(([name, value]) => [
    name,
    value === 0
      ? Type.Literal(0, { description: 'There is no match' })
      : { ...properties[name], maxItems: 0 },
  ]);
  return Type.Object(
    {
      ...ErrorEnvelope.properties,
      ...Object.fromEntries(empty),
    },
    {
      $id: `${(answer as { $id?: string }).$id}Error`,
      description: 'A malformed parameter: the envelope, and a page without a match',
      additionalProperties: false,
    },
  );
}
