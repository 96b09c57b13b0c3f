import { quoted } from '../lib/text.js';
import { dateReader } from './date-format.js';
import { RecordProblem } from './resource.js';

/**
 * Changes one value that is present; undefined means that the value counts as missing.
 * @throws RecordProblem naming `field` when the transform does not accept the value.
 */
export type Transform = (value: unknown, field: string) => unknown;

/** Whether a value counts as missing in a foreign file: absent, null, or empty text. */
export function isMissing(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

const AMOUNT =
  /^([+-]?)\s*[$€£]?\s*([+-]?)\s*(\d{1,3}(?:,\d{3})+(?:\.\d*)?|\d+(?:\.\d*)?|\.\d+)\s*(?:\+|%|\/mo\.?)?$/;
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;
const SCIENTIFIC = /^[+-]?\d+(?:\.\d+)?e[+-]?\d+$/i;
const YES = new Set(['true', 't', 'yes', 'y', 'on', 'x']);
const NO = new Set(['false', 'f', 'no', 'n', 'off']);

/** A number, or the number in text such as `$1,200,000`; blank text is missing. */
export function toNumber(value: unknown, field: string): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return undefined;
    // The limit of length is there because the pattern allows blanks in three places, which is slow
    // on a long run of them.
    const parts = text.length <= 64 ? AMOUNT.exec(text) : null;
    const number = parts !== null ? amount(parts) : SCIENTIFIC.test(text) ? Number(text) : null;
    if (number !== null && Number.isFinite(number)) return number;
  }
  throw new RecordProblem(field, `${quoted(value)} is not a number such as 1200000 or $1,200,000`);
}

function amount([, before, after, digits]: RegExpExecArray): number | null {
  if (before !== '' && after !== '') return null;
  const size = Number((digits as string).replaceAll(',', ''));
  return size !== 0 && (before === '-' || after === '-') ? -size : size;
}

/** 1 or 0, as records hold flags; undefined when the value is neither yes nor no. */
export function toFlag(value: unknown): 0 | 1 | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value >= 1 ? 1 : value === 0 ? 0 : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  if (YES.has(text)) return 1;
  if (NO.has(text)) return 0;
  return /^\d+(\.\d+)?$/.test(text) ? toFlag(Number(text)) : undefined;
}

/** Transforms without an argument, by name. They change a list element by element. */
const PLAIN: Readonly<Record<string, Transform>> = {
  // A number that may be of thousands stays text: only the field knows whether it is an amount or a degree.
  number: each((value, field) => {
    const number = toNumber(value, field);
    return ambiguousAmount(value) ?? number;
  }),
  round: each((value, field) => mapNumber(value, field, Math.round)),
  positive: each((value, field) => {
    const number = toPlainNumber(value, field);
    return number !== undefined && number > 0 ? number : undefined;
  }),
  boolean: each((value, field) => {
    if (typeof value === 'string' && value.trim() === '') return undefined;
    const flag = toFlag(value);
    if (flag !== undefined) return flag;
    throw new RecordProblem(field, `${quoted(value)} is not yes or no, true or false, 1 or 0`);
  }),
  lower: each((value) => (typeof value === 'string' ? value.toLowerCase() : value)),
  upper: each((value) => (typeof value === 'string' ? value.toUpperCase() : value)),
  trim: each((value) => (typeof value === 'string' ? value.trim() : value)),
};

/**
 * Transforms with an argument after a colon. Each entry makes the transform, or says what is wrong
 * with the argument.
 */
const WITH_ARGUMENT: Readonly<Record<string, (argument: string) => Transform | string>> = {
  date: (format) => {
    const read = dateReader(format);
    if (typeof read !== 'function') return `the date format ${quoted(format)} ${read.problem}`;
    return each((value, field) => {
      if (typeof value === 'string' && value.trim() === '') return undefined;
      const date = typeof value === 'string' || typeof value === 'number' ? read(`${value}`) : null;
      if (date !== null) return date;
      throw new RecordProblem(field, `${quoted(value)} is not a date of the form ${format}`);
    });
  },
  split: (separator) => (value) =>
    typeof value === 'string'
      ? value.split(separator).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
      : value,
  multiply: (argument) => scaled(argument, (value, factor) => value * factor),
  divide: (argument) => scaled(argument, (value, divisor) => value / divisor),
  wrap: (name) => (value) =>
    (Array.isArray(value) ? value : [value]).map((element: unknown) => ({ [name]: element })),
};

/** The names of all transforms, for messages. */
const TRANSFORM_NAMES: readonly string[] = [
  ...Object.keys(PLAIN),
  ...Object.keys(WITH_ARGUMENT).map((name) => `${name}:…`),
];

/** The transform of a name in a mapping, or what is wrong with the name. */
export function transformOf(spec: string): Transform | string {
  if (Object.hasOwn(PLAIN, spec)) return PLAIN[spec] as Transform;
  const colon = spec.indexOf(':');
  const name = colon === -1 ? spec : spec.slice(0, colon);
  if (!Object.hasOwn(WITH_ARGUMENT, name)) {
    return `the transform ${quoted(spec)} is unknown; accepted are ${TRANSFORM_NAMES.join(', ')}`;
  }
  const argument = colon === -1 ? '' : spec.slice(colon + 1);
  if (argument === '' || argument === '__proto__') {
    return `the transform ${name} needs something behind a colon, as in ${name}:…`;
  }
  return (WITH_ARGUMENT[name] as (argument: string) => Transform | string)(argument);
}

/**
 * The sign, digits and point of an amount whose point may stand between thousands: `3.200` is 3.2, or 3,200
 * in half of the world. Undefined for any other value.
 */
export function ambiguousAmount(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 64) return undefined;
  const [, before, after, digits = ''] = AMOUNT.exec(value.trim()) ?? [];
  return AMBIGUOUS.test(digits) ? `${before}${after}${digits}` : undefined;
}

/** A number to calculate with. */
export function toPlainNumber(value: unknown, field: string): number | undefined {
  const number = toNumber(value, field);
  const ambiguous = ambiguousAmount(value);
  if (ambiguous === undefined) return number;
  const other = ambiguous.replace('.', '');
  throw new RecordProblem(
    field,
    `${quoted(value)} may be ${number} or ${other}; write one of them`,
  );
}

function each(change: Transform): Transform {
  return (value, field) =>
    Array.isArray(value)
      ? value.map((element: unknown) => change(element, field)).filter((one) => !isMissing(one))
      : change(value, field);
}

function scaled(argument: string, scale: (value: number, by: number) => number) {
  const by = Number(argument);
  if (!Number.isFinite(by) || by === 0) return `${quoted(argument)} is not a number other than 0`;
  return each((value, field) => mapNumber(value, field, (number) => scale(number, by)));
}

function mapNumber(
  value: unknown,
  field: string,
  change: (number: number) => number,
): number | undefined {
  const number = toPlainNumber(value, field);
  return number === undefined ? undefined : change(number);
}
