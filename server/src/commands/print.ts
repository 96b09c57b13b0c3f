import { stampDate } from '../lib/dates.js';
import { count, stripControls } from '../lib/text.js';
import { PLAIN, type Style, styled, type Terminal } from './terminal.js';

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

/** The columns of a table: what it shows of a row, by heading. Nothing is shown of null. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** How a table is shown. */
export interface Look {
  readonly terminal?: Terminal;
  /** Headings of columns that are shown below each row where the table is too wide. */
  readonly below?: readonly string[];
  /** What is printed in place of a table without rows. */
  readonly empty?: string;
}

/** A column with its texts, its heading first. */
interface Column {
  readonly heading: string;
  readonly cells: readonly string[];
  /** Its narrowest width: that of its longest word, within reason. */
  readonly least: number;
  readonly natural: number;
  width: number;
}

/**
 * A text table: aligned columns, two spaces between them, and no control characters, because titles
 * and captions come from other people. On a terminal it is as wide as that at most: columns named
 * `below` leave the row first, then the widest columns wrap. If they would be too narrow to read, each
 * row becomes a block with one line for each value.
 */
export function print<Row>(
  columns: Columns<Row>,
  rows: readonly Row[],
  { terminal = PLAIN, below = [], empty }: Look = {},
): string {
  if (rows.length === 0 && empty !== undefined) return empty;
  const all = Object.entries(columns).map(([heading, textOf]): Column => {
    const texts = rows.map((row) => stripControls(`${textOf(row) ?? ''}`));
    const head = lengthOf(heading);
    const word = widest(texts.flatMap((text) => text.split(' ')).map(lengthOf));
    const natural = widest(texts.map(lengthOf), head);
    const least = Math.max(head, Math.min(LONGEST_WORD, word));
    return { heading, cells: [heading, ...texts], least, natural, width: natural };
  });
  const most = Math.max(terminal.columns ?? Number.POSITIVE_INFINITY, LEAST_COLUMNS);
  const isWide = total(all) > most;
  const [inRow, under] = isWide
    ? [
        all.filter(({ heading }) => !below.includes(heading)),
        all.filter(({ heading }) => below.includes(heading)),
      ]
    : [all, []];
  if (!fits(inRow, most)) {
    return rows.map((_, index) => block(all, index + 1, terminal)).join('\n\n');
  }
  return [undefined, ...rows]
    .flatMap((_, row) => [...rowLines(inRow, row, terminal), ...notes(under, row, most)])
    .join('\n');
}

export function countTable(
  headings: readonly [name: string, count: string],
  counts: ReadonlyArray<readonly [name: string, count: number]>,
): string {
  const [name, counted] = headings;
  return print<readonly [string, number]>(
    { [name]: ([text]) => text, [counted]: ([, number]) => count(number) },
    counts,
  );
}

/** Lines of names and values; those without a value are left out. */
export function facts(
  lines: ReadonlyArray<readonly [name: string, value: string | number | null | undefined]>,
): string {
  const filled = lines.filter(([, value]) => value !== undefined && value !== null && value !== '');
  const width = widest(filled.map(([name]) => name.length));
  return filled.map(([name, value]) => `${name.padEnd(width)}${GAP}${value}`).join('\n');
}

/**
 * A moment in the form of lists: `2026-11-20 21:31 UTC`. @param at Milliseconds since the epoch, or ISO 8601.
 */
export function moment(at: number | string): string {
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

function styleOf({ heading, cells }: Column, row: number): Style | undefined {
  if (row === 0) return 'bold';
  const text = cells[row] ?? '';
  return heading === STATE && Object.hasOwn(STATE_STYLES, text) ? STATE_STYLES[text] : undefined;
}

function inStyle(terminal: Terminal, style: Style | undefined, text: string): string {
  return style === undefined ? text : styled(terminal, style, text);
}

function total(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0) + GAP.length * (columns.length - 1);
}

function lengthOf(text: string): number {
  return [...text].length;
}

/** Not `Math.max`, which takes too few arguments for the words of a long list. */
function widest(widths: readonly number[], least = 0): number {
  return widths.reduce((most, width) => (width > most ? width : most), least);
}

/** Makes the widest columns narrower until all fit. @returns Whether they can. */
function fits(columns: readonly Column[], most: number): boolean {
  while (total(columns) > most) {
    const wide = columns.filter(({ width, least }) => width > least);
    const long = wide.filter(({ natural }) => natural > SHORT);
    const [first] = (long.length > 0 ? long : wide).sort((a, b) => b.width - a.width);
    if (first === undefined) return false;
    first.width -= 1;
  }
  return true;
}

function rowLines(columns: readonly Column[], row: number, terminal: Terminal): string[] {
  const wrapped = columns.map(({ cells, width }) => wrap(cells[row] ?? '', width));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, at) => {
    const texts = wrapped.map((lines) => lines[at] ?? '');
    const last = texts.findLastIndex((text) => text !== '');
    return columns
      .slice(0, last + 1)
      .map((column, index) => {
        const text = texts[index] ?? '';
        const padding = index === last ? '' : ' '.repeat(column.width - lengthOf(text));
        return inStyle(terminal, styleOf(column, row), text) + padding;
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
function notes(columns: readonly Column[], row: number, most: number): string[] {
  if (row === 0) return [];
  const values = columns.flatMap(({ heading, cells }) =>
    cells[row] ? [`${heading} ${cells[row]}`] : [],
  );
  if (values.length === 0) return [];
  return wrap(values.join(GAP), most - 4).map((line) => `    ${line}`);
}

function block(columns: readonly Column[], row: number, terminal: Terminal): string {
  const width = widest(columns.map(({ heading }) => lengthOf(heading)));
  const lines = columns.flatMap((column) => {
    const text = column.cells[row];
    if (!text) return [];
    const label =
      styled(terminal, 'bold', column.heading) + ' '.repeat(width - lengthOf(column.heading));
    return [`${label}${GAP}${inStyle(terminal, styleOf(column, row), text)}`];
  });
  return lines.join('\n');
}
