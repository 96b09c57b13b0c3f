export type AddressPart = 'house' | 'street' | 'unit' | 'city' | 'state' | 'zip';

/** The parts of an address line, in the spelling of the line; a state is its two letters. */
type Address = { readonly [Part in AddressPart]?: string | undefined };

/** Those that cannot be told from each other where no comma stands between street and city. */
const BEFORE_COMMA: readonly AddressPart[] = ['street', 'unit', 'city'];

/** Longer text is no address. It bounds what the patterns below may cost. */
const LONGEST = 300;

const STATES: ReadonlyMap<string, string> = new Map(
  (
    'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|' +
    'DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|' +
    'KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|' +
    'MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|' +
    'NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|' +
    'RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|' +
    'WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming'
  )
    .split('|')
    .map((line) => [line.slice(3).toLowerCase(), line.slice(0, 2)] as const),
);
const CODES = new Set(STATES.values());

const COUNTRY = /^(?:USA?|U\.S\.(?:A\.)?|United States(?: of America)?)$/i;
const ZIP = /(?:^|\s)(\d{5}(?:-\d{4})?)$/;
const SUFFIX =
  'street|st|avenue|ave|road|rd|place|pl|boulevard|blvd|drive|dr|lane|ln|court|ct|terrace|ter|square|sq|parkway|pkwy|highway|hwy|way|broadway|plaza|row|alley|circle|cir';
const HAS_SUFFIX = new RegExp(String.raw`\b(?:${SUFFIX})\b`, 'i');
/** `5 Avenue` has no house; `258 Broadway` has one, as Broadway is a street by itself. */
const ONLY_SUFFIX = new RegExp(String.raw`^(?!broadway)(?:${SUFFIX})\.?$`, 'i');
const HOUSE = /^(\d+[A-Za-z]?(?:[-–/]\d+[A-Za-z]?)*(?: 1\/2)?)(?:\s+(.+))?$/;

/** `Apt 4B`, `#4B`, `Unit PH1`: the group is what the record calls its unit. */
const NAMED_UNIT =
  /(?:^|\s)(?:(?:apartment|apt|unit|suite|ste)\b\.?\s*#?\s*|(?:#|no\.)\s*)([\w/-]+(?: [\w-]{1,5})?)$/i;
/** `Penthouse`, `PH-2`, `Ph 31A`, `3rd Floor`, `Fl 3`: the unit is all of it. */
const SPOKEN_UNIT =
  /(?:^|\s)(ph[- ]?\w{0,3}|penthouse(?: \w{1,3})?|\d{1,3}(?:st|nd|rd|th) (?:floor|fl)|(?:floor|fl) \d{1,3})$/i;
/** `4B` behind a comma, or two units that are one, such as `27/28`. */
const BARE_UNIT = /^(?:[A-Z]?-?\d{1,4}-?[A-Z]{0,2}|[A-Z]|\d{1,4}[A-Z]?\/\d{1,4}[A-Z]?)$/i;
/** `4B` behind `East 5th Street`. */
const TRAILING_UNIT = new RegExp(
  String.raw`\S\s+(?:${SUFFIX})\.?\s+(\d{1,4}-?[A-Z]{1,2}|[A-Z]-?\d{1,4}|\d{1,4}[A-Z]?\/\d{1,4}[A-Z]?)$`,
  'i',
);

/**
 * One part of an address as people write it in the United States, such as
 * `12 East 5th Street #4B, New York, NY 10003`; undefined where the line has none. Portico keeps the spelling of a
 * street, where the libraries for this write `E 5th St`. A comma divides street and city: without one, nobody can
 * know where a street ends.
 *
 * @returns With `problem`, why the part cannot be known.
 */
export function addressPart(
  line: string,
  part: AddressPart,
): { readonly text?: string | undefined; readonly problem?: string } {
  if (line.length > LONGEST) return { problem: 'is too long for an address' };
  // New York alone is a city; but who asks for its state is right with NY.
  const named = part === 'state' ? STATES.get(line.trim().toLowerCase()) : undefined;
  if (named !== undefined) return { text: named };
  const parts = line.split(/[,\n]/).flatMap((piece) => piece.trim().replace(/\s+/g, ' ') || []);
  if (COUNTRY.test(parts.at(-1) ?? '')) parts.pop();
  const pieces = parts.length;
  const zip = takeZip(parts);
  const state = takeState(parts, zip !== undefined);
  const isLocated = zip !== undefined || state !== undefined;
  if (isLocated && pieces === 1 && /^\d/.test(parts[0] ?? '') && BEFORE_COMMA.includes(part)) {
    return { problem: 'has no comma between its street and its city' };
  }
  const city = takeCity(parts, isLocated);
  const address: Address = { ...readStreet(parts), city, state, zip };
  return { text: address[part] || undefined };
}

function takeZip(parts: string[]): string | undefined {
  const last = parts.at(-1) ?? '';
  const found = ZIP.exec(last);
  if (found === null) return undefined;
  const rest = last.slice(0, found.index).trim();
  // A number behind a house number and a name may be a street's: 12 Route 10003.
  const isOpen = /^\d/.test(rest) && !/\s[A-Z]{2}$/.test(rest);
  if (isOpen) return undefined;
  putBack(parts, rest);
  return found[1];
}

function takeState(parts: string[], hasZip: boolean): string | undefined {
  const last = parts.at(-1) ?? '';
  const code = /(?:^|\s)([A-Za-z]{2})$/.exec(last);
  const letters = code?.[1] ?? '';
  const isCode =
    CODES.has(letters.toUpperCase()) &&
    (hasZip || last === letters || (CODES.has(letters) && !/^\d/.test(last)));
  if (code !== null && isCode) {
    putBack(parts, last.slice(0, code.index).trim());
    return letters.toUpperCase();
  }
  const named = STATES.get(last.toLowerCase());
  // New York behind a street is the city.
  if (named === undefined || parts.length < 2 || isStreet(parts.at(-2) ?? '')) return undefined;
  parts.pop();
  return named;
}

/** What is left of the last part. */
function putBack(parts: string[], rest: string): void {
  if (rest === '') parts.pop();
  else parts[parts.length - 1] = rest;
}

function takeCity(parts: string[], isLocated: boolean): string | undefined {
  const last = parts.at(-1);
  if (last === undefined || /\d/.test(last) || unitOf(last) !== undefined) return undefined;
  const isAlone = parts.length === 1;
  if (isAlone && (isStreet(last) || (!isLocated && HAS_SUFFIX.test(last)))) return undefined;
  parts.pop();
  return last;
}

function isStreet(part: string): boolean {
  return /\d/.test(part) || HAS_SUFFIX.test(part);
}

function readStreet(parts: readonly string[]): Address {
  let [first = '', ...others] = parts;
  const units = others.map(unitOf);
  let unit = units.find((found) => found !== undefined);
  others = others.filter((_, index) => units[index] === undefined);
  if (unit === undefined) {
    const found = NAMED_UNIT.exec(first) ?? SPOKEN_UNIT.exec(first);
    const trailing = found ?? TRAILING_UNIT.exec(first);
    unit = trailing?.[1];
    if (unit !== undefined) first = first.slice(0, found?.index ?? -unit.length).trim();
  }
  const [, house, behind] = HOUSE.exec(first) ?? [];
  const hasHouse = house !== undefined && !ONLY_SUFFIX.test(behind ?? '');
  const street = [hasHouse ? (behind ?? '') : first, ...others].filter((part) => part !== '');
  return { ...(hasHouse ? { house } : {}), street: street.join(', '), ...(unit ? { unit } : {}) };
}

/** The unit that a part between commas names. */
function unitOf(part: string): string | undefined {
  const whole = (NAMED_UNIT.exec(part) ?? SPOKEN_UNIT.exec(part)) as RegExpExecArray | null;
  if (whole !== null && whole.index === 0) return whole[1];
  return BARE_UNIT.test(part) ? part : undefined;
}
