import { readBytes } from './bytes.js';
import { type CsvReading, columnsOfFields, columnsOfMapping, readCsv, readHeader } from './csv.js';
import { FileProblem } from './errors.js';
import { JsonArraySplitter } from './json-splitter.js';
import type { Mapping } from './mapping.js';
import type { ImportResource } from './resource.js';
import { isTable, jsonItem, type SourceItem } from './source-items.js';
import type { ImportFile } from './sources.js';
import { LineSplitter, type RecordSplitter } from './splitter.js';

/** A file's records, and the progress of reading the file. */
export interface RecordStream {
  /**
   * Portions of records, each with those that one chunk of the file completed. Throws FileProblem.
   */
  readonly items: AsyncGenerator<SourceItem[], void, void>;
  bytesRead(): number;
}

/**
 * Reads a file's records in the order of the file. Memory holds a chunk of the file and at most one
 * record besides; nothing is read ahead of the consumer.
 *
 * @param columns Receives the columns of a CSV file.
 */
export function readRecords(
  file: ImportFile,
  resource: ImportResource,
  mapping: Mapping | undefined,
  columns?: CsvReading['columns'],
): RecordStream {
  const { chunks, bytesRead } = readBytes(file, { encoding: mapping?.encoding });
  return { items: itemsOf(file, chunks, resource, mapping, columns), bytesRead };
}

function itemsOf(
  file: ImportFile,
  chunks: AsyncGenerator<Buffer, void, void>,
  resource: ImportResource,
  mapping: Mapping | undefined,
  columns: CsvReading['columns'],
): AsyncGenerator<SourceItem[], void, void> {
  switch (file.format) {
    case 'csv':
    case 'tsv': {
      const reading = csvReading(file, resource, mapping);
      return readCsv(chunks, columns === undefined ? reading : { ...reading, columns });
    }
    case 'json':
      return numbered(readJson(chunks, new JsonArraySplitter(mapping?.records ?? [])));
    case 'ndjson':
      return readJson(notAnArray(chunks), new LineSplitter());
  }
}

function csvReading(
  { format }: ImportFile,
  resource: ImportResource,
  mapping: Mapping | undefined,
): CsvReading {
  const usual = format === 'tsv' ? '\t' : ',';
  if (mapping === undefined) {
    return { delimiter: usual, naming: columnsOfFields(resource), ownCells: true };
  }
  const naming = columnsOfMapping(mapping.columns);
  return { delimiter: mapping.delimiter ?? usual, naming, ownCells: false };
}

/** The records of JSON text, in portions. */
export async function* readJson(
  chunks: AsyncIterable<Buffer>,
  splitter: RecordSplitter,
): AsyncGenerator<SourceItem[], void, void> {
  for await (const chunk of chunks) {
    const items = splitter.feed(chunk).filter(isNotBlank).map(jsonItem);
    if (items.length > 0) yield items;
  }
  yield splitter.end().filter(isNotBlank).map(jsonItem);
}

/** Gives each element of an array its place. */
async function* numbered(
  portions: AsyncIterable<SourceItem[]>,
): AsyncGenerator<SourceItem[], void, void> {
  let before = 0;
  for await (const items of portions) {
    yield items.map((item, index) => ({ ...item, element: before + index + 1 }));
    before += items.length;
  }
}

function isNotBlank({ bytes }: { readonly bytes: Buffer | null }): boolean {
  return bytes === null || firstSign(bytes) !== undefined;
}

function firstSign(bytes: Buffer): number | undefined {
  for (const byte of bytes) if (byte > 0x20) return byte;
  return undefined;
}

/** Throws at a JSON array in a file with the name of a line format, because every line would be rejected. */
async function* notAnArray(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  let sign: number | undefined;
  for await (const chunk of chunks) {
    if (sign === undefined) {
      sign = firstSign(chunk);
      if (sign === 0x5b) {
        throw new FileProblem(
          'holds a JSON array, where .ndjson has one object a line; a file with an array is named .json',
        );
      }
    }
    yield chunk;
  }
}

/** The problems of a table's header; empty for the other formats. */
export async function headerProblems(
  file: ImportFile,
  resource: ImportResource,
  mapping: Mapping | undefined,
): Promise<readonly string[]> {
  if (!isTable(file.format)) return [];
  const { delimiter, naming } = csvReading(file, resource, mapping);
  const { chunks } = readBytes(file, { encoding: mapping?.encoding, look: true });
  const header = await readHeader(chunks, delimiter);
  return header === null && mapping === undefined ? [] : naming(header ?? []).problems;
}
