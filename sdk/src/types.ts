import type { components, operations } from './openapi.js';

/** The name of an endpoint, as in the OpenAPI document. */
export type OperationName = keyof operations;

type Parameters<Name extends OperationName> = operations[Name]['parameters'];

/** The same fields, where one that may be left out may also be `undefined`, and lists are read only. */
type Given<Fields> = {
  [Field in keyof Fields]:
    | Listed<Fields[Field]>
    | (Record<never, never> extends Pick<Fields, Field> ? undefined : never);
};

/** A list of codes may be any list of numbers, as one that stands in a variable is. */
type Listed<Value> = Value extends readonly (infer Item)[]
  ? readonly (Item extends number ? number : Item)[]
  : Value;

/** The query parameters of an endpoint. */
export type QueryOf<Name extends OperationName> = Given<NonNullable<Parameters<Name>['query']>>;

/** The JSON body of a write. */
export type BodyOf<Name extends OperationName> =
  NonNullable<operations[Name]['requestBody']> extends {
    content: { 'application/json': infer Body };
  }
    ? Given<Body>
    : never;

type Whole<Name extends OperationName> = operations[Name] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The answer of an endpoint where nothing failed: failures are thrown. */
export type AnswerOf<Name extends OperationName> = Exclude<
  Whole<Name>,
  { STATUS: 'Error' } | { SUCCESS: false }
>;

/** A record or another part of an answer, by its name in the OpenAPI document. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
