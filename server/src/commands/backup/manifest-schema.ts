import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

/** The form of the program's names of tables and columns. */
const IDENTIFIER = '^[a-z][a-z0-9_]{0,62}$';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Word = Type.String({ maxLength: 200 });

const File = Type.Object({
  path: Type.String({ maxLength: 4096 }),
  bytes: Count,
  sha256: Type.String({ maxLength: 64 }),
});

const Tables = {
  engine: Type.Enum(['sqlite', 'postgres']),
  at: Word,
  steps: Type.Array(Word),
  tables: Type.Array(
    Type.Object({
      name: Type.String({ pattern: IDENTIFIER }),
      columns: Type.Array(Type.String({ pattern: IDENTIFIER }), { minItems: 1 }),
      rows: Count,
      file: Type.Union([File, Type.Null()]),
    }),
  ),
};

const Manifest = Type.Object({
  program: Word,
  begun: Word,
  finished: Word,
  directory: Type.Object(Tables),
  databases: Type.Array(
    Type.Object({
      ...Tables,
      name: Type.String(),
      kind: Type.Enum(['client', 'mls', 'rls']),
      place: Type.Union([Type.String({ maxLength: 4096 }), Type.Null()]),
    }),
  ),
  files: Type.Array(File),
  secretKey: Type.Enum(['included', 'environment', 'left out', 'none']),
  certificate: Type.Enum(['included', 'configured', 'none']),
  media: Type.Enum(['included', 'bucket', 'left out']),
}) as TSchema;

/**
 * Checks that a manifest has every field with its type. The checksum in it has no key, so anybody
 * may have written it.
 *
 * @returns The place of the first error; undefined when there is none.
 */
export function manifestError(body: unknown): string | undefined {
  if (Value.Check(Manifest, body)) return undefined;
  const [first] = Value.Errors(Manifest, body);
  return `${first?.instancePath || '/'} ${first?.message ?? ''}`.trim();
}
