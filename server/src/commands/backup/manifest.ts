import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { messageOf } from 'portico-importer/errors.js';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { readIfThere } from '../../lib/create-once.js';
import { quoted } from '../../lib/text.js';
import { CommandError } from '../command-error.js';

/** The file that makes a folder a backup. It is written last: an unfinished folder is no backup. */
export const MANIFEST = 'manifest.json';

const FORMAT = 'portico-backup';
/** The version of a backup's layout, which is independent of the program's version. */
const VERSION = 1;

/** The form of the program's names of tables and columns. */
const Identifier = Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Word = Type.String({ maxLength: 200 });

export type SavedFile = Static<typeof SavedFile>;
const SavedFile = Type.Object({
  /** Relative to the backup's folder, with `/` between names. */
  path: Type.String({ maxLength: 4096 }),
  bytes: Count,
  /** Hexadecimal. */
  sha256: Type.String({ maxLength: 64 }),
});

/**
 * A table of a backup: gzipped lines, each a JSON array of a row's values in this order of columns.
 */
export type SavedTable = Static<typeof SavedTable>;
const SavedTable = Type.Object({
  name: Identifier,
  columns: Type.Array(Identifier, { minItems: 1 }),
  rows: Count,
  /** Null for a table without rows. */
  file: Type.Union([SavedFile, Type.Null()]),
});

/** A database of a backup, in its state at one moment. */
export type SavedTables = Static<typeof SavedTables>;
const SavedTables = Type.Object({
  /** The engine that it was read from; it can be restored to either engine. */
  engine: Type.Enum(['sqlite', 'postgres']),
  /** The earliest time of that moment; ISO 8601. */
  at: Word,
  /** The schema steps that the database had taken. */
  steps: Type.Array(Word),
  tables: Type.Array(SavedTable),
});

/** The database of a tenant or feed. */
export type SavedDatabase = Static<typeof SavedDatabase>;
const SavedDatabase = Type.Object({
  ...SavedTables.properties,
  name: Type.String(),
  kind: Type.Enum(['client', 'mls', 'rls']),
  /** The directory's value for its place (`store/directory/places.ts`): a URL in it is sealed. */
  place: Type.Union([Type.String({ maxLength: 4096 }), Type.Null()]),
});

/** The content of a backup. Its checksum has no key, so anybody may have written it. */
export type Manifest = Static<typeof Manifest>;
const Manifest = Type.Object({
  /** The version of the program that made the backup. */
  program: Word,
  /** ISO 8601. */
  begun: Word,
  finished: Word,
  directory: SavedTables,
  databases: Type.Array(SavedDatabase),
  /** Media, certificate and secret key, by their paths in the data folder. */
  files: Type.Array(SavedFile),
  /** `environment`: the key is in PORTICO_SECRET_KEY, which a backup does not contain. */
  secretKey: Type.Enum(['included', 'environment', 'left out', 'none']),
  certificate: Type.Enum(['included', 'configured', 'none']),
  /**
   * `bucket`: the files of the data folder are included, and the websites' pictures are in
   * PORTICO_MEDIA_URL.
   */
  media: Type.Enum(['included', 'bucket', 'left out']),
});

/** The text of the manifest's file, with a checksum that shows later changes. */
export function manifestText(manifest: Manifest): string {
  const body = { format: FORMAT, version: VERSION, ...manifest };
  return `${JSON.stringify({ ...body, sha256: digest(body) }, undefined, 1)}\n`;
}

/** Reads the manifest of a backup. @throws CommandError when the folder is none, or is damaged. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readIfThere(join(folder, MANIFEST)).catch((error: unknown) => {
    throw new CommandError(`${folder}: the backup cannot be read (${messageOf(error)}).`);
  });
  if (text === undefined) {
    throw new CommandError(
      `${folder} is not a backup: it has no ${MANIFEST}. A backup that did not come to its end has none.`,
    );
  }
  const damaged = new CommandError(`${join(folder, MANIFEST)} is damaged. Use another backup.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged;
  }
  if (typeof value !== 'object' || value === null) throw damaged;
  const { sha256, ...body } = value as Record<string, unknown>;
  if (body.format !== FORMAT || sha256 !== digest(body)) throw damaged;
  if (body.version !== VERSION) {
    throw new CommandError(
      `${folder} was made by a newer Portico (${quoted(body.program)}). Restore it with that.`,
    );
  }
  if (Value.Check(Manifest, body)) return body;
  const [first] = Value.Errors(Manifest, body);
  const failure = `${first?.instancePath || '/'} ${first?.message ?? ''}`.trim();
  throw new CommandError(`${join(folder, MANIFEST)} is damaged: ${failure}. Use another backup.`);
}

/** Every file that a backup must have. */
export function savedFiles(manifest: Manifest): SavedFile[] {
  const tables = [manifest.directory, ...manifest.databases].flatMap((database) => database.tables);
  return [...tables.flatMap(({ file }) => file ?? []), ...manifest.files];
}

/** The number of rows of all tables. */
export function rowsOf({ tables }: SavedTables): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

function digest(body: object): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}
