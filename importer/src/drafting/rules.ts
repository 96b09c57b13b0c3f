import { type ForeignRecord, isMissing } from '../column.js';
import { fieldRule } from '../field-rule.js';
import { toFlag } from '../flag.js';
import { plain } from '../text.js';
import { amenitiesRule } from './amenities.js';
import { isOfListing, type SampleColumn } from './columns.js';
import type { DraftKind, DraftTarget } from './field-names.js';
import { type Rule, type RuleSuggestion, wordRule } from './words.js';

/** What people write in place of nothing. */
const NOTHING = /^(?:n\/?a|none|null|unknown|tbd|\?|-+|\*+)$/i;

const DATES = [
  'ISO',
  'M/D/YYYY',
  'M/D/YY',
  'M/D/YYYY h:mm A',
  'M/D/YYYY H:mm',
  'D.M.YYYY',
  'MMM D, YYYY',
  'MMMM D, YYYY',
  'unix-ms',
  'unix',
];

/**
 * The simplest rule by which a field accepts every value of a column. Where none does, the best one, with
 * `otherwise: missing`. Undefined where the field accepts hardly anything of the column.
 *
 * @param onMarket The status of a listing that is on the market.
 */
export function ruleFor(
  field: string,
  column: SampleColumn,
  accepts: DraftKind['accepts'],
  words: DraftTarget['words'],
  onMarket: string,
): RuleSuggestion | undefined {
  if (field === 'photos') return photosRule(column);
  if (field === 'amenities') return amenitiesRule(column, words.amenities ?? []);
  if (field === 'main_hide_address') return hideRule(column);
  if (words[field] !== undefined) return wordRule(field, column, words[field], onMarket);
  if (PLACES.has(field) && !mostly(column, /\p{L}{2}/u)) return undefined;
  let best: { readonly rule: Rule; readonly share: number } | undefined;
  for (const rule of [...ownCandidates(field, column), ...candidates(column)]) {
    const share = acceptedShare(field, rule, column, accepts);
    if (share === 1) return periodically(field, column, rule);
    if (share > (best?.share ?? 0)) best = { rule, share };
  }
  if (best === undefined || best.share < 0.5) return undefined;
  const { rule, note } = periodically(field, column, best.rule);
  const optional = typeof rule === 'string' ? { column: rule } : rule;
  const notes = ['some values do not fit', ...(note === undefined ? [] : [note])];
  return { rule: { ...optional, otherwise: 'missing' }, note: notes.join('; ') };
}

/** Fields that hold names. */
const PLACES = new Set(['main_neighborhood', 'city', 'state']);

function mostly({ values }: SampleColumn, pattern: RegExp): boolean {
  return values.filter((value) => pattern.test(String(value))).length * 2 > values.length;
}

/** Amounts that we hold by the month. */
const MONTHLY = new Set(['financials_taxes', 'financials_maintenance']);

/** An amount of a year is divided by 12; where the name says neither month nor year, a person has to. */
function periodically(field: string, column: SampleColumn, rule: Rule): RuleSuggestion {
  const name = plain(column.name);
  if (!MONTHLY.has(field) || /month|maint|commoncharge/.test(name)) return { rule };
  if (!/annual|year/.test(name)) return { rule, note: 'taken as amounts of a month' };
  const base = typeof rule === 'string' ? { column: rule } : rule;
  return { rule: { ...base, transform: ['number', 'divide:12', 'round'] } };
}

/** What only some fields have in a column of theirs. */
function* ownCandidates(field: string, column: SampleColumn): Generator<Rule> {
  const { name, values } = column;
  const part = { state: 'state', city: 'city', main_zipcode: 'zip' }[field];
  const isLine = mostly(column, /,\s*[A-Z]{2}\b|,\s*\w+ \d{5}/);
  if (part !== undefined && (isLine || (part === 'state' && mostly(column, /^\D{4,}$/)))) {
    yield { column: name, transform: part };
  }
  if (field === 'city' && values.includes('Manhattan')) {
    yield { column: name, values: { Manhattan: 'New York', '*': '*' } };
  }
  if (
    field === 'main_apt' &&
    values.some((value) => /^\s*(?:#|apt\b|unit\b)/i.test(String(value)))
  ) {
    yield { column: name, transform: String.raw`match:(?i)^(?:#|apt\b\.?|unit\b)?\s*(.+)$` };
  }
  if (field === 'email' && values.some((value) => /[;,]/.test(String(value)))) {
    yield { column: name, transform: String.raw`match:[^\s;,]+@[^\s;,]+` };
  }
  if (field === 'main_cross' && values.every(Array.isArray)) {
    yield { join: [name], separator: ' & ' };
  }
}

function* candidates({ name, values }: SampleColumn): Generator<Rule> {
  const texts = values.filter((value) => typeof value === 'string');
  const missing = texts.filter((text) => NOTHING.test(text.trim()));
  const base = { column: name, ...(missing.length > 0 ? { missing } : {}) };
  const isPadded = texts.some((text) => text !== text.trim());
  const studios = texts.flatMap((text) => /^\s*(studio)\b/i.exec(text)?.[1] ?? []);
  const table = { values: { ...Object.fromEntries(studios.map((text) => [text, 0])), '*': '*' } };
  const isHtml = texts.some((text) => /<\/?[a-z][^<>]*>|&#?\w{2,8};/i.test(text));
  if (isHtml) yield { ...base, transform: 'strip-html' };
  if (studios.length > 0) yield { ...base, ...table };
  if (isPadded) yield { ...base, transform: 'trim' };
  yield missing.length > 0 ? base : name;
  yield { ...base, transform: 'number' };
  yield { ...base, transform: ['number', 'round'] };
  // `2 Beds`, `1 Bath`, `Studio`
  if (texts.some((text) => /^\s*[\d.]+[ -]?(?:bed|bath|br|ba)/i.test(text))) {
    const transform = [String.raw`match:(?i)^\s*(\d+(?:\.\d+)?|studio)`];
    yield { ...base, transform, ...(studios.length > 0 ? table : {}) };
  }
  yield { ...base, transform: 'boolean' };
  const forms = DATES.filter((form) => readsSome(form, texts.length > 0 ? texts : values));
  for (const form of forms) yield { ...base, transform: `date:${form}` };
  if (forms.length > 1) yield { ...base, transform: `date:${forms.slice(0, 4).join(' | ')}` };
}

function readsSome(form: string, values: readonly unknown[]): boolean {
  const { rule } = fieldRule('date', { column: 'c', transform: `date:${form}` });
  return values.some((value) => readOrUndefined(() => rule?.read({ c: value })) !== undefined);
}

function acceptedShare(
  field: string,
  spec: Rule,
  { name, values }: SampleColumn,
  accepts: DraftKind['accepts'],
): number {
  const { rule } = fieldRule(field, spec);
  if (rule === undefined || values.length === 0) return 0;
  const isFine = (value: unknown) => {
    const result = readOrUndefined(() => rule.read({ [name]: value } as ForeignRecord));
    // HTML without text is no text.
    if (isMissing(result)) return typeof spec === 'object' && spec.transform === 'strip-html';
    return accepts(field, result);
  };
  const present = values.filter((value) => !NOTHING.test(String(value).trim()));
  const accepted = values.filter(
    (value) => isFine(value) || isLeftOut(spec, value) || String(value).trim() === '',
  );
  return present.length === 0 ? 0 : accepted.length / values.length;
}

/** Whether the rule takes this text for nothing. */
function isLeftOut(spec: Rule, value: unknown): boolean {
  const { missing } = typeof spec === 'string' ? {} : spec;
  return Array.isArray(missing) && missing.includes(value);
}

function readOrUndefined(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/**
 * A rule for a field that holds the number of a record: the number itself or, of anything else, a source key. Numbers
 * that begin with 0 are text, as 007 and 7 may be two.
 *
 * @param isOwn Whether it is the record's own number, which 0 is not; elsewhere 0 stands for none.
 */
export function idRule(column: SampleColumn, isOwn = false): RuleSuggestion | undefined {
  const pattern = isOwn ? /^[1-9]\d{0,14}$/ : /^(?:0|[1-9]\d{0,14})$/;
  const areNumbers = column.values.every((value) => pattern.test(String(value).trim()));
  return areNumbers ? { rule: column.name } : keyRule(column, isOwn);
}

/** A source key; undefined for values that can be none. */
export function keyRule({ name, values }: SampleColumn, isOwn = false): RuleSuggestion | undefined {
  const texts = values.filter((value) => typeof value === 'string');
  const isKey = (value: unknown) =>
    typeof value === 'string' ? value.trim().length <= LONGEST_KEY : Number.isSafeInteger(value);
  if (!values.every(isKey)) return undefined;
  const missing = texts.filter(
    (text) => NOTHING.test(text.trim()) || (!isOwn && text.trim() === '0'),
  );
  if (missing.length === values.length) return undefined;
  const isEmail = texts.some((text) => text.includes('@'));
  const spec = {
    column: name,
    ...(missing.length > 0 ? { missing } : {}),
    ...(isEmail ? { transform: 'lower' } : {}),
  };
  return { rule: { key: Object.keys(spec).length === 1 ? name : spec } };
}

/** Longer text is a description rather than a key. */
const LONGEST_KEY = 200;

/** Whether an address is hidden, from a column that says so or that says whether it may be shown. */
function hideRule({ name, values }: SampleColumn): RuleSuggestion | undefined {
  if (!values.every((value) => toFlag(value) !== undefined)) return undefined;
  if (!/display|permit/i.test(name)) return { rule: { column: name, transform: 'boolean' } };
  const words = YES_AND_NO.find((pair) => values.every((value) => pair.includes(String(value))));
  return words && { rule: { column: name, values: { [words[0]]: 0, [words[1]]: 1 } } };
}

const YES_AND_NO: readonly (readonly [yes: string, no: string])[] = [
  ['true', 'false'],
  ['True', 'False'],
  ['Y', 'N'],
  ['Yes', 'No'],
  ['1', '0'],
];

/** Photos: a list of addresses, or the addresses of the records in a list. */
function photosRule({ name, values, elements = [] }: SampleColumn): RuleSuggestion | undefined {
  const all = values.flat();
  if (!isOfListing(name) || !all.every((value) => typeof value === 'string')) return undefined;
  const isWhole = all.every(isAddress);
  if (!isWhole && !all.every((value) => /\.(?:jpe?g|png|webp|gif)$/i.test(value))) return undefined;
  const others = new Set(elements.flat().map((one) => String(one.MediaCategory ?? 'Photo')));
  others.delete('Photo');
  const [each, filename] = name.split('.*.');
  const areThere = elements.flat().every((one) => !isMissing(one[filename ?? '']));
  const notes = [
    ...(areThere ? [] : ['some have no address; without these there are no keys and no order']),
    ...(isWhole ? [] : ['names of files, which need an address in front']),
    ...(others.size === 0 ? [] : [`not all are photos: ${[...others].join(', ')}`]),
  ];
  const note = notes.length === 0 ? {} : { note: notes.join('; ') };
  if (each !== undefined && filename !== undefined && areThere) {
    return { rule: { each, fields: { filename, ...photoFields(elements) } }, ...note };
  }
  const text = values.find((value) => typeof value === 'string');
  const separator = ['|', ';', ',', ' '].find((sign) => text?.includes(sign));
  const wrap = 'wrap:filename';
  const transform = separator === undefined ? wrap : [`split:${separator}`, wrap];
  return { rule: { column: name, transform }, ...note };
}

/** What the records of a list of pictures say of each, besides its address. */
function photoFields(lists: readonly (readonly ForeignRecord[])[]): Record<string, string> {
  const all = lists.flat();
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))];
  const find = (words: string, fits: (values: readonly unknown[], name: string) => boolean) =>
    words
      .split(' ')
      .flatMap((word) => names.filter((name) => plain(name) === word))
      .find((name) =>
        fits(
          all.map((one) => one[name]).filter((one) => !isMissing(one)),
          name,
        ),
      );
  const key = find(
    'mediakey key photoid pictureid imageid id',
    (values, name) =>
      values.length === all.length &&
      values.every((value) => typeof value !== 'object') &&
      lists.every((list) => new Set(list.map((one) => String(one[name]))).size === list.length),
  );
  const caption = find(
    'shortdescription caption longdescription title name',
    (values) => values.length > 0 && values.every((value) => typeof value === 'string'),
  );
  const order = find(
    'order sort sortorder displayorder sequence position',
    (values) => values.length > 0 && values.every((value) => /^\d{1,6}$/.test(String(value))),
  );
  return {
    ...(key === undefined ? {} : { key }),
    ...(caption === undefined ? {} : { name: caption }),
    sort: order ?? '#',
  };
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:/.test(value.trim());
}
