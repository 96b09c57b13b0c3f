import { readdir, readlink, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteInput, readBytes } from './bytes.js';
import { messageOf } from './errors.js';
import { zoneOfExport } from './export.js';
import type { Mapping } from './mapping.js';
import { Pipe } from './pipe.js';
import { type ImportResource, RESOURCE_NAMES, type ResourceName } from './resource.js';
import type { FileFormat } from './source-items.js';
import { firstNames, quoted } from './text.js';

export interface ImportFile {
  /** The path as the caller wrote it, or the folder as the caller wrote it with the name in it. */
  readonly path: string;
  readonly resource: ResourceName;
  readonly format: FileFormat;
  /** Bytes on the disk, packed or not. */
  readonly size: number;
  /** What is read in place of the file: standard input, or a named pipe. */
  readonly pipe?: Pipe;
  /** Set for the one whose number of records the caller may say: the stream if there is one, or else the first that the caller names. */
  readonly isMain?: true;
  /** The zone of its times, where it belongs to an export that names one. */
  readonly timeZone: string | undefined;
}

/** The files that an import is going to read. */
export interface ImportPlan {
  readonly files: readonly ImportFile[];
  /** The other files in the folders. */
  readonly skipped: readonly string[];
  /** The reasons why the import must not start; empty when it may. */
  readonly problems: readonly string[];
}

const FORMATS: Readonly<Record<string, FileFormat>> = {
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'json',
  geojson: 'json',
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
};
const KNOWN = `${RESOURCE_NAMES.join(', ')}, as .ndjson, .json, .csv or .tsv, each also .gz`;

/** The source that stands for standard input, and its name in messages. */
const STDIN = '-';
const STDIN_NAME = 'standard input';

/**
 * Finds the files to read. A mapping, or else the file's name, decides its resource. Files are read
 * in the order of RESOURCE_NAMES, so that records come after those that they refer to. The files of
 * one resource are read in the caller's order, or by name within a folder. Names that begin with a
 * dot are ignored.
 *
 * @param sources Paths; `-` is standard input.
 */
export async function planImport(
  sources: readonly string[],
  resources: ReadonlyMap<ResourceName, ImportResource>,
  mapping: Mapping | undefined,
  stdin: Readable = process.stdin,
): Promise<ImportPlan> {
  const planner = new Planner(resources, mapping, stdin);
  for (const source of sources) await planner.addSource(source);
  return planner.plan();
}

class Planner {
  /** By their real paths, so that each is read once. */
  readonly #files = new Map<string, ImportFile>();
  readonly #skipped: string[] = [];
  readonly #problems: string[] = [];
  /** The real path of the first file that the caller names. */
  #firstNamed: string | undefined;

  constructor(
    readonly resources: ReadonlyMap<ResourceName, ImportResource>,
    readonly mapping: Mapping | undefined,
    readonly stdin: Readable,
  ) {}

  async addSource(source: string): Promise<void> {
    try {
      if (source === STDIN) return await this.#addStdin();
      const found = await stat(source);
      if (found.isDirectory()) {
        await this.#addFolder(source);
      } else if (found.isFile() || found.isFIFO()) {
        const pipe = found.isFIFO() ? new Pipe(source) : undefined;
        const reason = await this.#addFile(source, found.size, pipe);
        if (reason !== null) this.#problems.push(`${source}: ${reason}`);
        this.#firstNamed ??= await realpath(source);
      } else {
        this.#problems.push(`${source}: is neither a file nor a folder`);
      }
    } catch (error) {
      this.#problems.push(`${source}: ${await reasonOf(source, error)}`);
    }
  }

  plan(): ImportPlan {
    const problems = [...this.#problems];
    const all = [...this.#files.values()];
    if (all.length === 0 && problems.length === 0) {
      const left = firstNames(this.#skipped.map((path) => basename(path)));
      problems.push(
        `there is no file to import${left === '' ? '' : ` (found ${left})`}; files are named ${KNOWN}`,
      );
    }
    const place = (file: ImportFile) => RESOURCE_NAMES.indexOf(file.resource);
    const main =
      all.find(({ pipe }) => pipe !== undefined) ?? this.#files.get(this.#firstNamed ?? '');
    const files = all
      .map((file) => (file === main ? { ...file, isMain: true as const } : file))
      .sort((one, other) => place(one) - place(other));
    return { files, skipped: this.#skipped, problems };
  }

  async #addStdin(): Promise<void> {
    const { mapping } = this;
    if (this.#files.has(STDIN)) return;
    if (mapping === undefined) {
      this.#problems.push(
        `${STDIN_NAME}: has no name that says what its records are; read it with a mapping`,
      );
      return;
    }
    const { resource } = mapping;
    const pipe = new Pipe(this.stdin);
    const place = { path: STDIN_NAME, pipe };
    const format = mapping.type ?? (await formatByContent(place, mapping));
    this.#files.set(STDIN, { ...place, resource, format, size: 0, timeZone: undefined });
  }

  async #addFolder(folder: string): Promise<void> {
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    for (const name of names.toSorted()) {
      const path = join(folder, name);
      try {
        const found = await stat(path);
        if (!found.isFile() || (await this.#addFile(path, found.size)) !== null) {
          this.#skipped.push(path);
        }
      } catch (error) {
        this.#problems.push(`${path}: ${await reasonOf(path, error)}`);
      }
    }
  }

  /** Adds the file, or returns the reason against it. */
  async #addFile(path: string, size: number, pipe?: Pipe): Promise<string | null> {
    const { stem, extension } = nameParts(path);
    const resource =
      this.mapping?.resource ?? RESOURCE_NAMES.find((name) => name === stem.toLowerCase());
    if (resource === undefined) {
      return `the name ${quoted(stem)} is not a resource; files are named ${KNOWN}, or are read with a mapping`;
    }
    if (!this.resources.has(resource)) return `${resource} cannot be imported here`;
    let format = this.mapping?.type ?? FORMATS[extension];
    if (format === undefined && this.mapping !== undefined) {
      format = await formatByContent({ path, pipe }, this.mapping);
    }
    if (format === undefined) {
      return `the extension ${quoted(extension)} is unknown; accepted are .ndjson, .json, .csv and .tsv, each also .gz`;
    }
    const real = await realpath(path);
    const timeZone = await zoneOfExport(path);
    const piped = pipe === undefined ? {} : { pipe };
    if (!this.#files.has(real))
      this.#files.set(real, { path, ...piped, resource, format, size, timeZone });
    return null;
  }
}

/** Why a path cannot be used, which the error that it led to does not always say. */
async function reasonOf(path: string, error: unknown): Promise<string> {
  if ((error as { code?: unknown }).code !== 'ENOENT') return messageOf(error);
  const target = await readlink(path).catch(() => undefined);
  return target === undefined
    ? 'there is no such file'
    : `is a link to ${quoted(target)}, where there is no file`;
}

export function formatByName(name: string): FileFormat | undefined {
  return FORMATS[nameParts(name).extension];
}

/** The name before the extension, and the extension without its dot, in lower case. */
function nameParts(path: string): { stem: string; extension: string } {
  const name = basename(path).replace(/\.gz$/i, '');
  const dot = name.lastIndexOf('.');
  if (dot === -1) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot + 1).toLowerCase() };
}

/**
 * Decides the format by the first character, because with a mapping a file may have any name. "["
 * begins an array. "{" begins a document if the mapping names a path in it or a line ends behind it, otherwise
 * a line of ndjson. Anything else is a table.
 */
export async function formatByContent(
  file: ByteInput,
  { encoding, records }: Pick<Mapping, 'encoding' | 'records'>,
): Promise<FileFormat> {
  for await (const chunk of readBytes(file, { encoding, look: true }).chunks) {
    const at = chunk.findIndex((byte) => byte > 0x20);
    const sign = chunk[at];
    if (sign === 0x5b) return 'json';
    if (sign === 0x7b) {
      const isDocument = records.length > 0 || endsLine(chunk.subarray(at + 1));
      return isDocument ? 'json' : 'ndjson';
    }
    if (sign !== undefined) return 'csv';
  }
  return 'csv';
}

/** Whether a line break comes before anything else. */
function endsLine(text: Buffer): boolean {
  return /^[ \t\r]*\n/.test(text.subarray(0, 100).toString('latin1'));
}
