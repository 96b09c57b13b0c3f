import { Tokenizer } from 'htmlparser2';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { type AddressPart, addressPart } from './address-parts.js';
import { ambiguousAmount, toNumber, toPlainNumber } from './amount.js';
import { isMissing } from './column.js';
import { type DateReader, dateReader } from './date-format.js';
import { toFlag } from './flag.js';
import { RecordProblem } from './resource.js';
import { plain, quoted } from './text.js';

/** Changes a value; undefined means that it counts as missing. @throws RecordProblem naming `field` */
export type Transform = (value: unknown, field: string) => unknown;

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
  lookup: each((value) => (isMissing(value) ? value : plain(String(value)))),
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

/** Transforms with an argument after a colon. Each entry makes one, or says what is wrong with the argument. */
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
  day: (form) => {
    const write = textOfDay(form);
    return typeof write === 'string' ? write : part(write);
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

/** A part of a text, without blanks around it; undefined where the text has no such part. */
export type TextPart = (text: string) => string | undefined;

const LONGEST_PATTERN = 500;

/** The text before the first mark; the whole text where there is no mark. */
export function textBefore(mark: string): TextPart {
  return (text) => {
    const at = text.indexOf(mark);
    return filled(at === -1 ? text : text.slice(0, at));
  };
}

export function textAfter(mark: string): TextPart {
  return (text) => {
    const at = text.indexOf(mark);
    return at === -1 ? undefined : filled(text.slice(at + mark.length));
  };
}

/**
 * What a pattern finds first: its first group, or all of it where it has none. A pattern comes from a mapping
 * and meets every record, so it runs in RE2, whose time grows only with the text: a pattern that makes
 * JavaScript's own engine try for hours costs milliseconds. That engine knows no lookaround and no
 * backreferences.
 *
 * @returns In place of the part, what is wrong with the pattern.
 */
export function textMatch(pattern: string): TextPart | string {
  if (pattern.length > LONGEST_PATTERN) {
    return `a pattern has at most ${LONGEST_PATTERN} characters`;
  }
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const reason = error.message.replace('error parsing regexp: ', '');
    return `the pattern ${quoted(pattern)} cannot be used: ${reason}`;
  }
  return (text) => {
    const matcher = compiled.matcher(text);
    if (!matcher.find()) return undefined;
    return filled(matcher.group(matcher.groupCount() > 0 ? 1 : 0) ?? '');
  };
}

/** A day as another text: `MM/DD/YYYY`. What does not begin with a day stays as it is. */
function textOfDay(form: string): TextPart | string {
  if (!['YYYY', 'MM', 'DD'].every((part) => form.split(part).length === 2)) {
    return `${quoted(form)} does not have YYYY, MM and DD once each`;
  }
  return (text) => {
    const [, year, month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
    if (year === undefined) return filled(text);
    return form.replace('YYYY', year).replace('MM', month).replace('DD', day);
  };
}

function filled(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** Elements that begin and end with an empty line, and those that begin and end a line. */
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'ul', 'ol']);
const LINES = new Set(['br', 'div', 'li', 'tr', 'hr', 'section', 'article', 'blockquote', 'dt']);
const CELLS = new Set(['td', 'th', 'dd']);
/** Elements whose content nobody reads. */
const HIDDEN = new Set(['script', 'style', 'template']);

/**
 * The text that a browser shows of HTML: entities become characters, elements go, and paragraphs become
 * lines. Text without an element keeps its line breaks.
 *
 * Only the tokenizer of htmlparser2 runs here. Its parser looks through all open elements at each end tag, so
 * that a hostile text costs the square of its length.
 */
export function htmlText(html: string): string {
  let text = '';
  let tagged = false;
  let hidden: string | undefined;
  const open = (name: string) => {
    tagged = true;
    if (PARAGRAPHS.has(name)) text += '\n\n';
    else if (LINES.has(name)) text += '\n';
    else if (CELLS.has(name)) text += ' ';
  };
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => {
        // Line breaks between elements are blanks; text without elements is put back together below.
        if (hidden === undefined) text += html.slice(start, end).replaceAll('\n', '\r');
      },
      ontextentity: (codePoint) => {
        if (hidden === undefined) text += String.fromCodePoint(codePoint);
      },
      onopentagname: (start, end) => {
        const name = html.slice(start, end).toLowerCase();
        open(name);
        if (HIDDEN.has(name)) hidden ??= name;
      },
      onclosetag: (start, end) => {
        const name = html.slice(start, end).toLowerCase();
        if (hidden === name) hidden = undefined;
        if (name !== 'br') open(name);
      },
      onselfclosingtag: () => {},
      onopentagend: () => {},
      onattribname: () => {},
      onattribdata: () => {},
      onattribentity: () => {},
      onattribend: () => {},
      oncdata: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  if (!tagged) return text.replaceAll('\r', '\n').trim();
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  // No two empty lines follow each other.
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}
