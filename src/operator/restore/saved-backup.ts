import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { clientSteps } from '../../data/client-database/migrations.js';
import { directorySteps } from '../../data/directory/migrations.js';
import type { Row } from '../../data/dump.js';
import { PROGRAM_VERSION } from '../../version.js';
import { DATA_FILES } from '../backup/data-files.js';
import {
  filesOf,
  type Manifest,
  readManifest,
  type SavedFile,
  type SavedTable,
  type SavedTables,
} from '../backup/manifest.js';
import { Failure } from '../outcome.js';
import { readBytes } from '../transfer/bytes.js';
import { LineSplitter } from '../transfer/splitter.js';

/** How many bytes of rows are handed on at a time, and how many rows. */
const PORTION_BYTES = 1024 * 1024;
const PORTION_ROWS = 500;

/** A backup that is whole. */
export class SavedBackup {
  readonly folder: string;
  readonly manifest: Manifest;

  private constructor(folder: string, manifest: Manifest) {
    this.folder = folder;
    this.manifest = manifest;
  }

  /**
   * Opens a backup, once every byte of it is as it was written.
   *
   * @throws Failure when it is none, when it is damaged, or when a newer Portico made it.
   */
  static async open(folder: string, signal: AbortSignal): Promise<SavedBackup> {
    const manifest = await readManifest(folder);
    checkSteps(manifest);
    const problems: string[] = [];
    for (const file of filesOf(manifest)) {
      signal.throwIfAborted();
      const problem = await problemOf(folder, file);
      if (problem !== undefined) problems.push(`${join(folder, file.path)} ${problem}.`);
    }
    if (problems.length > 0) {
      const more = problems.length > 5 ? ` And ${problems.length - 5} more.` : '';
      throw new Failure(
        `The backup is damaged, and nothing was restored. ${problems.slice(0, 5).join(' ')}${more}`,
      );
    }
    return new SavedBackup(folder, manifest);
  }

  /** The rows of a table, portion by portion. */
  async *rows(table: SavedTable): AsyncGenerator<readonly Row[]> {
    if (table.file === null) return;
    const splitter = new LineSplitter(Number.POSITIVE_INFINITY);
    let rows: Row[] = [];
    let bytes = 0;
    for await (const chunk of readBytes(join(this.folder, table.file.path)).chunks) {
      for (const line of splitter.feed(chunk)) {
        rows.push(JSON.parse(String(line.bytes)) as Row);
        bytes += line.size;
        if (rows.length < PORTION_ROWS && bytes < PORTION_BYTES) continue;
        yield rows;
        rows = [];
        bytes = 0;
      }
    }
    if (rows.length > 0) yield rows;
  }

  /** All rows of a small table, by the names of their columns. */
  async records(saved: SavedTables, name: string): Promise<Record<string, Row[number]>[]> {
    const table = saved.tables.find((each) => each.name === name);
    const records: Record<string, Row[number]>[] = [];
    if (table === undefined) return records;
    for await (const rows of this.rows(table)) {
      for (const row of rows) {
        records.push(
          Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? null])),
        );
      }
    }
    return records;
  }

  /** The saved files whose path begins so. */
  files(prefix: string): readonly SavedFile[] {
    return this.manifest.files.filter(
      ({ path }) => path === prefix || path.startsWith(`${prefix}/`),
    );
  }

  /** Reads a saved file. */
  read({ path }: SavedFile): AsyncIterable<Buffer> {
    return createReadStream(join(this.folder, path));
  }
}

/** The last step of a saved schema: how far the tables go that it is restored into. */
export function lastStep({ steps }: SavedTables): string {
  return steps.at(-1) ?? '';
}

function checkSteps({ program, directory, databases }: Manifest): void {
  const place = { kind: 'sqlite', schema: undefined } as const;
  const clients = Object.keys(clientSteps(place));
  const known = Object.keys(directorySteps(place));
  const checks = [
    [directory, known] as const,
    ...databases.map((each) => [each, clients] as const),
  ];
  for (const [{ steps }, ours] of checks) {
    if (steps.length > 0 && steps.every((step, at) => step === ours[at])) continue;
    throw new Failure(
      `The backup was made by another Portico (${program}) whose databases this one ` +
        `(${PROGRAM_VERSION}) does not know. Restore it with that version or a later one.`,
    );
  }
}

async function problemOf(folder: string, { path, bytes, sha256 }: SavedFile) {
  const names = path.split('/');
  const roots: readonly string[] = ['directory', 'databases', 'tls', DATA_FILES.media];
  const ours = path === DATA_FILES.secretKey || roots.includes(names[0] ?? '');
  if (!ours || names.some((name) => name === '' || name === '.' || name === '..')) {
    return 'is no file of a backup';
  }
  const hash = createHash('sha256');
  let size = 0;
  try {
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
