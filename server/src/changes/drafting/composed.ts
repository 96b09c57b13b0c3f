import type { ForeignRecord } from 'portico-importer/column.js';
import { fieldRule } from 'portico-importer/field-rule.js';
import { type SampleColumn, sampleColumn } from './columns.js';
import { isInList, isOfListing, parentOf, plain } from './paths.js';
import { BETWEEN, offerOf, wordRule } from './words.js';

/** How other systems call the parts of what is one field of ours, in our order, without blanks and signs. */
const STREET = [
  'streetdirprefix streetdirectionprefix streetpredirection',
  'streetname',
  'streetsuffix streettype',
  'streetdirsuffix streetdirectionsuffix streetpostdirection',
];
const BATHS: readonly (readonly [weight: number, names: string])[] = [
  [1, 'bathroomsfull fullbaths bathsfull fullbathroomcount numfullbaths full'],
  [0.75, 'bathroomsthreequarter bathsthreequarter'],
  [0.5, 'bathroomshalf halfbaths bathshalf halfbathroomcount numhalfbaths half'],
  [0.25, 'bathroomsonequarter bathsonequarter'],
];
const TYPES = ['propertysubtype propsubtype subtype', 'propertytype proptype type'];
const PETS = ['catsallowed allowscats cats', 'dogsallowed allowsdogs dogs'];
const OFFERS = 'propertytype listingtype offertype transactiontype saletype saleorrent type';
const STATUSES = 'standardstatus mlsstatus listingstatus status laststatus';

/** Fields of a listing that a file holds in several columns, each as a column of the field's name. */
export function composedColumns(
  columns: readonly SampleColumn[],
  records: readonly ForeignRecord[],
): SampleColumn[] {
  const own = columns.filter(
    ({ name, filled }) => filled > 0 && isOfListing(name) && !isInList(name),
  );
  const named = (names: string, near?: SampleColumn) =>
    names
      .split(' ')
      .flatMap((word) => own.filter(({ name }) => plain(name.split('.').at(-1) ?? '') === word))
      .find(({ name }) => near === undefined || parentOf(name) === parentOf(near.name));
  const made: SampleColumn[] = [];
  const make = (
    field: string,
    source: Readonly<Record<string, unknown>>,
    parts: readonly SampleColumn[],
  ) => {
    const { rule } = fieldRule(field, source);
    if (rule === undefined) return;
    const name = parts.map((part) => part.name).join(' + ');
    made.push({ ...sampleColumn(name, rule.read, records), label: field, source, parts });
  };
  const names = (parts: readonly SampleColumn[]) => parts.map(({ name }) => name);

  const street = named(STREET[1] ?? '');
  const streetParts = STREET.flatMap((part) => named(part, street) ?? []);
  if (street !== undefined && streetParts.length > 1) {
    make('main_street', { join: names(streetParts) }, streetParts);
  }
  const full = named(BATHS[0]?.[1] ?? '');
  const baths = BATHS.flatMap(([weight, part]) => {
    const column = named(part, full);
    return column === undefined ? [] : [{ weight, column }];
  });
  if (full !== undefined && (baths.length > 1 || plain(full.name) !== 'full')) {
    const sum = Object.fromEntries(baths.map(({ weight, column }) => [column.name, weight]));
    make(
      'essentials_bath',
      { sum },
      baths.map(({ column }) => column),
    );
  }
  const pets = PETS.flatMap((part) => named(part) ?? []);
  if (pets.length === PETS.length) {
    make('essentials_pets', { join: names(pets), separator: BETWEEN }, pets);
  }
  const kind = named(TYPES[0] ?? '');
  const around = kind && named(TYPES[1] ?? '', kind);
  if (kind !== undefined && around !== undefined && !kind.isFull) {
    make('essentials_type', { columns: names([kind, around]) }, [kind, around]);
  }
  const status = STATUSES.split(' ')
    .flatMap((word) => named(word) ?? [])
    .find((column) => wordRule('main_status', column, '')?.note?.includes('by the prices'));
  const offer = OFFERS.split(' ')
    .flatMap((word) => own.filter(({ name }) => plain(name.split('.').at(-1) ?? '') === word))
    .find(({ values }) => values.every((value) => offerOf(String(value)) !== undefined));
  if (status !== undefined && offer !== undefined && status !== offer) {
    const both = [offer, status];
    make('main_status', { join: names(both), separator: BETWEEN }, both);
  }
  return made;
}
