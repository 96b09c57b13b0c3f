import { ambiguousAmount } from 'portico-importer/amount.js';
import { toFlag } from 'portico-importer/flag.js';
import { RecordProblem } from 'portico-importer/resource.js';
import { GIVEN_SHOWN } from '../../api/params.js';
import { parseMoment, stampDate } from '../../lib/dates.js';
import { shorten } from '../../lib/text.js';
import type { Vocabulary } from '../../lib/vocabulary.js';
import {
  FIRST_KEY_NUMBER,
  LARGEST_NUMBER,
  LAST_KEY_NUMBER,
} from '../../store/tenant/source-keys.js';

/** Reads the value of a field. @throws RecordProblem naming the field. */
export type Reader<Value> = (value: unknown, field: string, zone: string) => Value;

/** One field of import records: its column, and how it is read. An absent field, and null, leave the column alone. */
export interface Field<Columns> {
  readonly column: keyof Columns & string;
  /** @throws RecordProblem naming the field. */
  readonly read: (value: unknown, field: string, zone: string) => unknown;
}

export type Fields<Columns> = Readonly<Record<string, Field<Columns>>>;

/** A value that a field does not accept. */
export function problem(field: string, value: unknown, accepts: string): RecordProblem {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  const cut = shorten(text, GIVEN_SHOWN);
  return new RecordProblem(
    field,
    `${JSON.stringify(cut)} was given; accepted is ${accepts}`,
    accepts,
  );
}

export function readFields<Columns>(
  fields: Fields<Columns>,
  record: Readonly<Record<string, unknown>>,
  zone: string,
): Partial<Columns> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(record, name)) continue;
    const value = record[name];
    if (value === undefined || value === null) continue;
    values[field.column] = field.read(value, name, zone);
  }
  return values as Partial<Columns>;
}

/** The id that every record has: room is left above it, or it is next to keys (R314). @throws RecordProblem */
export function readId(record: Readonly<Record<string, unknown>>, field: string): number {
  const value = record[field] ?? '';
  const id = readWhole(value, field, 0, Number.MAX_SAFE_INTEGER);
  const isNextToKeys = id >= FIRST_KEY_NUMBER && id <= LAST_KEY_NUMBER;
  if (id < 1 || (id > LARGEST_NUMBER && !isNextToKeys)) {
    throw problem(field, value, `a whole number from 1 to ${LARGEST_NUMBER}`);
  }
  return id;
}

/** Text; numbers are taken as their digits. */
export function readText(value: unknown, field: string): string {
  if (typeof value === 'string') return checkedText(value, field);
  if (isRounded(value)) throw rounded(field, 'text in quotation marks');
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw problem(field, value, 'text');
}

/** Whether a number in JSON had more digits than JavaScript keeps, so that its last ones are lost. */
function isRounded(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

function rounded(field: string, accepts: string): RecordProblem {
  // Its digits are not shown: they are no longer those of the file.
  return problem(field, `a number over ${Number.MAX_SAFE_INTEGER}`, accepts);
}

function checkedText(value: string, field: string): string {
  // PostgreSQL cannot store it; SQLite would, and then the two would differ.
  if (value.includes('\0')) throw problem(field, value, 'text without NUL characters');
  return value;
}

/**
 * A decimal number as people and programs write it, and nothing else that JavaScript would accept.
 */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** A number; the empty text is 0. */
export function readNumber(value: unknown, field: string): number {
  if (typeof value === 'boolean') throw problem(field, value, 'a number');
  const text = typeof value === 'number' ? String(value) : readText(value, field).trim();
  if (text === '') return 0;
  const read = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(read)) throw problem(field, value, 'a number');
  return read;
}

/**
 * A number of something that people write with a separator of thousands; the empty text is 0. `3.200` is
 * 3,200 in half of the world, and a price of 3.2 would be stored without a word, so it is refused.
 */
function readAmount(value: unknown, field: string): number {
  const read = readNumber(value, field);
  const ambiguous = ambiguousAmount(value);
  if (ambiguous === undefined) return read;
  throw problem(field, value, `${ambiguous.replace('.', '')} or ${read}, because this may be both`);
}

/** A whole number within bounds; the empty text is 0. */
export function readWhole(value: unknown, field: string, least: number, most: number): number {
  const upTo = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `from ${least} to ${most}`;
  if (isRounded(value)) throw rounded(field, `a whole number, ${upTo}`);
  const read = readAmount(value, field);
  if (!Number.isSafeInteger(read) || read < least || read > most) {
    throw problem(field, value, `a whole number, ${upTo}`);
  }
  return read;
}

/** 1 or 0, from any usual spelling of a flag. The empty text is 0, and -1, as some databases store yes, is 1. */
export function readFlag(value: unknown, field: string): 0 | 1 {
  const text = readText(value, field).trim();
  const flag = text === '' ? 0 : text === '-1' ? 1 : toFlag(value);
  if (flag === undefined) throw problem(field, value, '1 or 0');
  return flag;
}

/** A list: an array, or text with commas. */
export function readList(value: unknown, field: string): string[] {
  const list = Array.isArray(value) ? value : readText(value, field).split(',');
  return list.map((item) => readText(item, field).trim()).filter((item) => item !== '');
}

/** Text without the blanks around it. */
export function readTrimmed(value: unknown, field: string): string {
  return readText(value, field).trim();
}

/**
 * The most characters of a text that has an index. An index row of PostgreSQL holds about 2,700
 * bytes, and one text that is too long must not stop the rest of an import.
 */
export const LONGEST_KEY = 500;

/** Text of an indexed column, of at most LONGEST_KEY characters. */
export function readKey(value: unknown, field: string): string {
  const read = readText(value, field);
  if (read.length > LONGEST_KEY) {
    throw problem(field, value, `text of at most ${LONGEST_KEY} characters`);
  }
  return read;
}

/** Schemes that a browser runs, or shows as a page of their own, in place of opening an address. */
const RUNS_SOMETHING = /^(javascript|data|vbscript):/;

/** Reads the address of a page or a video, which goes into links: one that would run a script is refused. */
export function readWebAddress(value: unknown, field: string): string {
  const input = readText(value, field).trim();
  // Browsers skip blanks and control characters within the scheme, so this check does too.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  const seen = input.replace(/[\u0000-\u0020\u007f-\u009f]+/g, '').toLowerCase();
  if (RUNS_SOMETHING.test(seen)) throw problem(field, value, 'the address of a page');
  return input;
}

/** A number, 0 or more. */
export function readPositive(value: unknown, field: string): number {
  return notNegative(readNumber(value, field), value, field);
}

/** An amount of money, 0 or more. */
export function readMoney(value: unknown, field: string): number {
  return notNegative(readAmount(value, field), value, field);
}

/** A number that may be unknown: the empty text and 0 mean unknown. */
export function readKnownNumber(value: unknown, field: string): number | null {
  return readPositive(value, field) || null;
}

function notNegative(read: number, value: unknown, field: string): number {
  if (read < 0) throw problem(field, value, 'a number, 0 or more');
  return read;
}

/** Reads a whole number; negative only where `least` allows it. */
export function wholeReader(least = 0, most = Number.MAX_SAFE_INTEGER): Reader<number> {
  return (value, field) => readWhole(value, field, least, most);
}

/** Reads a coordinate within bounds of degrees; 0 stands for unknown, as in the records. */
export function degreesReader(bound: number): Reader<number | null> {
  return (value, field) => {
    const read = readNumber(value, field);
    if (Math.abs(read) > bound) throw problem(field, value, `degrees up to ${bound}`);
    return read === 0 ? null : read;
  };
}

/** Reads a word of a closed list, stored as its code. */
export function wordedReader(vocabulary: Vocabulary): Reader<number> {
  return (value, field) => {
    const word = readText(value, field).trim();
    const code = word === '' ? 0 : (vocabulary.code(word) ?? Number(word));
    if (word === '' || vocabulary.codes.includes(code)) return code;
    throw problem(field, value, vocabulary.words.join(', '));
  };
}

/** Reads one of some words, in any letter case; the empty text stands for `empty`. */
export function wordReader<Word extends string>(words: readonly Word[], empty: Word): Reader<Word> {
  return (value, field) => {
    const word = readText(value, field).trim().toLowerCase();
    const found = word === '' ? empty : words.find((candidate) => candidate.toLowerCase() === word);
    if (found === undefined) throw problem(field, value, words.join(', '));
    return found;
  };
}

/** Reads one of some codes. */
export function codeReader(codes: readonly number[]): Reader<number> {
  return (value, field) => {
    const code = readNumber(value, field);
    if (!codes.includes(code)) throw problem(field, value, codes.join(', '));
    return code;
  };
}

/** Reads a moment as milliseconds since the epoch; the empty text means unknown. */
export function readMoment(value: unknown, field: string, zone: string): number | null {
  const input = readText(value, field).trim();
  if (input === '') return null;
  const read = parseMoment(input, zone);
  if (read === undefined) throw problem(field, value, 'a date, like 2026-11-20 14:05:09');
  // Records show whole seconds, so the stored value has no fraction either.
  return Math.floor(read / 1000) * 1000;
}

/** Reads a moment of a column that holds 0 when it is unknown. */
export function readMomentOrZero(value: unknown, field: string, zone: string): number {
  return readMoment(value, field, zone) ?? 0;
}

const HAS_OFFSET = /\d(Z|[+-]\d{2}:?\d{2})$/i;

/** Reads a local time, stored as `YYYY-MM-DD HH:MM:SS`; empty when there is none. */
export function readStamp(value: unknown, field: string, zone: string): string {
  const input = readText(value, field).trim();
  if (input === '') return '';
  // A date without an offset is already the local time, so reading it as UTC leaves it unchanged.
  const place = HAS_OFFSET.test(input) ? zone : 'UTC';
  const read = parseMoment(input, place);
  if (read === undefined) throw problem(field, value, 'a date, like 2026-11-20 14:05:09');
  return stampDate(read, place);
}
