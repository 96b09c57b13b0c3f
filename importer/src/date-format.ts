/** Reads dates of one shape; null for a text of another shape, or for a day that does not exist. */
export type DateReader = (text: string) => string | null;

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

type Part = 'year' | 'month' | 'day' | 'hour' | 'halfDayHour' | 'half' | 'minute' | 'second';

/**
 * The letters of a format: the part of the date that they stand for, and the text that they accept.
 */
const FORMAT_LETTERS: Readonly<Record<string, { readonly part: Part; readonly pattern: string }>> =
  {
    YYYY: { part: 'year', pattern: '\\d{4}' },
    YY: { part: 'year', pattern: '\\d{2}' },
    MMMM: { part: 'month', pattern: MONTHS.join('|') },
    MMM: { part: 'month', pattern: MONTHS.map((name) => name.slice(0, 3)).join('|') },
    MM: { part: 'month', pattern: '\\d{2}' },
    M: { part: 'month', pattern: '\\d{1,2}' },
    DD: { part: 'day', pattern: '\\d{2}' },
    D: { part: 'day', pattern: '\\d{1,2}' },
    HH: { part: 'hour', pattern: '\\d{2}' },
    H: { part: 'hour', pattern: '\\d{1,2}' },
    hh: { part: 'halfDayHour', pattern: '\\d{2}' },
    h: { part: 'halfDayHour', pattern: '\\d{1,2}' },
    A: { part: 'half', pattern: 'am|pm' },
    mm: { part: 'minute', pattern: '\\d{2}' },
    ss: { part: 'second', pattern: '\\d{2}' },
  };
const TOKENS = /YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|A|mm|ss|[A-Za-z]|\s+|[^A-Za-z\s]/g;

/**
 * A reader for a date format, or the reason why the text is not a format.
 *
 * `ISO` accepts ISO 8601, with or without its hyphens and colons: a day, a day with a time, and that
 * with `Z` or an offset. `unix` and `unix-ms` accept seconds or milliseconds since 1970. Every other
 * format is spelled with the letters YYYY or YY, MM or M, MMM or MMMM (English month names), DD or D,
 * HH or H, hh or h with A (AM, PM), mm, ss; `T` and every other character stand for themselves.
 *
 * Readers return `YYYY-MM-DD` for a day without a time, `YYYY-MM-DD HH:mm:ss` for a local time, and
 * `YYYY-MM-DDTHH:mm:ssZ` where the text names one moment.
 */
export function dateReader(format: string): DateReader | { readonly problem: string } {
  if (format === 'ISO') return readIso;
  if (format === 'unix') return (text) => readEpoch(text, 1000);
  if (format === 'unix-ms') return (text) => readEpoch(text, 1);
  return spelledReader(format);
}

function spelledReader(format: string): DateReader | { readonly problem: string } {
  const parts: Part[] = [];
  let pattern = '';
  for (const [token] of format.matchAll(TOKENS)) {
    const letters = FORMAT_LETTERS[token];
    if (letters !== undefined) {
      parts.push(letters.part);
      pattern += `(${letters.pattern})`;
    } else if (/^[A-Za-z]$/.test(token) && token !== 'T') {
      return { problem: `has the letter ${token}, which stands for nothing` };
    } else {
      pattern += /^\s/.test(token) ? '\\s+' : token.replace(/[^\w]/g, '\\$&');
    }
  }
  const problem = unusable(parts);
  if (problem !== null) return { problem };
  const whole = new RegExp(`^${pattern}$`, 'i');
  const timed = parts.length > 3;
  return (text) => {
    const found = whole.exec(text.trim());
    if (found === null) return null;
    const value = new Map(parts.map((part, index) => [part, found[index + 1] as string]));
    const number = (part: Part) => Number(value.get(part) ?? 0);
    const hour = value.has('half')
      ? hourOfHalf(number('halfDayHour'), value.get('half') as string)
      : number('hour');
    return dateText(
      [
        fullYear(value.get('year') as string),
        monthNumber(value.get('month') as string),
        number('day'),
      ],
      timed ? [hour, number('minute'), number('second')] : null,
    );
  };
}

function unusable(parts: readonly Part[]): string | null {
  const has = (part: Part) => parts.includes(part);
  if (new Set(parts).size < parts.length) return 'names a part of the date twice';
  if (!has('year') || !has('month') || !has('day')) return 'needs a year, a month and a day';
  if (has('halfDayHour') !== has('half')) return 'needs h or hh together with A';
  if (has('hour') && has('half')) return 'has two kinds of hours';
  if (has('minute') && !has('hour') && !has('half')) return 'has minutes without hours';
  if (has('second') && !has('minute')) return 'has seconds without minutes';
  return null;
}

/** Two digits are a year from 1969 to 2068, as in POSIX. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year + (year < 69 ? 2000 : 1900);
}

function monthNumber(text: string): number {
  const name = text.toLowerCase();
  const index = MONTHS.findIndex((month) => month === name || month.slice(0, 3) === name);
  return index === -1 ? Number(text) : index + 1;
}

function hourOfHalf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

function dateText(
  [year, month, day]: readonly [number, number, number],
  time: readonly [number, number, number] | null,
): string | null {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  if (year < 1 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const dayText = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  if (time === null) return dayText;
  const [hour, minute, second] = time;
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return null;
  return `${dayText} ${padded(hour, 2)}:${padded(minute, 2)}:${padded(second, 2)}`;
}

function padded(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

const ISO_DATE =
  /^(\d{4})(-?)(\d{2})\2(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

function readIso(text: string): string | null {
  const found = ISO_DATE.exec(text.trim());
  if (found === null) return null;
  const [, year, , month, day, hour, minute, second, zone] = found;
  const local = dateText(
    [Number(year), Number(month), Number(day)],
    hour === undefined ? null : [Number(hour), Number(minute), Number(second ?? 0)],
  );
  if (local === null || zone === undefined) return local;
  const offset = /([+-])(\d{2}):?(\d{2})/.exec(zone);
  const minutes = offset === null ? 0 : Number(offset[2]) * 60 + Number(offset[3]);
  const sign = offset?.[1] === '-' ? -1 : 1;
  return moment(Date.parse(`${local.replace(' ', 'T')}Z`) - sign * minutes * 60_000);
}

function readEpoch(text: string, unit: number): string | null {
  return /^\d{1,15}$/.test(text.trim()) ? moment(Number(text) * unit) : null;
}

function moment(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return null;
  const text = date.toISOString();
  // A year past 9999 has a sign and two more digits, so its text is longer.
  return text.length === 24 ? `${text.slice(0, 19)}Z` : null;
}
