import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from 'portico-importer/errors.js';
import { quoted } from '../../lib/text.js';
import { CommandError } from '../command-error.js';
import { manifestError } from './manifest-schema.js';

/**
 * The file that makes a folder a backup. It is written last, so an unfinished folder is not a
 * backup.
 */
export const MANIFEST = 'manifest.json';

const FORMAT = 'portico-backup';
/** The version of a backup's layout, which is independent of the program's version. */
const VERSION = 1;

/** A file of a backup. */
export interface SavedFile {
  /** Relative to the backup's folder, with `/` between names. */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * A table of a backup: gzipped lines, each a JSON array of a row's values in this order of columns.
 */
export interface SavedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Null for a table without rows. */
  readonly file: SavedFile | null;
}

/** A database of a backup, in its state at one moment. */
export interface SavedTables {
  /** The engine that it was read from; it can be restored to either engine. */
  readonly engine: 'sqlite' | 'postgres';
  /** The earliest time of that moment; ISO 8601. */
  readonly at: string;
  /** The schema steps that the database had taken. */
  readonly steps: readonly string[];
  readonly tables: readonly SavedTable[];
}

/** The database of a tenant or feed. */
export interface SavedDatabase extends SavedTables {
  readonly name: string;
  readonly kind: 'client' | 'mls' | 'rls';
  /** The directory's value for its place (`store/directory/places.ts`): a URL in it is sealed. */
  readonly place: string | null;
}

/** The content of a backup. */
export interface Manifest {
  /** The version of the program that made the backup. */
  readonly program: string;
  /** ISO 8601. */
  readonly begun: string;
  readonly finished: string;
  readonly directory: SavedTables;
  readonly databases: readonly SavedDatabase[];
  /** Media, certificate and secret key, by their paths in the data folder. */
  readonly files: readonly SavedFile[];
  /** `environment`: the key is in PORTICO_SECRET_KEY, which a backup does not contain. */
  readonly secretKey: 'included' | 'environment' | 'left out' | 'none';
  readonly certificate: 'included' | 'configured' | 'none';
  /**
   * `bucket`: the files of the data folder are included, and the websites' pictures are in
   * PORTICO_MEDIA_URL.
   */
  readonly media: 'included' | 'bucket' | 'left out';
}

/** The text of the manifest's file, with a checksum that shows later changes. */
export function manifestText(manifest: Manifest): string {
  const body = { format: FORMAT, version: VERSION, ...manifest };
  return `${JSON.stringify({ ...body, sha256: digest(body) }, undefined, 1)}\n`;
}

/**
 * Reads the manifest of a backup. @throws CommandError when the folder is not a backup, or is
 * damaged.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new CommandError(`${folder}: the backup cannot be read (${messageOf(error)}).`);
    }
    throw new CommandError(
      `${folder} is no backup: it has no ${MANIFEST}. A backup that did not come to its end has none.`,
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
  const failure = manifestError(body);
  if (failure !== undefined) {
    throw new CommandError(`${join(folder, MANIFEST)} is damaged: ${failure}. Use another backup.`);
  }
  return body as unknown as Manifest;
}

/** Every file that a backup must have. */
export function filesOf(manifest: Manifest): SavedFile[] {
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
