import { stampDate } from '../lib/dates.js';
import { PLAIN, type Style, styled, type Terminal } from '../lib/terminal.js';
import { stripControls } from '../lib/text.js';

const GAP = '  ';

/** The words longer than this are broken where a column has to be narrow. */
const LONGEST_WORD = 16;

/** Columns up to this width, such as those of moments, become narrower after all others. */
const SHORT = 20;

/** The narrowest table: on a terminal with fewer columns, lines are longer than it. */
const LEAST_COLUMNS = 40;

/** The column whose words have colours, and these. */
const STATE = 'STATE';
const STATE_STYLES: Readonly<Record<string, Style>> = {
  failed: 'red',
  revoked: 'red',
  expired: 'red',
  waiting: 'yellow',
  sent: 'green',
  active: 'green',
};

/** How a table is shown. */
export interface TableLook {
  readonly terminal?: Terminal;
  /** Headings of columns that are shown below each row where the table is too wide. */
  readonly below?: readonly string[];
}

/**
 * A text table: aligned columns, two spaces between them, and no control characters, because titles
 * and captions come from other people. On a terminal it is as wide as that at most: columns named
 * `below` leave the row first, then the widest columns wrap. If they would be too narrow to read, each
 * row becomes a block with one line for each value.
 */
export function table(
  headings: readonly string[],
  rows: ReadonlyArray<readonly string[]>,
  { terminal = PLAIN, below = [] }: TableLook = {},
): string {
  const cells = rows.map((row) => headings.map((_, column) => stripControls(row[column] ?? '')));
  const columns = Math.max(terminal.columns ?? Number.POSITIVE_INFINITY, LEAST_COLUMNS);
  const all = headings.map((_, column) => column);
  const isWide = total(all.map((column) => naturalWidth(headings, cells, column))) > columns;
  const inRow = isWide ? all.filter((column) => !below.includes(headings[column] ?? '')) : all;
  const widths = fittedWidths(headings, cells, inRow, columns);
  if (widths === undefined) return blocks(headings, cells, terminal);
  const lines = (
    row: readonly string[],
    style: (heading: string, cell: string) => Style | undefined,
  ) =>
    rowLines(
      inRow.map((column) => ({
        text: row[column] ?? '',
        width: widths.get(column) ?? 0,
        style: style(headings[column] ?? '', row[column] ?? ''),
      })),
      terminal,
    );
  const notes = (row: readonly string[]) =>
    isWide ? noteLines(headings, row, below, columns) : [];
  return [
    ...lines(headings, () => 'bold'),
    ...cells.flatMap((row) => [...lines(row, cellStyle), ...notes(row)]),
  ].join('\n');
}

/**
 * A moment in the form of lists: `2026-11-20 21:31 UTC`. @param at Milliseconds since the epoch.
 */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * A moment on the clock of a place, with its zone: `2026-11-20 16:31:09 EST`. Zones without an English
 * abbreviation show their distance from UTC, as in `GMT+1`. @param at Milliseconds since the epoch.
 */
export function momentIn(at: number, zone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  return `${stampDate(at, zone)} ${name ?? zone}`;
}

function cellStyle(heading: string, cell: string): Style | undefined {
  return heading === STATE && Object.hasOwn(STATE_STYLES, cell) ? STATE_STYLES[cell] : undefined;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
}

function lengthOf(text: string): number {
  return [...text].length;
}

/** Not `Math.max`, which takes too few arguments for the words of a long list. */
function widest(least: number, widths: readonly number[]): number {
  return widths.reduce((most, width) => (width > most ? width : most), least);
}

function naturalWidth(
  headings: readonly string[],
  cells: ReadonlyArray<readonly string[]>,
  column: number,
): number {
  return widest(
    lengthOf(headings[column] ?? ''),
    cells.map((row) => lengthOf(row[column] ?? '')),
  );
}

/** The narrowest width of a column: that of its longest word, within reason. */
function leastWidth(
  headings: readonly string[],
  cells: ReadonlyArray<readonly string[]>,
  column: number,
): number {
  const words = cells.flatMap((row) => (row[column] ?? '').split(' ').map(lengthOf));
  return widest(lengthOf(headings[column] ?? ''), [Math.min(LONGEST_WORD, widest(0, words))]);
}

/** The widths with which the columns fit, the widest made narrower; undefined if they cannot. */
function fittedWidths(
  headings: readonly string[],
  cells: ReadonlyArray<readonly string[]>,
  shown: readonly number[],
  columns: number,
): ReadonlyMap<number, number> | undefined {
  const natural = new Map(shown.map((column) => [column, naturalWidth(headings, cells, column)]));
  const widths = new Map(natural);
  const least = new Map(shown.map((column) => [column, leastWidth(headings, cells, column)]));
  while (total([...widths.values()]) > columns) {
    const wide = shown.filter((column) => (widths.get(column) ?? 0) > (least.get(column) ?? 0));
    const long = wide.filter((column) => (natural.get(column) ?? 0) > SHORT);
    const [first] = (long.length > 0 ? long : wide).sort(
      (a, b) => (widths.get(b) ?? 0) - (widths.get(a) ?? 0),
    );
    if (first === undefined) return undefined;
    widths.set(first, (widths.get(first) ?? 0) - 1);
  }
  return widths;
}

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly style: Style | undefined;
}

function rowLines(row: readonly Cell[], terminal: Terminal): string[] {
  const wrapped = row.map(({ text, width }) => wrap(text, width));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, at) => {
    const texts = wrapped.map((lines) => lines[at] ?? '');
    const last = texts.findLastIndex((text) => text !== '');
    return row
      .slice(0, last + 1)
      .map(({ width, style }, column) => {
        const text = texts[column] ?? '';
        const padding = column === last ? '' : ' '.repeat(width - lengthOf(text));
        return (style === undefined ? text : styled(terminal, style, text)) + padding;
      })
      .join(GAP);
  });
}

/** The text in lines of at most `width` characters, broken at spaces, and else within a word. */
function wrap(text: string, width: number): string[] {
  if (lengthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (lengthOf(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    const characters = [...word];
    while (characters.length > width) lines.push(characters.splice(0, width).join(''));
    line = characters.join('');
  }
  return [...lines, line];
}

/** What a row has in the columns below it: `    REASON 550 no such user`. */
function noteLines(
  headings: readonly string[],
  row: readonly string[],
  below: readonly string[],
  columns: number,
): string[] {
  const values = headings.flatMap((heading, column) => {
    const text = row[column] ?? '';
    return below.includes(heading) && text !== '' ? [`${heading} ${text}`] : [];
  });
  if (values.length === 0) return [];
  return wrap(values.join(GAP), columns - 4).map((line) => `    ${line}`);
}

function blocks(
  headings: readonly string[],
  cells: ReadonlyArray<readonly string[]>,
  terminal: Terminal,
): string {
  const width = Math.max(...headings.map(lengthOf));
  const block = (row: readonly string[]) =>
    headings.flatMap((heading, column) => {
      const text = row[column] ?? '';
      if (text === '') return [];
      const style = cellStyle(heading, text);
      const label = styled(terminal, 'bold', heading) + ' '.repeat(width - lengthOf(heading));
      return [`${label}${GAP}${style === undefined ? text : styled(terminal, style, text)}`];
    });
  return cells.map((row) => block(row).join('\n')).join('\n\n');
}
