import { AMENITIES, amenityNamed } from '../../search/params/amenity.vocabulary.js';
import { statuses, types } from '../../search/params/listing.vocabulary.js';
import type { ForeignRecord } from '../../transfer/column.js';
import { fieldRule } from '../../transfer/field-rule.js';
import { isMissing } from '../../transfer/missing.js';
import type { SampleColumn } from './columns.js';

/** A rule of a mapping, as its YAML says it. */
export type Rule = string | Readonly<Record<string, unknown>>;

/** A rule for a field, and what a person has to look at. */
export interface RuleSuggestion {
  readonly rule: Rule;
  readonly note?: string;
}

/** Whether a field of the kind accepts a value. */
export type FieldCheck = (field: string, value: unknown) => boolean;

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

/** Words of other systems for ours, without blanks and signs. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  main_status: {
    forrent: 'For Rent',
    rent: 'For Rent',
    rental: 'For Rent',
    lease: 'For Rent',
    r: 'For Rent',
    forsale: 'For Sale',
    sale: 'For Sale',
    s: 'For Sale',
    sold: 'Sold',
    closed: 'Sold',
    rented: 'Rented',
    leased: 'Rented',
    pending: 'In Contract',
    incontract: 'In Contract',
    contingent: 'In Contract',
    activeundercontract: 'In Contract',
  },
  essentials_type: {
    coop: 'Coop',
    condominium: 'Condo',
    condos: 'Condo',
    rentalunit: 'Apartment',
    rental: 'Apartment',
    apt: 'Apartment',
    singlefamily: 'House',
    singlefamilyresidence: 'House',
    townhomes: 'Townhouse',
    townhome: 'Townhouse',
    multifamily: 'Building',
  },
};
/** Words for what is on the market, be it for sale or for rent. */
const ON_MARKET = new Set(['active', 'available', 'a', 'new', 'open', 'onmarket', 'backonmarket']);
/** Words for what no search shall find. */
const OFF_MARKET = new Set(
  'expired withdrawn cancelled canceled inactive delisted hold offmarket temporarilyoffmarket permanentlyoffmarket'.split(
    ' ',
  ),
);
const VOCABULARIES: Readonly<Record<string, readonly string[]>> = {
  main_status: statuses.words,
  essentials_type: types.words,
};

/** The text without blanks and signs, in lower case. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * The simplest rule by which a field accepts every value of a column. Where none does, the best one, with
 * `otherwise: missing`. Undefined where the field accepts hardly anything of the column.
 *
 * @param onMarket The status of a listing that is on the market.
 */
export function ruleFor(
  field: string,
  column: SampleColumn,
  accepts: FieldCheck,
  onMarket = 'For Sale',
): RuleSuggestion | undefined {
  if (field === 'photos') return photosRule(column);
  if (field === 'amenities') return { rule: amenitiesRule(column) };
  if (VOCABULARIES[field] !== undefined) return wordRule(field, column, onMarket);
  let best: { readonly rule: Rule; readonly share: number } | undefined;
  for (const rule of candidates(column)) {
    const share = acceptedShare(field, rule, column, accepts);
    if (share === 1) return { rule };
    if (share > (best?.share ?? 0)) best = { rule, share };
  }
  if (best === undefined || best.share < 0.5) return undefined;
  const rule = typeof best.rule === 'string' ? { column: best.rule } : best.rule;
  return { rule: { ...rule, otherwise: 'missing' }, note: 'some values do not fit' };
}

function* candidates({ name, values }: SampleColumn): Generator<Rule> {
  const texts = values.filter((value) => typeof value === 'string');
  const missing = texts.filter((text) => NOTHING.test(text.trim()));
  const base = { column: name, ...(missing.length > 0 ? { missing } : {}) };
  const studios = texts.filter((text) => /^studio$/i.test(text.trim()));
  const isHtml = texts.some((text) => /<\/?[a-z][^<>]*>|&#?\w{2,8};/i.test(text));
  if (isHtml) yield { ...base, transform: 'strip-html' };
  if (studios.length > 0) {
    yield {
      ...base,
      values: { ...Object.fromEntries(studios.map((text) => [text, 0])), '*': '*' },
    };
  }
  yield missing.length > 0 ? base : name;
  yield { ...base, transform: 'number' };
  yield { ...base, transform: ['number', 'round'] };
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
  accepts: FieldCheck,
): number {
  const { rule } = fieldRule(field, spec);
  if (rule === undefined || values.length === 0) return 0;
  const isFine = (value: unknown) => {
    const result = readOrUndefined(() => rule.read({ [name]: value } as ForeignRecord));
    return !isMissing(result) && accepts(field, result);
  };
  const present = values.filter((value) => !NOTHING.test(String(value).trim()));
  const accepted = values.filter((value) => isFine(value) || isLeftOut(spec, value));
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

/** A table of the column's words. A word that is not known stays to be filled in, and rejects its records. */
function wordRule(
  field: string,
  { name, values, isFull }: SampleColumn,
  onMarket: string,
): RuleSuggestion | undefined {
  const ours = new Map((VOCABULARIES[field] ?? []).map((word) => [plain(word), word]));
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length === 0 || texts.length > 30) return undefined;
  if (texts.every((text) => ours.get(plain(text)) === text.trim())) return { rule: name };
  const known = texts.flatMap((text) => {
    const word =
      ours.get(plain(text)) ?? WORDS[field]?.[plain(text)] ?? phrase(field, text, onMarket);
    return word === undefined ? [] : [[text, word] as const];
  });
  if (known.length === 0) return undefined;
  const left = texts.filter((text) => !known.some(([other]) => other === text));
  const isOff = known.some(([, word]) => word === null);
  const rule = {
    column: name,
    values: Object.fromEntries(known),
    ...(isOff ? { default: '' } : {}),
  };
  if (left.length === 0) {
    const isGuess = field === 'main_status' && texts.some((text) => ON_MARKET.has(plain(text)));
    const notes = [
      ...(isGuess ? [`${onMarket} by the prices`] : []),
      ...(field === 'main_status' && !isFull ? ['records without one are rejected'] : []),
    ];
    return { rule, ...(notes.length > 0 ? { note: notes.join('; ') } : {}) };
  }
  return {
    rule: { ...rule, ...(field === 'main_status' ? {} : { otherwise: 'missing' }) },
    note: `${field === 'main_status' ? 'records are rejected, as there is ' : ''}no word of ours for ${left.slice(0, 5).join(', ')}`,
  };
}

/** What a longer text says: `Condo for sale`. `null` is a status that takes the listing out of all searches. */
function phrase(field: string, text: string, onMarket: string): string | null | undefined {
  if (field !== 'main_status') return undefined;
  if (ON_MARKET.has(plain(text))) return onMarket;
  if (OFF_MARKET.has(plain(text))) return null;
  return /\bfor (?:rent|lease)\b/i.test(text)
    ? 'For Rent'
    : /\bfor sale\b/i.test(text)
      ? 'For Sale'
      : undefined;
}

function photosRule({ name, values }: SampleColumn): RuleSuggestion | undefined {
  if (name.startsWith('agents.') || !values.flat().every(isAddress)) return undefined;
  const text = values.find((value) => typeof value === 'string');
  const separator = ['|', ';', ',', ' '].find((sign) => String(text ?? '').includes(sign));
  const wrap = 'wrap:filename';
  const transform = separator === undefined ? wrap : [`split:${separator}`, wrap];
  return { rule: { column: name, transform } };
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:/.test(value.trim());
}

function amenitiesRule({ name, values }: SampleColumn): Rule {
  const text = String(values.find((value) => typeof value === 'string') ?? '');
  const separator = ['|', ';', ','].find((sign) => text.includes(sign));
  const words = values
    .flatMap((value) => (Array.isArray(value) ? value : String(value).split(separator ?? ',')))
    .flatMap((value) => (typeof value === 'string' ? value.trim() : []));
  const known = [...new Set(words)].flatMap((word) => {
    const amenity = amenityNamed(word);
    return amenity === undefined ? [] : [[word, amenity] as const];
  });
  return {
    column: name,
    ...(text === '' ? {} : { transform: `split:${separator ?? ','}` }),
    values: { ...Object.fromEntries(known), '*': null },
  };
}

/** Names of other systems for our amenities. */
const AMENITY_WORDS: Readonly<Record<string, string>> = {
  gym: 'healthclub',
  fitnesscenter: 'healthclub',
  washerdryer: 'laundryinunit',
  bikestorage: 'bicycleroom',
  rooftop: 'roofdeck',
  hardwoodfloors: 'hardwood',
};

/** The columns that say yes or no of an amenity, by its name. */
export function amenityFlags(columns: readonly SampleColumn[]): Readonly<Record<string, string>> {
  const names = new Set<string>(AMENITIES);
  const flags = columns.flatMap(({ name, values }) => {
    const word = plain(name.split('.').at(-1) ?? '').replace(/^(?:has|is)/, '');
    const amenity = AMENITY_WORDS[word] ?? word;
    const isFlag = values.every((value) => /^(?:true|false|yes|no|[ynx01])$/i.test(String(value)));
    return names.has(amenity) && isFlag ? [[amenity, name] as const] : [];
  });
  return Object.fromEntries(flags);
}
