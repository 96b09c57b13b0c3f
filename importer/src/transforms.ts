import { type AddressPart, addressPart } from './address-parts.js';
import { ambiguousAmount, toNumber, toPlainNumber } from './amount.js';
import { type DateReader, dateReader } from './date-format.js';
import { htmlText } from './html-text.js';
import { isMissing } from './missing.js';
import { RecordProblem } from './resource.js';
import { quoted } from './text.js';
import { type TextPart, textAfter, textBefore, textMatch } from './text-parts.js';

/**
 * Changes one value that is present; undefined means that the value counts as missing.
 * @throws RecordProblem naming `field` when the transform does not accept the value.
 */
export type Transform = (value: unknown, field: string) => unknown;

const YES = new Set(['true', 't', 'yes', 'y', 'on', 'x']);
const NO = new Set(['false', 'f', 'no', 'n', 'off']);

/** 1 or 0, as records hold flags; undefined when the value is neither yes nor no. */
export function toFlag(value: unknown): 0 | 1 | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value >= 1 ? 1 : value === 0 ? 0 : undefined;
  if (typeof value !== 'string') return undefined;
  if (value === '1') return 1;
  if (value === '0') return 0;
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
  'strip-html': each((value) => (typeof value === 'string' ? htmlText(value) : value)),
  house: ofAddress('house'),
  street: ofAddress('street'),
  unit: ofAddress('unit'),
  city: ofAddress('city'),
  state: ofAddress('state'),
  zip: ofAddress('zip'),
};

/**
 * Transforms with an argument after a colon. Each entry makes the transform, or says what is wrong
 * with the argument.
 */
const WITH_ARGUMENT: Readonly<Record<string, (argument: string) => Transform | string>> = {
  date: (forms) => {
    const formats = forms.split('|').map((format) => format.trim());
    const readers: DateReader[] = [];
    for (const format of formats) {
      const read = dateReader(format);
      if (typeof read !== 'function') return `the date format ${quoted(format)} ${read.problem}`;
      readers.push(read);
    }
    return dateOf(readers, formats.join(' or '));
  },
  before: (mark) => part(textBefore(mark)),
  after: (mark) => part(textAfter(mark)),
  match: (pattern) => {
    const read = textMatch(pattern);
    return typeof read === 'string' ? read : part(read);
  },
  item: (position) =>
    /^-?\d{1,6}$/.test(position)
      ? (value) => (Array.isArray(value) ? value : [value]).at(Number(position))
      : `${quoted(position)} is not a position in a list, such as 0 (the first) or -1 (the last)`,
  split: (separator) => (value) =>
    typeof value === 'string'
      ? value.split(separator).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
      : value,
  add: (argument) => calculation(argument, (value, by) => value + by),
  subtract: (argument) => calculation(argument, (value, by) => value - by),
  multiply: (argument) => calculation(argument, (value, by) => value * by),
  divide: (argument) => calculation(argument, (value, by) => value / by),
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

function each(change: Transform): Transform {
  return (value, field) =>
    Array.isArray(value)
      ? value.map((element: unknown) => change(element, field)).filter((one) => !isMissing(one))
      : change(value, field);
}

function dateOf(readers: readonly DateReader[], forms: string): Transform {
  return each((value, field) => {
    if (typeof value === 'string' && value.trim() === '') return undefined;
    if (typeof value === 'string' || typeof value === 'number') {
      for (const read of readers) {
        const date = read(`${value}`);
        if (date !== null) return date;
      }
    }
    throw new RecordProblem(field, `${quoted(value)} is not a date of the form ${forms}`);
  });
}

/** A part of a text, or of a number's digits. */
function part(read: TextPart): Transform {
  return each((value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    return read(String(value));
  });
}

function ofAddress(name: AddressPart): Transform {
  return each((value, field) => {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const { text, problem } = addressPart(String(value), name);
    if (problem === undefined) return text;
    throw new RecordProblem(field, `${quoted(value)} ${problem}`);
  });
}

function calculation(argument: string, calculate: (value: number, by: number) => number) {
  const by = Number(argument);
  if (!Number.isFinite(by) || by === 0) return `${quoted(argument)} is not a number other than 0`;
  // Fifteen digits are what a number keeps for certain: 3200 times 1.1 is 3520, not 3520.0000000000005.
  const exact = (value: number) => Number(calculate(value, by).toPrecision(15));
  return each((value, field) => mapNumber(value, field, exact));
}

function mapNumber(
  value: unknown,
  field: string,
  change: (number: number) => number,
): number | undefined {
  const number = toPlainNumber(value, field);
  return number === undefined ? undefined : change(number);
}
