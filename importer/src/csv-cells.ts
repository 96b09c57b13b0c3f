import { ambiguousAmount } from './amount.js';

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
