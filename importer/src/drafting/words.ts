import { toFlag } from '../flag.js';
import { plain } from '../text.js';
import type { SampleColumn } from './columns.js';

/** A rule of a mapping, as its YAML says it. */
export type Rule = string | Readonly<Record<string, unknown>>;

/** A rule for a field, and what a person has to look at. */
export interface RuleSuggestion {
  readonly rule: Rule;
  readonly note?: string;
}

/** Between the texts of a column that is made of two. */
export const BETWEEN = ' / ';

/** Words of other systems for ours, without blanks and signs: those before `:` mean the word behind it. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  main_status: wordsOf({
    'For Rent': 'forrent rent rental lease forlease r',
    'For Sale': 'forsale sale s',
    Sold: 'sold closed sld',
    Rented: 'rented leased lsd',
    'In Contract': 'pending incontract contingent activeundercontract undercontract',
  }),
  essentials_type: wordsOf({
    Apartment: 'rentalunit rental apt',
    Coop: 'stockcooperative ownyourown coownership tenancyincommon',
    Condo: 'condominium condos condoproperty',
    House:
      'singlefamily singlefamilyresidence singlefamilyhome home residential residentiallease residentialproperty mobilehome mobilehouse cabin farm duplex triplex',
    Townhouse: 'townhomes townhome',
    Building: 'multifamily multifamilyhome quadruplex',
    Commercial: 'business industrial warehouse mixeduse businessopportunity',
    Investment: 'residentialincome',
    Land: 'unimprovedland agriculture',
  }),
  essentials_pets: wordsOf({
    'Pets OK': 'yes true allowed petsallowed y 1',
    'No Pets': 'no false none notallowed n 0',
    'Cats Only': 'catsok catsallowed cats',
    'Dogs Only': 'dogsok dogsallowed dogs',
    'Small Dogs': 'sizelimit',
    'Case By Case': 'call breedrestrictions numberlimit',
  }),
};

/** Words for what is on the market, be it for sale or for rent. */
const ON_MARKET = new Set(['active', 'available', 'a', 'new', 'open', 'onmarket', 'backonmarket']);
/** Words for what no search shall find. */
const OFF_MARKET = new Set(
  'expired withdrawn cancelled canceled inactive delisted hold offmarket temporarilyoffmarket permanentlyoffmarket'.split(
    ' ',
  ),
);

/** The statuses of rentals for those of sales. */
const OF_RENTALS: Readonly<Record<string, string>> = {
  'For Sale': 'For Rent',
  'In Contract': 'App. Pending',
  'Offer In': 'App. Pending',
  Sold: 'Rented',
};

const SALES = new Set(
  's sale forsale sell res residential residentialincome land commercialsale'.split(' '),
);

/** What a word offers, such as `Lease`; undefined where it does not say. */
export function offerOf(word: string): 'rent' | 'sale' | undefined {
  const text = plain(word);
  if (/^(?:r|rnt|rent|rental|forrent|.*lease)$/.test(text)) return 'rent';
  return SALES.has(text) ? 'sale' : undefined;
}

/**
 * A table of the column's words. A status that is not known stays to be filled in, and rejects its records.
 *
 * @param words Those that the field accepts.
 */
export function wordRule(
  field: string,
  { name, values, isFull, source }: SampleColumn,
  words: readonly string[],
  onMarket: string,
): RuleSuggestion | undefined {
  const ours = new Map(words.map((word) => [plain(word), word]));
  const isList = values.some(Array.isArray);
  const all = values.flat().filter((value) => typeof value !== 'object');
  const texts = [...new Set(all.map(String))].filter((text) => !/^\**$/.test(text.trim()));
  if (texts.length === 0 || texts.length > 40) return undefined;
  if (!isList && texts.every((text) => ours.get(plain(text)) === text.trim()))
    return { rule: name };
  const known = texts.flatMap((text) => {
    const word = wordOf(field, text, ours, onMarket);
    return word === undefined ? [] : [[text, word] as const];
  });
  if (known.length === 0) return undefined;
  const left = texts.filter((text) => !known.some(([other]) => other === text));
  const isStatus = field === 'main_status';
  const rule = {
    column: name,
    ...(isList ? { transform: 'item:0' } : {}),
    values: Object.fromEntries(known),
    ...(known.some(([, word]) => word === null) ? { default: '' } : {}),
    ...(isStatus || (left.length === 0 && source === undefined) ? {} : { otherwise: 'missing' }),
  };
  const isGuess = isStatus && !source && texts.some((text) => ON_MARKET.has(plain(text)));
  const unknown = left.slice(0, 5).join(', ');
  const notes = [
    ...(isGuess ? [`${onMarket} by the prices`] : []),
    ...(isStatus && !isFull ? ['records without one are rejected'] : []),
    ...(isList ? ['the first of several'] : []),
    ...(/building_?type$/i.test(name) ? ['the type of the building'] : []),
    ...(left.length === 0
      ? []
      : [
          `${isStatus ? 'records are rejected, because there is ' : ''}no word of ours for ${unknown}`,
        ]),
  ];
  return { rule, ...(notes.length > 0 ? { note: notes.join('; ') } : {}) };
}

/** Our word for one of theirs. `null` is a status that takes the listing out of all searches. */
function wordOf(
  field: string,
  text: string,
  ours: ReadonlyMap<string, string>,
  onMarket: string,
): string | null | undefined {
  const [first = '', second] = text.split(BETWEEN);
  if (second !== undefined && field === 'main_status') {
    const status = wordOf(field, second, ours, 'For Sale');
    return offerOf(first) === 'rent' && status ? (OF_RENTALS[status] ?? status) : status;
  }
  if (second !== undefined && field === 'essentials_pets') {
    const [cats, dogs] = [first, second].map(toFlag);
    if (cats === undefined || dogs === undefined) return undefined;
    return cats ? (dogs ? 'Pets OK' : 'Cats Only') : dogs ? 'Dogs Only' : 'No Pets';
  }
  const word = ours.get(plain(text)) ?? WORDS[field]?.[plain(text)];
  if (word !== undefined) return word;
  if (field === 'main_status') {
    if (ON_MARKET.has(plain(text))) return onMarket;
    if (OFF_MARKET.has(plain(text))) return null;
    const offer = /\bfor[ _](rent|lease|sale)\b/i.exec(text)?.[1]?.toLowerCase();
    return offer === undefined ? undefined : offer === 'sale' ? 'For Sale' : 'For Rent';
  }
  if (field !== 'essentials_type') return undefined;
  // `Condo for sale`; `Single-Family Townhouse` is a kind of townhouse.
  const kind = text.replace(/ for (?:rent|lease|sale)$/i, '');
  if (kind !== text) return wordOf(field, kind, ours, onMarket);
  const last = kind.split(/\s/).at(-1) ?? '';
  return last === kind ? undefined : wordOf(field, last, ours, onMarket);
}

function wordsOf(lists: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(lists).flatMap(([word, theirs]) =>
      theirs.split(' ').map((one) => [one, word] as const),
    ),
  );
}
