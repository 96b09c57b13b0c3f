import { CsvError, parse } from 'csv-parse/sync';
import { decodeCell } from './csv-cells.js';
import type { ColumnNames, ColumnNaming } from './csv-columns.js';
import { CsvSplitter } from './csv-splitter.js';
import { FileProblem } from './errors.js';
import { bytesError, type SourceItem, sourceErrorAt } from './source-items.js';
import type { Piece } from './splitter.js';
import { shorten } from './text.js';

/** The settings for reading a CSV file. */
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

/** The columns of a CSV file. */
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
