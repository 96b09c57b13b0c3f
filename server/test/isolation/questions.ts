import { readFileSync } from 'node:fs';

/** A schema as the OpenAPI document has it, as far as it is looked at here. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly items?: { readonly $ref?: string };
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema?: Schema;
  }[];
}

const { paths, components } = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
};

/** Ids that some record of each kind has. */
const IDS = [1, 2, 3, 7];

/**
 * Every read of the interface: each bare, and with each of its parameters. A parameter that is
 * malformed this way is answered with an error, which may tell nothing of others either.
 */
export function everyRead(): readonly string[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined || path === '/api-docs') return [];
    const asked = (get.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const questions = asked
      // A source without a key of it is refused.
      .filter(({ name }) => !/^(apikey|stamp|token|source)$/i.test(name))
      .flatMap(({ name, schema }) =>
        valuesOf(schema).map((value) => `?${new URLSearchParams({ [name]: value })}`),
      );
    const bare = path.includes('{') ? IDS.map((id) => path.replace(/\{\w+\}/, String(id))) : [path];
    return bare.flatMap((one, at) => [one, ...(at === 0 ? questions.map((q) => one + q) : [])]);
  });
}

function valuesOf(schema: Schema | undefined): readonly string[] {
  const words = schema?.items?.$ref?.split('/').at(-1) ?? '';
  const told = schema?.enum ?? components.schemas[words]?.enum ?? [];
  if (told.length > 0) return told.slice(0, 4).map(String);
  // A number, a flag, a list of ids, and an email that most texts hold.
  return schema?.type === 'string' || schema?.type === 'array' ? ['1', 'e'] : ['1', '5'];
}
