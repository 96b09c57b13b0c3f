import { CsvError, parse } from 'csv-parse/sync';
import { ambiguousAmount } from './amount.js';
import { FileProblem } from './errors.js';
import type { ImportResource } from './resource.js';
import { bytesError, type SourceItem, sourceErrorAt } from './source-items.js';
import { CsvSplitter, type Piece } from './splitter.js';
import { quoted, shorten } from './text.js';

export interface CsvReading {
  /** One ASCII character. */
  readonly delimiter: string;
  readonly naming: ColumnNaming;
  /**
   * Whether to read cells as `encodeCell` writes them; cells of a foreign file are taken literally.
   */
  readonly ownCells: boolean;
  /** Receives the columns, before the first row. */
  readonly columns?: (columns: NamedColumns) => void;
}

export interface NamedColumns {
  readonly names: ColumnNames;
  readonly labels: readonly string[];
}

/**
 * The rows of a CSV file as records. The first row names the columns; an empty cell is a missing
 * field. A row with another number of cells, or with a misplaced quotation mark, is an error of its
 * own. A header that cannot be used throws FileProblem.
 */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  { delimiter, naming, ownCells, columns }: CsvReading,
): AsyncGenerator<SourceItem[], void, void> {
  let named: NamedColumns | null = null;
  for await (const pieces of rowsOf(chunks, delimiter)) {
    let rows = pieces;
    if (named === null) {
      const [first, ...others] = rows;
      if (first === undefined) continue;
      named = headerNames(cellsOfHeader(first, delimiter), naming);
      columns?.(named);
      rows = others;
    }
    if (rows.length > 0) yield itemsOf(rows, named, delimiter, ownCells);
  }
}

/** The cells of a CSV file's first row; null for an empty file. */
export async function readHeader(
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
): Promise<string[] | null> {
  for await (const [first] of rowsOf(chunks, delimiter)) {
    if (first !== undefined) return cellsOfHeader(first, delimiter);
  }
  return null;
}

async function* rowsOf(
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
): AsyncGenerator<Piece[], void, void> {
  const splitter = new CsvSplitter(delimiter);
  for await (const chunk of chunks) yield splitter.feed(chunk);
  yield splitter.end();
}

function headerNames(header: readonly string[], naming: ColumnNaming): NamedColumns {
  const { problems, ...named } = naming(header);
  if (problems.length > 0) throw new FileProblem(problems.join('; '));
  return named;
}

function cellsOfHeader(piece: Piece, delimiter: string): string[] {
  const faulty = bytesError(piece);
  if (faulty !== null) throw new FileProblem(`line ${piece.line}: the header ${faulty.reason}`);
  const cells = cellsOfRow(piece.bytes as Buffer, delimiter);
  if (typeof cells === 'string') throw new FileProblem(`line ${piece.line}: the header ${cells}`);
  return cells;
}

function itemsOf(
  pieces: readonly Piece[],
  { names, labels }: NamedColumns,
  delimiter: string,
  ownCells: boolean,
): SourceItem[] {
  const errors = pieces.map(bytesError);
  const sound = pieces.filter((_, index) => errors[index] === null);
  const rows = cellsOfRows(sound, delimiter);
  const taken = takenColumns(names);
  let row = 0;
  return pieces.map((piece, index) => {
    const sourceError = errors[index];
    if (sourceError !== null && sourceError !== undefined) return sourceError;
    const cells = rows[row] as string[] | string;
    row += 1;
    if (typeof cells === 'string') {
      return sourceErrorAt(piece, cells, shorten((piece.bytes as Buffer).toString(), 2000));
    }
    if (cells.length !== names.length) {
      const reason = `has ${cells.length} cells where the header has ${names.length}`;
      return sourceErrorAt(piece, reason, cells);
    }
    const { line, size } = piece;
    const record = recordOf(cells, taken, ownCells);
    if (ownCells) return { kind: 'record', line, size, record };
    return {
      kind: 'record',
      line,
      size,
      record,
      whole: () => recordOf(cells, [...labels.entries()], ownCells),
    };
  });
}

/** The columns that records have, with their places. */
function takenColumns(names: ColumnNames): TakenColumns {
  return names.flatMap((name, at) => (name === null ? [] : [[at, name] as const]));
}

type TakenColumns = readonly (readonly [at: number, name: string])[];

function recordOf(
  cells: readonly string[],
  columns: TakenColumns,
  ownCells: boolean,
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [at, name] of columns) {
    const cell = cells[at];
    if (cell !== undefined && cell !== '') record[name] = ownCells ? decodeCell(cell) : cell;
  }
  return record;
}

/** The cells of each row, or what is wrong with the row. */
function cellsOfRows(pieces: readonly Piece[], delimiter: string): (string[] | string)[] {
  const parts = pieces.flatMap(({ bytes }) => [bytes as Buffer, LINE_BREAK]);
  const rows = cellsOf(Buffer.concat(parts), delimiter);
  // Starting the parser costs as much as a hundred rows, so it gets all rows at once. Only if one
  // of them is faulty does it get each row alone.
  if (Array.isArray(rows) && rows.length === pieces.length) return rows;
  return pieces.map(({ bytes }) => cellsOfRow(bytes as Buffer, delimiter));
}

const LINE_BREAK = Buffer.from('\n');

function cellsOfRow(bytes: Buffer, delimiter: string): string[] | string {
  const rows = cellsOf(bytes, delimiter);
  if (typeof rows === 'string') return rows;
  const [cells] = rows;
  if (cells === undefined || rows.length !== 1) return 'has a line break of another kind inside';
  return cells;
}

function cellsOf(bytes: Buffer, delimiter: string): string[][] | string {
  try {
    return parse(bytes, { delimiter, record_delimiter: ['\n'], relax_column_count: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return 'has a quotation mark in the wrong place; quote the whole cell, and double the marks in it';
  }
}

/** The name of each column of a CSV file in its records; null for a column that is left out. */
export type ColumnNames = readonly (string | null)[];

/** Names the columns of a header, or returns everything that is wrong with it. */
export type ColumnNaming = (header: readonly string[]) => {
  readonly names: ColumnNames;
  /** A name for every column; for one that the records have, the same. */
  readonly labels: readonly string[];
  readonly problems: readonly string[];
};

/** A distinct label for every column: `#3` by its position without a name, `id#2` for the second `id`. */
function columnLabels(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((cell, index) => {
    const name = cell.trim();
    if (name === '') return `#${index + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}#${times}`;
  });
}

/** Without a mapping: the resource's fields in any letter case, and other names, which the resource checks. */
export function columnsOfFields(
  resource: Pick<ImportResource, 'name' | 'fields' | 'openFields' | 'identity'>,
): ColumnNaming {
  const fields = new Map([...resource.fields].map((field) => [field.toLowerCase(), field]));
  const open = resource.openFields;
  const fieldOf = (name: string): string | undefined => {
    const lower = name.toLowerCase();
    const known = fields.get(lower);
    if (known !== undefined || open === undefined) return known;
    return [name, lower].find((spelling) => spelling.search(open) !== -1);
  };
  return (header) => {
    const problems: string[] = [];
    const taken = new Map<string, string>();
    const names = header.map((cell) => {
      const name = cell.trim();
      if (name === '' || name === '__proto__') return null;
      const field = fieldOf(name);
      if (field === undefined) return name;
      const other = taken.get(field);
      if (other !== undefined) {
        problems.push(
          `the columns ${quoted(other)} and ${quoted(name)} are both the field ${field}`,
        );
      }
      taken.set(field, name);
      return field;
    });
    if (taken.size === 0) {
      problems.push(
        `no column is a field of ${resource.name} (${listed(header)}); a mapping file can say which column is which field, and what separates the columns`,
      );
    }
    for (const field of resource.identity ?? []) {
      if (taken.size === 0 || taken.has(field)) continue;
      problems.push(
        `no column is the field ${field}, without which no record can be told from another; its columns are ${listed(header)}`,
      );
    }
    const labels = columnLabels(header);
    return { names, labels: labels.map((label, at) => names[at] ?? label), problems };
  };
}

/** The columns of a mapping by their labels, in any letter case where none matches exactly; no others. */
export function columnsOfMapping(wanted: readonly string[]): ColumnNaming {
  return (header) => {
    const labels = columnLabels(header);
    const names: (string | null)[] = header.map(() => null);
    const problems: string[] = [];
    for (const column of wanted) {
      const lower = column.trim().toLowerCase();
      let at = labels.indexOf(column);
      if (at === -1) at = labels.findIndex((label) => label.toLowerCase() === lower);
      const other = names[at];
      if (at === -1) problems.push(`has no column ${quoted(column)}`);
      else if (typeof other !== 'string') names[at] = column;
      else
        problems.push(
          `has one column that the mapping spells ${quoted(other)} and ${quoted(column)}`,
        );
    }
    if (problems.length > 0) problems.push(`its columns are ${listed(labels)}`);
    return { names, labels: labels.map((label, at) => names[at] ?? label), problems };
  };
}

function listed(labels: readonly string[]): string {
  const shown = labels.slice(0, 60).map((label) => quoted(label));
  return shown.join(', ') + (labels.length > 60 ? ` and ${labels.length - 60} more` : '');
}

/** All columns of a file, by their labels. */
export const columnsAsTheyAre: ColumnNaming = (header) => {
  const labels = columnLabels(header);
  return { names: labels, labels, problems: [] };
};

/**
 * The encoding of a value in a cell of our own CSV files.
 *
 * A spreadsheet runs a cell that begins with = + - or @ (also after a tab or a line break, also in
 * full width) as a formula. Such text gets an apostrophe in front, which marks text for
 * spreadsheets. So does text that would read back as a list or an object, and text that already has
 * such an apostrophe. Numbers, and text that is only a number, are harmless and stay as they are.
 */
const NEEDS_APOSTROPHE = /^'*[=+\-@\t\r\n[{＝＋－＠]/u;
const HAS_APOSTROPHE = /^'+[=+\-@\t\r\n[{＝＋－＠]/u;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** The text of a cell, not yet quoted. Null and undefined become an empty cell. */
export function encodeCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') {
    return NEEDS_APOSTROPHE.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value;
  }
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  // Read back as it is, an amount of 3.125 could be 3,125, and would be refused.
  return ambiguousAmount(text) === undefined ? text : `${text}0`;
}

/** The value that `encodeCell` encoded, as far as text can show it: numbers remain text. */
export function decodeCell(text: string): unknown {
  const first = text[0];
  if (first === "'") return HAS_APOSTROPHE.test(text) ? text.slice(1) : text;
  if (first !== '[' && first !== '{') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One line of a CSV file with commas, without its line break. */
export function csvLine(cells: readonly string[]): string {
  const line = cells
    .map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
  // A reader would skip an empty line as blank.
  return line === '' ? '""' : line;
}
