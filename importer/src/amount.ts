import { RecordProblem } from './resource.js';
import { quoted } from './text.js';

const CURRENCY = String.raw`(?:US\$|[$€£]|USD|CAD|EUR|GBP)`;
const THOUSANDS = String.raw`\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+`;
const AFTER = String.raw`\+?(?:%|\/ ?mo(?:nth|\.)?|per month)?`;

/** Sign, currency, sign, digits, and the letter for thousands or millions; then what an amount is for. */
const AMOUNT = new RegExp(
  String.raw`^([+-]?)\s*${CURRENCY}?\s*([+-]?)\s*((?:${THOUSANDS}|\d+)(?:\.\d*)?|\.\d+)([km]?)\s*${CURRENCY}?\s*${AFTER}$`,
  'i',
);
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;
/** What most columns hold. It is recognised at once, where an amount takes ten times as long. */
const DIGITS = /^\d{1,40}(?:\.\d{1,20})?$/;
const SCIENTIFIC = /^[+-]?\d+(?:\.\d+)?e[+-]?\d+$/i;

/** Longer text is no amount. The pattern allows blanks in several places, which is slow on a long run of them. */
const LONGEST = 64;

/** A number, or the number in text such as `$1,200,000` and `1.2M`; blank text is missing. */
export function toNumber(value: unknown, field: string): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string') {
    if (DIGITS.test(value)) return Number(value);
    const text = value.trim();
    if (text === '') return undefined;
    const parts = text.length <= LONGEST ? AMOUNT.exec(text) : null;
    const number = parts !== null ? amount(parts) : SCIENTIFIC.test(text) ? Number(text) : null;
    if (number !== null && Number.isFinite(number)) return number;
  }
  throw new RecordProblem(field, `${quoted(value)} is not a number such as 1200000 or $1,200,000`);
}

function amount([, before, after, digits = '', unit = '']: RegExpExecArray): number | null {
  if (before !== '' && after !== '') return null;
  // An exponent keeps 1.15M exact, where a multiplication makes 1149999.9999999998 of it.
  const exponent = unit === '' ? '' : unit.toLowerCase() === 'k' ? 'e3' : 'e6';
  const size = Number(digits.replace(/[^\d.]/g, '') + exponent);
  return size !== 0 && (before === '-' || after === '-') ? -size : size;
}

/**
 * The sign, digits and point of an amount whose point may stand between thousands: `3.200` is 3.2, or 3,200
 * in half of the world. Undefined for any other value.
 */
export function ambiguousAmount(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST || !value.includes('.')) return undefined;
  if (DIGITS.test(value)) return AMBIGUOUS.test(value) ? value : undefined;
  const [, before, after, digits = '', unit] = AMOUNT.exec(value.trim()) ?? [];
  return unit === '' && AMBIGUOUS.test(digits) ? `${before}${after}${digits}` : undefined;
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
