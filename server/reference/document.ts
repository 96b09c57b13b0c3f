import { inGroups } from './groups.js';

/** The parts of the OpenAPI document that the page changes for its readers. */
export interface Document {
  servers?: unknown;
  paths: Record<string, Record<string, Operation>>;
}

/** An operation of the document. */
export interface Operation {
  description?: string;
  security?: Readonly<Record<string, unknown>>[];
  parameters?: Parameter[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: {
    readonly default?: unknown;
    readonly enum?: readonly unknown[];
    readonly minimum?: number;
  };
  examples?: Readonly<Record<string, { readonly value: unknown; readonly 'x-disabled': boolean }>>;
}

/** Where the document says in its words that a call may have to be signed. */
const SIGNED =
  'With a key that has private access this call is signed. Enter its secret under *Your key*: the page ' +
  'signs then, and sends the secret nowhere.';

/**
 * The document as the page shows it:
 *
 * - The viewer sends each parameter that has a default or a list of values. It leaves an optional one out
 *   until it is chosen, so that a first call sends what its caller has asked for and nothing else.
 * - Keys go into a header, where no log finds them. The document also knows them in the query.
 * - The parameters of a search come in groups.
 * - The page calls the server that it came from, by whatever name: its policy allows no other.
 */
export function documentForPage(document: Document, server: string): Document {
  document.servers = [{ url: server, description: 'This server' }];
  const search = document.paths['/properties']?.get;
  if (search?.parameters !== undefined) search.parameters = inGroups(search.parameters);
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    operation.parameters?.forEach(leaveOut);
    const inHeader = operation.security?.filter((set) => 'apiKeyHeader' in set) ?? [];
    const most = inHeader.sort((a, b) => Object.keys(b).length - Object.keys(a).length)[0];
    operation.security = operation.security?.length === 0 ? [] : [most ?? { apiKeyHeader: [] }];
    if (isSigned(operation)) {
      operation.description = [operation.description, SIGNED].filter(Boolean).join('\n\n');
    }
  }
  return document;
}

/** Whether a key with private access signs calls of an operation. */
export function isSigned({ security }: Operation): boolean {
  return security?.some((set) => 'token' in set) ?? false;
}

/** Whether calls of an operation also bring the key and secret of a partner. */
export function isPartners({ security }: Operation): boolean {
  return security?.some((set) => 'partner' in set) ?? false;
}

/** Whether calls of an operation bring a key. */
export function needsKey({ security }: Operation): boolean {
  return security?.some((set) => 'apiKeyHeader' in set) ?? false;
}

/** An example that is there to be chosen, and sent only then. */
function leaveOut(parameter: Parameter): void {
  const { schema } = parameter;
  if (parameter.in !== 'query' || parameter.required === true || schema === undefined) return;
  const value = schema.default ?? schema.enum?.[0] ?? (schema.minimum || undefined);
  if (value === undefined) return;
  parameter.examples = { default: { value, 'x-disabled': true } };
}
