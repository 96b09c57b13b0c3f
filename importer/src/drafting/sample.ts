import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { type ByteOptions, type Encoding, readBytes } from '../bytes.js';
import { type ForeignRecord, isObject } from '../column.js';
import { columnsAsTheyAre, readCsv } from '../csv.js';
import { FileProblem } from '../errors.js';
import { JsonArraySplitter } from '../json-splitter.js';
import { readJson } from '../read.js';
import type { FileFormat } from '../source-items.js';
import { formatByContent, formatByName } from '../sources.js';
import { LineSplitter } from '../splitter.js';

/** The first records of a file, and how the file holds them. */
export interface FileSample {
  readonly records: readonly ForeignRecord[];
  readonly format: FileFormat;
  /** Whether the file's name tells the format. */
  readonly isNamed: boolean;
  /** The separator of a table, where it is not the usual one. */
  readonly delimiter: string | undefined;
  /** The encoding, where neither a byte-order mark nor the text tells it. */
  readonly encoding: Encoding | undefined;
  /** The path to the records in a JSON document. */
  readonly path: readonly string[];
  /** Set where the document is an object whose members are the records, each by its name (`#`). */
  readonly each?: '*';
}

const DELIMITERS = [',', '\t', ';', '|'];

/** How deep in a document the records are looked for. */
const DEPTH = 4;

/** Reads the first records of a file that nothing is known of. @throws FileProblem when it holds none. */
export async function sampleFile(file: string, most: number): Promise<FileSample> {
  const encoding = await encodingOf(file);
  const named = formatByName(basename(file));
  const options: ByteOptions = { encoding };
  const guessed = named ?? (await formatByContent({ path: file }, { encoding, records: [] }));
  const records: ForeignRecord[] = [];
  if (guessed === 'json' || guessed === 'ndjson') {
    const splitter = guessed === 'json' ? new JsonArraySplitter([]) : new LineSplitter();
    for await (const items of readJson(readBytes({ path: file }, options).chunks, splitter)) {
      for (const item of items) if (item.kind === 'record') records.push(item.record);
      if (records.length >= most) break;
    }
    const [only] = records;
    if (only === undefined) throw new FileProblem('holds no record of at most 8 MiB');
    const list = records.length === 1 ? longestArray(only, [], 0) : undefined;
    const members = records.length === 1 ? namedRecords(only) : [];
    const areNamed = members.length > (list?.records.length ?? 1);
    const isOwn = areNamed || (list !== undefined && isPart(list.records[0], only));
    const found = isOwn ? undefined : list;
    const first = (areNamed ? members : (found?.records ?? records)).slice(0, most);
    const format = found === undefined ? guessed : 'json';
    const isNamed = named === format;
    return {
      records: first,
      format,
      isNamed,
      delimiter: undefined,
      encoding,
      path: found?.path ?? [],
      ...(areNamed ? { each: '*' } : {}),
    };
  }
  const usual = guessed === 'tsv' ? '\t' : ',';
  const delimiter = (await delimiterOf(file, options)) ?? usual;
  const reading = { delimiter, naming: columnsAsTheyAre, ownCells: false };
  for await (const items of readCsv(readBytes({ path: file }, options).chunks, reading)) {
    for (const item of items) if (item.kind === 'record') records.push(item.record);
    if (records.length >= most) break;
  }
  if (records.length === 0) throw new FileProblem('holds no row behind its header');
  return {
    records: records.slice(0, most),
    format: guessed,
    isNamed: named !== undefined,
    delimiter: delimiter === usual ? undefined : delimiter,
    encoding,
    path: [],
  };
}

/** The records of an object that has one by each name; none of a record that has others in it. */
function namedRecords(only: ForeignRecord): ForeignRecord[] {
  const [first] = Object.values(only);
  const records = Object.entries(only).flatMap(([name, one]) =>
    isObject(one) && isObject(first) && isPart(one, first) ? [{ ...one, '#': name }] : [],
  );
  return records.length === Object.keys(only).length ? records : [];
}

/** Whether a record has the names of the one around it: what a listing is compared to is no list of listings. */
function isPart(inner: ForeignRecord | undefined, outer: ForeignRecord): boolean {
  const names = Object.keys(inner ?? {});
  return names.filter((name) => Object.hasOwn(outer, name)).length * 2 > names.length;
}

/** The list of objects with the most elements in a document. */
function longestArray(
  value: unknown,
  path: readonly string[],
  depth: number,
): { readonly path: readonly string[]; readonly records: readonly ForeignRecord[] } | undefined {
  if (typeof value !== 'object' || value === null || depth > DEPTH) return undefined;
  if (Array.isArray(value)) {
    const objects = value.filter((one) => typeof one === 'object' && one !== null);
    return objects.length === 0 || path.length === 0 ? undefined : { path, records: objects };
  }
  return Object.entries(value)
    .flatMap(([name, member]) => longestArray(member, [...path, name], depth + 1) ?? [])
    .toSorted((one, other) => other.records.length - one.records.length)[0];
}

async function firstText(file: string, options: ByteOptions): Promise<Buffer> {
  for await (const chunk of readBytes({ path: file }, options).chunks) return chunk;
  throw new FileProblem('is empty');
}

/** Windows-1252 is what text is that is not UTF-8, in nearly all feeds. */
async function encodingOf(file: string): Promise<Encoding | undefined> {
  const text = await firstText(file, {});
  // The last character may be cut.
  const end = Math.max(text.lastIndexOf(0x0a), text.length - 4);
  return isUtf8(text.subarray(0, end)) ? undefined : 'windows-1252';
}

/** The separator that the header has most of; undefined where it has none. */
async function delimiterOf(file: string, options: ByteOptions): Promise<string | undefined> {
  const [header = ''] = (await firstText(file, options)).toString().split(/\r?\n|\r/, 1);
  const counts = DELIMITERS.map((sign) => [sign, header.split(sign).length - 1] as const);
  const [[sign, count] = [undefined, 0]] = counts.toSorted(([, one], [, other]) => other - one);
  return count === 0 ? undefined : sign;
}
