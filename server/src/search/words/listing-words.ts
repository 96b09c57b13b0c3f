import type { Kysely } from 'kysely';
import { wordsOf } from '../../lib/words.js';
import { inPortions } from '../../store/tenant/bulk.js';
import type { TenantTables } from '../../store/tenant/tables.js';

/** The characters of a description that are indexed; few are that long. */
const MOST_CHARACTERS = 20_000;

/** Reads the texts of listings by which a search finds them. */
async function textsOf(db: Kysely<TenantTables>, ids: readonly number[]) {
  return inPortions(ids, (portion) =>
    db
      .selectFrom('listing as l')
      .leftJoin('building as b', 'b.id', 'l.building_id')
      .leftJoin('neighborhood as n', 'n.id', 'l.neighborhood_id')
      .select(['l.id', 'l.hide_address', 'l.house', 'l.street', 'l.apt', 'l.cross_streets'])
      .select(['l.zip', 'l.city', 'l.description', 'l.web_title', 'n.name as neighborhood'])
      .select(['b.house as b_house', 'b.address as b_address', 'b.name as b_name'])
      .select(['b.zip as b_zip', 'b.city as b_city'])
      .where('l.id', 'in', portion)
      .execute(),
  );
}

type Texts = Awaited<ReturnType<typeof textsOf>>[number];

/** The words of these listings, each once, by listing; without listings that do not exist. */
export async function wordsOfListings(
  db: Kysely<TenantTables>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const rows = await textsOf(db, ids);
  return new Map(rows.map((row) => [row.id, wordsOfListing(row)]));
}

/**
 * Of a listing that hides its address, only what its public address shows takes part: the cross streets
 * and the neighborhood (R72, R286). Its building would reveal the address, so it does not.
 */
function wordsOfListing(row: Texts): ReadonlySet<string> {
  const place = row.hide_address === 1 ? [row.cross_streets] : visibleAddress(row);
  return new Set([
    ...withSpellings(wordsOf(place.join(' \n '))),
    ...wordsOf(row.neighborhood ?? ''),
    ...wordsOf(row.web_title),
    ...wordsOf(row.description.slice(0, MOST_CHARACTERS)),
  ]);
}

function visibleAddress(row: Texts): string[] {
  const { house, street } = houseAndStreet(row);
  return [
    ...[house, street, row.apt, row.cross_streets],
    ...[row.b_zip || row.zip, row.b_city || row.city],
    ...[row.b_name ?? '', row.b_house ?? '', row.b_address ?? ''],
  ];
}

/** A listing's own house and street, and those of its building (`b_`); null without a building. */
export interface AddressSource {
  readonly house: string;
  readonly street: string;
  readonly hide_address: number;
  readonly b_house: string | null;
  readonly b_address: string | null;
}

/**
 * House and street of a listing. One that names no street of its own takes them from its building,
 * unless its address is hidden. R175.
 */
export function houseAndStreet(source: AddressSource): { house: string; street: string } {
  const { house, street } = source;
  if (street.trim() !== '' || source.hide_address === 1) return { house, street };
  const own = house.trim();
  const buildingNumber = (source.b_house ?? '').trim();
  return {
    house: own || buildingNumber,
    street: withoutNumber(source.b_address ?? '', buildingNumber || own),
  };
}

/** A building's record may have brought number and street in one text (R102). */
function withoutNumber(address: string, number: string): string {
  const text = address.trim();
  const begins = number !== '' && text.toLowerCase().startsWith(`${number.toLowerCase()} `);
  return begins ? text.slice(number.length).trim() : text;
}

/** The parts of an address that a display address is made of. */
export interface AddressParts extends AddressSource {
  readonly apt: string;
  readonly cross_streets: string;
}

/**
 * `main_address`: house, street, apartment and neighborhood, or the cross streets and the
 * neighborhood of a listing whose address is hidden; an empty part is left out with its separator.
 * R72.
 */
export function displayAddress(parts: AddressParts, neighborhood: string): string {
  const { house, street } = houseAndStreet(parts);
  const shown =
    parts.hide_address === 1
      ? [parts.cross_streets, neighborhood]
      : [joined([house, street], ' '), parts.apt, neighborhood];
  return joined(shown, ', ');
}

function joined(parts: readonly string[], separator: string): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(separator);
}

/** The words of streets that are written in two ways. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['street', 'st'],
  ['avenue', 'ave'],
  ['avenue', 'av'],
  ['boulevard', 'blvd'],
  ['road', 'rd'],
  ['drive', 'dr'],
  ['lane', 'ln'],
  ['place', 'pl'],
  ['court', 'ct'],
  ['square', 'sq'],
  ['terrace', 'ter'],
  ['parkway', 'pkwy'],
  ['highway', 'hwy'],
  ['east', 'e'],
  ['west', 'w'],
  ['north', 'n'],
  ['south', 's'],
];

const OTHERS = new Map<string, string[]>();
for (const [long, short] of PAIRS) {
  OTHERS.set(long, [...(OTHERS.get(long) ?? []), short]);
  OTHERS.set(short, [...(OTHERS.get(short) ?? []), long]);
}

const ORDINAL = /^(\d{1,4})(?:st|nd|rd|th)$/;

/**
 * The other ways to write a word of a street: "st" for "street", "w" for "west", "23" for "23rd". A
 * street is indexed under all of them, so that it is found by each.
 */
export function otherSpellings(word: string): readonly string[] {
  const number = ORDINAL.exec(word)?.[1];
  return number === undefined ? (OTHERS.get(word) ?? []) : [number];
}

export function withSpellings(words: readonly string[]): string[] {
  return words.flatMap((word) => [word, ...otherSpellings(word)]);
}
