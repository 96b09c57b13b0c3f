import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inPortions, packed, readBytes } from './bytes.js';
import { csvLine, encodeCell } from './csv.js';
import { messageOf, TransferRefused, withPath } from './errors.js';
import { type ExportResource, RESOURCE_NAMES, type ResourceName } from './resource.js';
import { LineSplitter } from './splitter.js';

export interface ExportOptions {
  readonly resources: readonly ExportResource[];
  /** The folder is made if it does not exist; see ExportFolder for what it may hold. */
  readonly folder: string;
  /** IANA name of the zone of the times in the records; an import into another zone reads them in it. */
  readonly timeZone: string;
  readonly format: 'ndjson' | 'csv';
  /** Whether the files are packed and named `.gz`. */
  readonly gzip: boolean;
  /** Stops the export; the folder stays as it was before. */
  readonly signal?: AbortSignal;
}

export type ExportCounts = { [Name in ResourceName]?: number };

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Writes one file for each resource, readable by its owner only. An import accepts what it writes.
 * @throws TransferRefused when the folder cannot be used.
 */
export async function runExport(options: ExportOptions): Promise<ExportCounts> {
  const folder = await ExportFolder.open(options.folder);
  const counts: ExportCounts = {};
  try {
    for (const resource of options.resources) {
      counts[resource.name] = await exportResource(resource, folder, options);
    }
    options.signal?.throwIfAborted();
    await folder.complete(options.timeZone);
  } catch (error) {
    await folder.abandon();
    throw error;
  }
  return counts;
}

async function exportResource(
  resource: ExportResource,
  folder: ExportFolder,
  { format, gzip, signal }: ExportOptions,
): Promise<number> {
  const name = `${resource.name}.${format}${gzip ? '.gz' : ''}`;
  const written: Written = { records: 0, columns: new Set() };
  if (format === 'ndjson') {
    await writeLines(folder.unfinished(name), jsonLines(resource, written), gzip, signal);
  } else {
    // The header is the first line, and its columns are known only after the last record. So the
    // records wait in a separate file.
    const waiting = folder.unfinished(`${resource.name}.records`);
    await writeLines(waiting, jsonLines(resource, written), false, signal);
    await writeLines(folder.unfinished(name), csvLines(waiting, written.columns), gzip, signal);
  }
  folder.finished(name);
  return written.records;
}

/** Facts about a resource that writing its records reveals. */
interface Written {
  records: number;
  readonly columns: Set<string>;
}

async function* jsonLines(resource: ExportResource, written: Written): AsyncGenerator<string> {
  for await (const record of resource.records()) {
    written.records += 1;
    for (const column of Object.keys(record)) written.columns.add(column);
    yield `${JSON.stringify(record)}\n`;
  }
}

async function* csvLines(path: string, columns: ReadonlySet<string>): AsyncGenerator<string> {
  if (columns.size === 0) return;
  // Without the byte-order mark, spreadsheets read the file in the system's old encoding.
  yield `${BYTE_ORDER_MARK}${csvLine([...columns])}\r\n`;
  const splitter = new LineSplitter(Number.POSITIVE_INFINITY);
  for await (const chunk of readBytes({ path }).chunks) {
    for (const { bytes } of splitter.feed(chunk)) {
      const record = JSON.parse(String(bytes)) as Record<string, unknown>;
      yield `${csvLine([...columns].map((column) => encodeCell(record[column])))}\r\n`;
    }
  }
}

async function writeLines(
  path: string,
  lines: AsyncIterable<string>,
  gzip: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    const bytes = gzip ? packed(inPortions(lines)) : inPortions(lines);
    await writeFile(handle, bytes, signal === undefined ? {} : { signal });
    await handle.sync();
  } catch (error) {
    throw withPath(path, error);
  } finally {
    await handle.close();
  }
}

/**
 * Lists the files of an export, so that a later export knows what it may replace, and names the zone of their times, so
 * that an import can read them as they were meant.
 */
const MANIFEST = '.portico-export.json';
const UNFINISHED = '.portico-unfinished-';
const EXPORT_NAME = /^([a-z-]+)\.(?:ndjson|csv)(?:\.gz)?$/;

/**
 * A folder for exports. It is made if it does not exist, and refused if it holds anything but an
 * earlier export: a folder of somebody's own import files has the same file names, and must not be
 * overwritten. Files are written under other names and renamed together at the end, so that an
 * export that fails leaves the earlier one as it was.
 */
export class ExportFolder {
  readonly #path: string;
  readonly #finished: string[] = [];

  private constructor(path: string) {
    this.#path = path;
  }

  /** @throws TransferRefused when the folder cannot be used. */
  static async open(path: string): Promise<ExportFolder> {
    let names: string[];
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
      names = await readdir(path);
    } catch (error) {
      throw new TransferRefused([`${path}: cannot be used as a folder (${messageOf(error)})`]);
    }
    const folder = new ExportFolder(path);
    const ours = new Set([MANIFEST, ...(await folder.#manifest())]);
    const foreign = names.filter((name) => !ours.has(name) && !name.startsWith(UNFINISHED));
    if (foreign.length > 0) {
      const shown = foreign.slice(0, 5).join(', ') + (foreign.length > 5 ? ', …' : '');
      throw new TransferRefused([
        `${path}: holds files that are not of an earlier export (${shown}); give an empty or a new folder`,
      ]);
    }
    await folder.#removeUnfinished();
    return folder;
  }

  /** The path of a file until it is finished. */
  unfinished(name: string): string {
    return join(this.#path, UNFINISHED + name);
  }

  /** Records that the file of this name is completely written, under its unfinished name. */
  finished(name: string): void {
    this.#finished.push(name);
  }

  /** Gives all finished files their names, and removes those of the earlier export. */
  async complete(timeZone: string): Promise<void> {
    const earlier = await this.#manifest();
    // The manifest names both lists until the end, so that every file here counts as ours whenever
    // this stops. It names no zone, as the files may be of two.
    await this.#writeManifest({ files: [...new Set([...earlier, ...this.#finished])] });
    for (const name of this.#finished) await rename(this.unfinished(name), join(this.#path, name));
    for (const name of earlier) {
      if (!this.#finished.includes(name)) await rm(join(this.#path, name), { force: true });
    }
    await this.#writeManifest({ files: this.#finished, timeZone });
    await this.#removeUnfinished();
  }

  /** Removes the unfinished files of an export that failed. */
  async abandon(): Promise<void> {
    await this.#removeUnfinished();
  }

  async #removeUnfinished(): Promise<void> {
    for (const name of await readdir(this.#path)) {
      if (name.startsWith(UNFINISHED)) await rm(join(this.#path, name), { force: true });
    }
  }

  async #manifest(): Promise<readonly string[]> {
    return (await readManifest(this.#path)).files;
  }

  async #writeManifest(manifest: Partial<Manifest>): Promise<void> {
    const path = this.unfinished('manifest');
    const handle = await open(path, 'w', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(manifest)}\n`);
      await handle.sync();
    } catch (error) {
      throw withPath(path, error);
    } finally {
      await handle.close();
    }
    await rename(path, join(this.#path, MANIFEST));
    await this.#sync();
  }

  /** Makes the new names durable; Windows cannot synchronise a folder. */
  async #sync(): Promise<void> {
    if (process.platform === 'win32') return;
    const handle = await open(this.#path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

interface Manifest {
  readonly files: readonly string[];
  /** Absent in exports of earlier releases. */
  readonly timeZone?: string | undefined;
}

/** The manifest of a folder; it believes only names that an export can have written, and zones that exist. */
async function readManifest(folder: string): Promise<Manifest> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'));
    const { files, timeZone } = manifest as Record<string, unknown>;
    return {
      files: Array.isArray(files) ? files.filter(isExportName) : [],
      timeZone: isTimeZone(timeZone) ? timeZone : undefined,
    };
  } catch {
    return { files: [] };
  }
}

/** The zone of the times in a file of an export; undefined for any other file. */
export async function zoneOfExport(path: string): Promise<string | undefined> {
  const { files, timeZone } = await readManifest(dirname(path));
  return files.includes(basename(path)) ? timeZone : undefined;
}

function isTimeZone(value: unknown): value is string {
  try {
    return typeof value === 'string' && new Intl.DateTimeFormat('en', { timeZone: value }) !== null;
  } catch {
    return false;
  }
}

function isExportName(name: unknown): name is string {
  const stem = typeof name === 'string' ? EXPORT_NAME.exec(name)?.[1] : undefined;
  return RESOURCE_NAMES.some((resource) => resource === stem);
}
