import type { TSchema } from 'typebox';
import { type Endpoint, fileNames, takesIdempotencyKey } from './endpoint.js';
import { ErrorEnvelope } from './envelopes.js';
import { documentForm } from './fields.js';
import { ManagedRecords, ManageError } from './manage.record.js';
import {
  goneAnswer,
  malformedAnswer,
  manageAnswers,
  partnerAnswers,
  strictAnswers,
} from './openapi-answers.js';
import {
  ADDITION,
  documentOperation,
  gateAnswers,
  gateReferences,
  idempotencyAnswers,
  idempotencyParameter,
  idempotencyReferences,
  info,
  preferParameter,
  replayedHeader,
  security,
  securitySchemes,
  servers,
  tagsOf,
} from './openapi-frame.js';
import type { Param, Params } from './params.js';

type Json = Record<string, unknown>;

/** One JSON value a line. */
const NDJSON = 'application/x-ndjson';

/** A request body and the answer to it. */
export interface Example {
  readonly request?: Json | readonly Json[];
  readonly answer: unknown;
}

/** Examples by method and path, such as `GET /properties`. */
export type Examples = Readonly<Record<string, Example>>;

/** What the document shows besides what is declared. */
export interface DocumentTexts {
  /** What a reader should know before the first call, as Markdown. */
  readonly introduction?: string;
  readonly examples?: Examples;
  /** How the package for websites makes each call, by the name of the operation. */
  readonly samples?: Readonly<Record<string, string>>;
}

/**
 * The OpenAPI 3.1 document of a list of endpoints. It is made from the schemas that also check the
 * parameters and serialise the answers.
 */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { examples = {}, introduction = '', samples = {} }: DocumentTexts = {},
): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {};
    const example = examples[`${endpoint.method} ${endpoint.path}`];
    const described = operation(endpoint, components, example);
    path[endpoint.method.toLowerCase()] = {
      ...described,
      ...sampleOf(samples[endpoint.operation]),
    };
    paths[endpoint.path] = path;
  }
  paths['/api-docs'] = { get: documentOperation };
  return {
    openapi: '3.1.1',
    info: info(introduction),
    servers,
    security: security.key,
    tags: tagsOf(Object.values(paths).flatMap((path) => Object.values(path) as Json[])),
    paths,
    components: {
      securitySchemes,
      parameters: { Prefer: preferParameter },
      responses: { ...gateAnswers, ...idempotencyAnswers, ...components.responses() },
      schemas: components.sorted(),
    },
  };
}

/** The document of a server that is reached at this address: the text of one that names another. */
export function documentAt(baseUrl: string, document: string): string {
  const server = { url: baseUrl, description: 'This server' };
  const served = { ...(JSON.parse(document) as Json), servers: [server] };
  return `${JSON.stringify(served, null, 2)}\n`;
}

/** The named schemas of a document. */
class Components {
  readonly #schemas = new Map<string, Json>();
  readonly #bodies = new Map<Params, string>();
  readonly #responses = new Map<string, Json>();

  /** The document's form of a schema, with references in the place of named schemas. */
  shown(schema: TSchema): Json {
    return this.#walk(documentForm(schema)) as Json;
  }

  /** A reference to the body made of these parameters. Operations with the same parameters share it. */
  body(endpoint: Endpoint): Json {
    const { operation, params } = endpoint;
    let name = this.#bodies.get(params);
    if (name === undefined) {
      name = `${operation[0]?.toUpperCase()}${operation.slice(1)}Request`;
      this.#bodies.set(params, name);
      this.#add(name, this.shown(bodySchema(endpoint)));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** References to these responses, by status. Operations with the same response share it. */
  responsesOf(answers: Json): Json {
    return Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => {
        const names = JSON.stringify(answer).matchAll(/schemas\/(\w+)|Idempotency-Key/g);
        const name = ['Strict', status, ...[...names].map(([, schema = 'Key']) => schema)].join('');
        this.#responses.set(name, answer as Json);
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  }

  responses(): Json {
    return Object.fromEntries(this.#responses);
  }

  sorted(): Json {
    const entries = [...this.#schemas];
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#walk(item));
    if (typeof value !== 'object' || value === null) return value;
    const { $id, $ref, ...rest } = value as Json;
    const plain = Object.fromEntries(
      Object.entries(rest).map(([key, item]) => [key, this.#walk(item)]),
    );
    if ($ref !== undefined) return { ...(this.#walk($ref) as Json), ...plain };
    if (typeof $id !== 'string') return plain;
    this.#add($id, plain);
    return { $ref: `#/components/schemas/${$id}` };
  }

  #add(name: string, schema: Json): void {
    const known = this.#schemas.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas are named ${name}.`);
    }
    this.#schemas.set(name, schema);
  }
}

function operation(endpoint: Endpoint, components: Components, example: Example | undefined): Json {
  const { access, tag, addition } = endpoint;
  const isRead = endpoint.method === 'GET';
  const hasBody = !isRead && endpoint.method !== 'DELETE';
  const isIdempotent = takesIdempotencyKey(endpoint);
  const segments = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parameters = [
    ...segments.map((name) => segmentParameter(name, endpoint)),
    ...(hasBody ? [] : queryParameters(endpoint, components)),
    ...(isIdempotent ? [idempotencyParameter] : []),
    { $ref: '#/components/parameters/Prefer' },
  ];
  const shown = anyOf(answersOf(endpoint, components));
  return {
    operationId: endpoint.operation,
    tags: [tag],
    ...(addition === true ? { [ADDITION]: true } : {}),
    summary: endpoint.summary,
    description: endpoint.description,
    ...(access in security && access !== 'key'
      ? { security: security[access as keyof typeof security] }
      : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody ? { requestBody: requestBody(endpoint, components, example) } : {}),
    responses: {
      200: {
        description:
          isRead || endpoint.readOnly === true
            ? 'What was asked for, or why it cannot be given'
            : 'Whether the work was done',
        ...(isIdempotent ? { headers: replayedHeader } : {}),
        content: {
          ...('key' in endpoint.params && { 'application/json': { schema: shown } }),
          [endpoint.lines === true ? NDJSON : 'application/json']: {
            schema: shown,
            ...(example === undefined ? {} : { example: example.answer }),
          },
        },
      },
      ...gateReferences(segments.length > 0),
      ...(isIdempotent ? idempotencyReferences : {}),
      ...(access === 'partner' || access === 'manage'
        ? {}
        : components.responsesOf(
            strictAnswers(endpoint, errorsOf(endpoint, components), {
              ...(segments.length > 0 ? gateAnswers : {}),
              ...(isIdempotent ? idempotencyAnswers : {}),
            }),
          )),
      ...(access === 'partner' ? partnerAnswers(components.shown(endpoint.answer)) : {}),
      ...(access === 'manage'
        ? manageAnswers(endpoint, components.shown(ManageError), {
            ...gateAnswers,
            ...(isIdempotent ? idempotencyAnswers : {}),
          })
        : {}),
      ...(endpoint.gone === undefined
        ? {}
        : { 410: goneAnswer(endpoint.gone, components.shown(ErrorEnvelope)) }),
    },
  };
}

/** The call as code, in the form that viewers of such documents know. */
function sampleOf(code: string | undefined): Json {
  if (code === undefined) return {};
  return { 'x-codeSamples': [{ lang: 'typescript', label: 'portico-sdk', source: code.trim() }] };
}

/** The shapes of the answer, and that to a malformed parameter or body, which reads have too (R18). */
function answersOf(endpoint: Endpoint, components: Components): Json[] {
  const { access, answer } = endpoint;
  const shown = components.shown(answer);
  if (access === 'partner' || access === 'manage') return [shown];
  const error = components.shown(malformedAnswer(endpoint));
  const shapes = (shown.anyOf as Json[] | undefined) ?? [shown];
  return shapes.some(({ $ref }) => $ref === error.$ref) ? shapes : [...shapes, error];
}

function errorsOf(endpoint: Endpoint, components: Components): Json[] {
  return answersOf(endpoint, components).filter(({ $ref }) =>
    /Error(Envelope)?$/.test(String($ref)),
  );
}

function anyOf(schemas: readonly Json[]): Json {
  return schemas.length === 1 ? (schemas[0] as Json) : { anyOf: schemas };
}

function segmentParameter(name: string, { segment, kinds }: Endpoint): Json {
  const place = { name, in: 'path', required: true };
  if (name === 'kind') {
    const schema = { type: 'string', enum: [...(kinds ?? [])] };
    return { ...place, description: 'The kind of record', schema };
  }
  return {
    ...place,
    description: segment ?? name,
    schema: { type: 'integer', minimum: name === 'count' ? 0 : 1 },
  };
}

function queryParameters(endpoint: Endpoint, components: Components): Json[] {
  return Object.entries(endpoint.params).map(([name, param]) => {
    const { description, ...schema } = components.shown(param.schema);
    return {
      name,
      in: 'query',
      ...(isRequired(endpoint, name, param) ? { required: true } : {}),
      description,
      // One value with commas, as websites write it.
      ...(isList(schema) ? { style: 'form', explode: false } : {}),
      schema,
    };
  });
}

/** Whether a parameter is a list, or may be one. */
function isList({
  type,
  anyOf = [],
}: {
  readonly type?: unknown;
  readonly anyOf?: unknown;
}): boolean {
  return type === 'array' || (anyOf as Json[]).some((one) => one.type === 'array');
}

function isRequired({ requires }: Endpoint, name: string, param: Param<unknown>): boolean {
  return 'required' in param || requires?.includes(name) === true;
}

/**
 * The body of a write. A default stands in words: generated types would ask for a field that has one.
 */
function bodySchema(endpoint: Endpoint): TSchema {
  const entries = Object.entries(endpoint.params);
  const required = entries.filter(([name, param]) => isRequired(endpoint, name, param));
  const properties = entries.map(([name, param]) => {
    const { default: missing, description, ...schema } = param.schema as Json;
    const words = missing === undefined ? description : `${description}; default ${missing}`;
    return [name, { ...schema, description: words }];
  });
  return {
    type: 'object',
    description: `What \`${endpoint.method} ${endpoint.path}\` takes`,
    ...(required.length === 0 ? {} : { required: required.map(([name]) => name) }),
    properties: Object.fromEntries(properties),
  };
}

function requestBody(
  endpoint: Endpoint,
  components: Components,
  example: Example | undefined,
): Json {
  if (endpoint.body === 'records') {
    const schema = components.shown(ManagedRecords);
    const shown = example?.request === undefined ? {} : { example: example.request };
    const content = { 'application/json': { schema, ...shown }, [NDJSON]: { schema } };
    return { required: true, content };
  }
  const schema = components.body(endpoint);
  const shown = example?.request === undefined ? {} : { example: example.request };
  const json = { 'application/json': { schema, ...shown } };
  if (endpoint.body === 'json') return { required: true, content: json };
  const lists = Object.entries(endpoint.params).filter(([, { listAsText }]) => listAsText === true);
  // In a form, a list is the text of a JSON array.
  const asText = lists.map(([name]) => [name, { contentType: 'application/json' }]);
  const encoding = lists.length === 0 ? {} : { encoding: Object.fromEntries(asText) };
  const form = { schema, ...encoding, ...shown };
  const uploads = fileNames(endpoint, 'upload').length > 0;
  return {
    required: true,
    content: {
      ...json,
      'application/x-www-form-urlencoded': form,
      ...(uploads ? { 'multipart/form-data': { schema, ...encoding } } : {}),
    },
  };
}
