import { open, writeFile } from 'node:fs/promises';
import { readBytes } from './bytes.js';
import { csvLine, encodeCell } from './csv-cells.js';
import { withPath } from './errors.js';
import { ExportFolder } from './export-folder.js';
import { inPortions, packed } from './packing.js';
import type { ExportResource, ResourceName } from './resource.js';
import { LineSplitter } from './splitter.js';

/** The options of an export. */
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

/** The number of records of each resource that an export wrote. */
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
    // records wait in a file of their own.
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
