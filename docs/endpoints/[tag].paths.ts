import { readFileSync } from 'node:fs';
import {
  type Reading,
  readingsOf,
  readingsOfFamily,
  readingsText,
  readingText,
} from './readings.js';

/* Writes a page for each family of endpoints, and one of records, out of openapi.json. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Content;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-codeSamples'?: readonly {
    readonly lang: string;
    readonly label?: string;
    readonly source: string;
  }[];
}
interface Document {
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

const openapi: Document = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
);

export default {
  watch: ['../../openapi.json'],
  paths: () => [
    ...openapi.tags.map(({ name, description = '' }) => ({
      params: { tag: slugOf(name) },
      content: familyText(name, description),
    })),
    { params: { tag: 'records' }, content: recordsText() },
  ],
};

function familyText(tag: string, description: string): string {
  const operations = operationsOf(tag);
  const rest = readingsOfFamily(tag, operations.flatMap(readingsFor));
  return [
    `# ${tag}`,
    `${description}. What holds for every call: [requests](/interface#requests), [values](/interface#values), [errors](/interface#errors).`,
    ...operations.map(operationText),
    ...(rest.length > 0 ? ['## What else holds', readingsText(rest)] : []),
  ].join('\n\n');
}

function operationsOf(tag: string) {
  return Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ path, method, operation })),
  );
}

type Placed = ReturnType<typeof operationsOf>[number];

/** Names of parameters and of fields of the body. */
function namesOf({ parameters = [], requestBody }: Operation): string[] {
  const body = Object.values(requestBody?.content ?? {})[0];
  return [
    ...parameters.map((each) => resolved(each).name),
    ...Object.keys(body === undefined ? {} : (resolved(body.schema).properties ?? {})),
  ];
}

/** How many operations have a parameter or field of this name. */
const uses = new Map<string, number>();
for (const name of openapi.tags
  .flatMap((tag) => operationsOf(tag.name))
  .flatMap(({ operation }) => namesOf(operation)))
  uses.set(name, (uses.get(name) ?? 0) + 1);

/** More than so many operations share what means the same everywhere, such as `id`. */
const SHARED = 4;

function readingsFor({ path, method, operation }: Placed): Reading[] {
  const names = namesOf(operation).filter((name) => (uses.get(name) ?? 0) <= SHARED);
  return readingsOf(operation.tags[0] ?? '', { method, path }, names);
}

/** Whether a reading is so short that it fits into the row of its parameter. */
function fitsRow({ subject, text }: Reading, names: readonly string[]): boolean {
  return names.includes(subject) && text.length < 400 && !/^[-|]/m.test(text);
}

function operationText(placed: Placed): string {
  const { path, method, operation } = placed;
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const samples = operation['x-codeSamples'] ?? [];
  const body = Object.values(requestBody?.content ?? {})[0];
  const good = operation.responses['200'];
  const answer = Object.values(good?.content ?? {})[0];
  const failures = Object.entries(operation.responses).filter(([status]) => status !== '200');
  const readings = readingsFor(placed);
  const names = namesOf(operation);
  const withReadings = ([name, words]: [string, string]): [string, string] => {
    const about = readings.filter(
      (each) => fitsRow(each, names) && name.startsWith(`\`${each.subject}\``),
    );
    return [name, [sentence(words), ...about.map(readingText)].join(' ')];
  };
  const others = readings.filter((each) => !fitsRow(each, names));
  return [
    `## ${summary} {#${operationId}}`,
    `\`${method.toUpperCase()} ${path}\``,
    description,
    samples.length > 0 && codeGroup(samples),
    parameters.length > 0 && table('Parameter', parameters.map(parameterRow).map(withReadings)),
    body &&
      table('Field of the body', fieldsOf(resolved(body.schema)).map(fieldRow).map(withReadings)),
    answer && `Answers ${typeText(answer.schema)}.`,
    answer?.example !== undefined && example('An answer', answer.example),
    failures.length > 0 &&
      table(
        'Status',
        failures.map(([status, answered]) => [`\`${status}\``, resolved(answered).description]),
      ),
    others.length > 0 && `In detail:\n\n${readingsText(others)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function codeGroup(samples: NonNullable<Operation['x-codeSamples']>): string {
  const blocks = samples.map(
    ({ lang, label = lang, source }) => `\`\`\`${lang.toLowerCase()} [${label}]\n${source}\n\`\`\``,
  );
  return ['::: code-group', ...blocks, ':::'].join('\n');
}

function example(title: string, value: unknown): string {
  return `::: details ${title}\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n:::`;
}

function parameterRow(given: Parameter): [string, string] {
  const { name, description = '', required, schema } = resolved(given);
  return [`\`${name}\`${required ? ' (required)' : ''}`, withDefault(description, schema)];
}

function fieldRow([name, schema, isRequired]: Field): [string, string] {
  const { description } = resolved(schema);
  const words = schema.description ?? description ?? '';
  return [
    `\`${name}\`${isRequired ? ' (required)' : ''}`,
    withDefault(`${words} *${typeText(schema)}*`, schema),
  ];
}

function withDefault(words: string, { default: value }: Schema): string {
  if (value === undefined) return words;
  const given = typeof value === 'string' ? value : JSON.stringify(value);
  return `${sentence(words)} Default: \`${given}\`.`;
}

function sentence(words: string): string {
  return words.replace(/\.?$/, '.');
}

type Field = [string, Schema, boolean];

function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => [
    name,
    schema,
    required.includes(name),
  ]);
}

function recordsText(): string {
  const records = Object.entries(openapi.components.schemas).filter(
    ([, { properties }]) => properties,
  );
  return [
    '# Records and bodies',
    'Each object that the interface answers or takes, by name.',
    ...records.map(([name, schema]) =>
      [
        `## ${name} {#${name}}`,
        schema.description ?? '',
        table('Field', fieldsOf(schema).map(fieldRow)),
      ].join('\n\n'),
    ),
  ].join('\n\n');
}

/** In words, with links to records. */
function typeText({ $ref, type, anyOf, items, enum: values }: Schema): string {
  if ($ref !== undefined) {
    const name = nameIn($ref);
    return openapi.components.schemas[name]?.properties
      ? `[${name}](/endpoints/records#${name})`
      : typeText(resolved({ $ref }));
  }
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeText))].join(' or ');
  if (items !== undefined) return `list of ${typeText(items)}`;
  if (values !== undefined) return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  return [type ?? 'any value'].flat().join(' or ');
}

function table(what: string, rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return '';
  const cell = (text: string) =>
    text
      .replaceAll('|', '\\|')
      .replaceAll(/\s*\n\s*/g, ' ')
      // Not in code, which shows its text as it is.
      .replaceAll(/`[^`]*`|\{\{|<(?=\w)/g, (found) =>
        found.startsWith('`') ? found : found === '<' ? '&lt;' : '&lbrace;&lbrace;',
      );
  return [
    `| ${what} | |`,
    '|---|---|',
    ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  ].join('\n');
}

/** What stands in place of a reference to a component. */
function resolved<Part extends { readonly $ref?: string }>(part: Part): Part {
  if (part.$ref === undefined) return part;
  let found: unknown = openapi;
  for (const name of part.$ref.split('/').slice(1))
    found = (found as Record<string, unknown>)[name];
  if (found === undefined) throw new Error(`openapi.json has no ${part.$ref}.`);
  return found as Part;
}

function nameIn(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}
