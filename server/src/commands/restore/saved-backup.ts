import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { readBytes } from 'portico-importer/bytes.js';
import { messageOf } from 'portico-importer/errors.js';
import { LineSplitter, type Piece } from 'portico-importer/splitter.js';
import { quoted } from '../../lib/text.js';
import type { Row } from '../../store/copy/dump.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import { directorySteps } from '../../store/directory/migrations.js';
import { tenantSteps } from '../../store/tenant/migrations.js';
import { PROGRAM_VERSION } from '../../version.js';
import { DATA_FILES } from '../backup/data-files.js';
import {
  MANIFEST,
  type Manifest,
  readManifest,
  type SavedDatabase,
  type SavedFile,
  type SavedTable,
  type SavedTables,
  savedFiles,
} from '../backup/manifest.js';
import { CommandError } from '../command-error.js';
import { checkDirectory, checkNames, checkTables } from './check-backup.js';

const PORTION_BYTES = 1024 * 1024;
const PORTION_ROWS = 500;

/** The most bytes of a row: far more than any record that Portico accepts. */
const LONGEST_ROW = 64 * 1024 * 1024;

const TABLE_FILE = /^[a-z0-9_]+\.ndjson\.gz$/;

/** A complete backup whose every part has been checked. */
export class SavedBackup {
  /** Paths of files that the manifest does not name, and that are not part of the backup. */
  unnamed: readonly string[] = [];

  private constructor(
    readonly folder: string,
    readonly manifest: Manifest,
  ) {}

  /**
   * Opens a backup after checking that every byte is as it was written and that every row can be
   * restored. A backup may come from anybody, and its checksums have no key, so nothing in it is
   * used before it was checked.
   *
   * @throws CommandError when it is not a backup, when it is damaged, or when a newer Portico made
   *   it.
   */
  static async open(folder: string, signal: AbortSignal): Promise<SavedBackup> {
    const manifest = await readManifest(folder);
    checkSteps(manifest);
    checkNames(manifest);
    checkPaths(manifest);
    const problems: string[] = [];
    for (const file of savedFiles(manifest)) {
      signal.throwIfAborted();
      const problem = await problemOf(folder, file);
      if (problem !== undefined) problems.push(`${join(folder, file.path)} ${problem}.`);
    }
    if (problems.length > 0) {
      const more = problems.length > 5 ? ` And ${problems.length - 5} more.` : '';
      throw new CommandError(
        `The backup is damaged, and nothing was restored. ${problems.slice(0, 5).join(' ')}${more}`,
      );
    }
    const backup = new SavedBackup(folder, manifest);
    await checkTables(backup, signal);
    await checkDirectory(backup);
    backup.unnamed = await unnamedFiles(folder, manifest);
    return backup;
  }

  /** Opens a backup only to look whether something is in it: its bytes are not checked. @throws CommandError */
  static async look(folder: string): Promise<SavedBackup> {
    const manifest = await readManifest(folder);
    checkPaths(manifest);
    return new SavedBackup(folder, manifest);
  }

  /** The rows of a table in portions. @throws CommandError at a line that is not a row. */
  async *rows(table: SavedTable): AsyncGenerator<readonly Row[]> {
    const { file } = table;
    if (file === null) return;
    const splitter = new LineSplitter(LONGEST_ROW);
    let rows: Row[] = [];
    let bytes = 0;
    for await (const chunk of chunksOf(this.folder, file)) {
      for (const line of splitter.feed(chunk)) {
        rows.push(rowOf(line, file));
        bytes += line.size;
        if (rows.length < PORTION_ROWS && bytes < PORTION_BYTES) continue;
        yield rows;
        rows = [];
        bytes = 0;
      }
      if (splitter.pending > LONGEST_ROW) throw tooLong(file);
    }
    rows.push(...splitter.end().map((line) => rowOf(line, file)));
    if (rows.length > 0) yield rows;
  }

  /** All rows of a small table, by the names of their columns. */
  async records(saved: SavedTables, name: string): Promise<SavedRecord[]> {
    const table = saved.tables.find((each) => each.name === name);
    const records: SavedRecord[] = [];
    if (table === undefined) return records;
    for await (const rows of this.rows(table)) {
      records.push(...rows.map((row) => recordOf(table, row)));
    }
    return records;
  }

  files(prefix: string): readonly SavedFile[] {
    return this.manifest.files.filter(
      ({ path }) => path === prefix || path.startsWith(`${prefix}/`),
    );
  }

  read({ path }: SavedFile): AsyncIterable<Buffer> {
    return createReadStream(join(this.folder, path));
  }
}

/** A tenant or feed of a backup. */
export interface SavedEntry {
  readonly entry: ClientEntry;
  readonly database: SavedDatabase;
  /** The revision of its database after the restore. */
  readonly revision: number;
}

/** A row of a backup by the names of its columns. */
export type SavedRecord = Record<string, Row[number]>;

export function recordOf({ columns }: SavedTable, row: Row): SavedRecord {
  return Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]));
}

/** The last schema step of a saved database: the restored one takes steps up to it. */
export function lastStep({ steps }: SavedTables): string {
  return steps.at(-1) ?? '';
}

function checkSteps({ program, directory, databases }: Manifest): void {
  const place = { kind: 'sqlite', schema: undefined } as const;
  const tenants = Object.keys(tenantSteps(place)).sort();
  const steps = Object.keys(directorySteps(place)).sort();
  const checks = [
    [directory, steps] as const,
    ...databases.map((each) => [each, tenants] as const),
  ];
  for (const [{ steps }, ours] of checks) {
    if (steps.length > 0 && steps.every((step, at) => step === ours[at])) continue;
    throw new CommandError(
      `The backup was made by another Portico (${program}) whose databases this one ` +
        `(${PROGRAM_VERSION}) does not know. Restore it with that version or a later one.`,
    );
  }
}

/** Checks the paths of files in a manifest. @throws CommandError */
function checkPaths({ directory, databases, files }: Manifest): void {
  const saved = [
    { folder: 'directory', tables: directory.tables },
    ...databases.map(({ name, tables }) => ({ folder: `databases/${name}`, tables })),
  ];
  const wrong = saved.flatMap(({ folder, tables }) => {
    const paths = tables.flatMap(({ file }) => file?.path ?? []);
    return paths.filter(
      (path) => !path.startsWith(`${folder}/`) || !TABLE_FILE.test(path.slice(folder.length + 1)),
    );
  });
  wrong.push(...files.map(({ path }) => path).filter((path) => !isDataFile(path)));
  const [first] = wrong;
  if (first !== undefined) {
    throw new CommandError(
      `The backup is damaged, and nothing was restored. ${quoted(first)} is not a file of a backup.`,
    );
  }
}

function isDataFile(path: string): boolean {
  const [root = '', ...names] = path.split('/');
  if (path === DATA_FILES.secretKey) return true;
  if ((DATA_FILES.certificate as readonly string[]).includes(path)) return true;
  return (
    root === DATA_FILES.media &&
    names.length > 0 &&
    !names.some((name) => ['', '.', '..'].includes(name) || /[\0\\]/.test(name))
  );
}

async function problemOf(folder: string, { path, bytes, sha256 }: SavedFile) {
  const hash = createHash('sha256');
  let size = 0;
  try {
    if (!(await isOwnFile(folder, path))) return 'is not a file of a backup';
    for await (const chunk of createReadStream(join(folder, path))) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`;
  }
  return size === bytes && hash.digest('hex') === sha256 ? undefined : 'has changed';
}

/** Whether a path is a file within the folder, and not a link out of it or a pipe. */
async function isOwnFile(folder: string, path: string): Promise<boolean> {
  const real = await realpath(join(folder, path));
  return real.startsWith(`${await realpath(folder)}${sep}`) && (await lstat(real)).isFile();
}

async function* chunksOf(folder: string, { path }: SavedFile): AsyncGenerator<Buffer> {
  try {
    yield* readBytes({ path: join(folder, path) }).chunks;
  } catch (error) {
    throw new CommandError(`The backup is damaged: ${path} ${messageOf(error)}.`);
  }
}

function rowOf({ line, bytes }: Piece, file: SavedFile): Row {
  if (bytes === null) throw tooLong(file);
  try {
    return JSON.parse(String(bytes)) as Row;
  } catch {
    throw new CommandError(`The backup is damaged: line ${line} of ${file.path} is not a row.`);
  }
}

function tooLong({ path }: SavedFile): CommandError {
  return new CommandError(
    `The backup is damaged: ${path} has a line of more than ${LONGEST_ROW / 2 ** 20} MiB.`,
  );
}

async function unnamedFiles(folder: string, manifest: Manifest): Promise<readonly string[]> {
  const expected = new Set([MANIFEST, ...savedFiles(manifest).map(({ path }) => path)]);
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !expected.has(path))
    .sort();
}
