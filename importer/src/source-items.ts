import { isUtf8 } from 'node:buffer';
import { RawJson } from './rejects.js';
import { type Piece, RECORD_LIMIT } from './splitter.js';
import { count, quoted, shorten } from './text.js';

/** How a file holds records: one object a line, JSON, or a table with a header, whose cells commas or tabs separate. */
export type FileFormat = 'ndjson' | 'json' | 'csv' | 'tsv';

/** Whether it is a table with a header. */
export function isTable(format: FileFormat): boolean {
  return format === 'csv' || format === 'tsv';
}

/** A record of a file, or the reason why there is none at its place. */
export type SourceItem = SourceRecord | SourceError;

/** A record of a file: names of fields or columns, and values. */
export interface SourceRecord {
  readonly kind: 'record';
  /** Line on which the record starts, from 1. */
  readonly line: number;
  /** Its length in the file, in bytes. */
  readonly size: number;
  readonly record: Readonly<Record<string, unknown>>;
  /** Its place in a JSON array, from 1. */
  readonly element?: number;
  /** The record as the file has it, for the rejects file, where `record` may be less. */
  readonly whole?: () => unknown;
}

/** Text in the place of a record that cannot be read as one. */
export interface SourceError {
  readonly kind: 'fault';
  readonly line: number;
  readonly size: number;
  readonly element?: number;
  readonly reason: string;
  /** The content at that place, for the rejects file: a value, a part of its text, or null. */
  readonly found: unknown;
}

/** Where a record is in its file, as reports say it. */
export function placeOf({ line, element }: SourceItem): { line: number; element?: number } {
  return element === undefined ? { line } : { line, element };
}

const EXCERPT = 2000;

/** An error at the place of a piece. */
export function sourceErrorAt(piece: Piece, reason: string, found: unknown): SourceError {
  return { kind: 'fault', line: piece.line, size: piece.size, reason, found };
}

/** The error of the bytes themselves: too many, or not UTF-8. Null when they are fine. */
export function bytesError(piece: Piece): SourceError | null {
  const { bytes } = piece;
  if (bytes === null) {
    const reason = `is ${count(piece.size)} bytes long; a record may have ${count(RECORD_LIMIT)}`;
    return sourceErrorAt(piece, reason, null);
  }
  if (isUtf8(bytes)) return null;
  const text = bytes.toString();
  const at = text.indexOf('\ufffd');
  const near = quoted(text.slice(Math.max(0, at - 20), at + 20));
  return sourceErrorAt(
    piece,
    `is not text in UTF-8 (near ${near}); a mapping can name another encoding, as format: { encoding: windows-1252 }`,
    shorten(text, EXCERPT),
  );
}

/** Whole numbers of so many digits are rounded when JSON is parsed. */
const LONG_NUMBER = /\d{16}/;

export function jsonItem(piece: Piece): SourceItem {
  const faulty = bytesError(piece);
  if (faulty !== null) return faulty;
  const text = (piece.bytes as Buffer).toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = `is not valid JSON (${error instanceof Error ? error.message : 'unreadable'})`;
    return sourceErrorAt(piece, reason, shorten(text, EXCERPT));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
    return sourceErrorAt(piece, `is ${kind}; a record is a JSON object`, shorten(text, EXCERPT));
  }
  const { line, size } = piece;
  const record = value as Record<string, unknown>;
  if (!LONG_NUMBER.test(text)) return { kind: 'record', line, size, record };
  return { kind: 'record', line, size, record, whole: () => new RawJson(text) };
}

/** The member of the last line of an NDJSON file that says how many records came before it. */
export const COMPLETE = '_complete';

/**
 * Counts the records of a file, and takes out the line that says how many they are: without such a line, nobody can
 * tell a stream that was cut off from a whole one.
 */
export class RowCount {
  readonly #mayAnnounce: boolean;
  #count = 0;
  #announced: { readonly value: unknown; readonly after: number } | undefined;

  constructor(format: FileFormat) {
    this.#mayAnnounce = format === 'ndjson';
  }

  get count(): number {
    return this.#count;
  }

  /** What the last line says; undefined where the last line is a record. */
  get announced(): unknown {
    return this.#announced?.after === this.#count ? this.#announced.value : undefined;
  }

  records(items: readonly SourceItem[]): readonly SourceItem[] {
    if (!this.#mayAnnounce) {
      this.#count += items.length;
      return items;
    }
    return items.filter((item) => {
      const value = item.kind === 'record' ? announcedBy(item.record) : undefined;
      if (value === undefined) this.#count += 1;
      else this.#announced = { value, after: this.#count };
      return value === undefined;
    });
  }
}

function announcedBy(record: Readonly<Record<string, unknown>>): unknown {
  const value = record[COMPLETE];
  return value !== undefined && Object.keys(record).length === 1 ? value : undefined;
}
