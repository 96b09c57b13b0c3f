/**
 * How a value stands in a cell of our own CSV files, and how it is read back.
 *
 * A spreadsheet runs a cell that begins with = + - or @ (also behind a tab or a line break, also in
 * full width) as a formula. Text of that kind gets an apostrophe in front, which spreadsheets take
 * for "this is text"; so does text that would read back as a list or an object, and text that
 * already has such an apostrophe. Numbers, and text that is nothing but a number, are harmless and
 * stay as they are.
 */
const NEEDS_APOSTROPHE = /^'*[=+\-@\t\r\n[{＝＋－＠]/u;
const HAS_APOSTROPHE = /^'+[=+\-@\t\r\n[{＝＋－＠]/u;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** The text of a cell, not yet quoted. Null and undefined are an empty cell. */
export function encodeCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') {
    return NEEDS_APOSTROPHE.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What `encodeCell` was given, as far as text can tell: numbers remain text. */
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
  // A line with nothing on it would be passed over as blank.
  return line === '' ? '""' : line;
}
