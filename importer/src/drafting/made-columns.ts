import type { ForeignRecord } from '../column.js';
import { fieldRule } from '../field-rule.js';
import type { ResourceName } from '../resource.js';
import { plain } from '../text.js';
import { amenitiesRule } from './amenities.js';
import {
  isInList,
  isOfListing,
  leadAside,
  parentOf,
  type SampleColumn,
  sampleColumn,
} from './columns.js';
import type { DraftTarget } from './field-names.js';
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

const AMENITIES =
  'amenities unitamenities buildingamenities associationamenities appliances features interiorfeatures exteriorfeatures buildingfeatures communityfeatures laundryfeatures patioandporchfeatures securityfeatures';

/** Fields of a listing that a file holds in several columns, each as a column of the field's name. */
export function composedColumns(
  columns: readonly SampleColumn[],
  records: readonly ForeignRecord[],
  words: DraftTarget['words'],
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
    .find((column) =>
      wordRule('main_status', column, words.main_status ?? [], '')?.note?.includes('by the prices'),
    );
  const offer = OFFERS.split(' ')
    .flatMap((word) => own.filter(({ name }) => plain(name.split('.').at(-1) ?? '') === word))
    .find(({ values }) => values.every((value) => offerOf(String(value)) !== undefined));
  if (status !== undefined && offer !== undefined && status !== offer) {
    const both = [offer, status];
    make('main_status', { join: names(both), separator: BETWEEN }, both);
  }
  const lists = own.filter(
    (column) =>
      AMENITIES.split(' ').includes(plain(column.name.split('.').at(-1) ?? '')) &&
      amenitiesRule(column, words.amenities ?? []) !== undefined,
  );
  if (lists.length > 1) {
    const texts = lists.flatMap(({ values }) =>
      values.filter((value) => typeof value === 'string'),
    );
    const separator = texts.some((text) => text.includes(',')) ? ',' : '|';
    make('amenities', { join: names(lists), separator }, lists);
  }
  return made;
}

/** The columns of one kind of record that stands inside another, such as the agent of a listing. */
export interface InnerColumns {
  readonly kind: ResourceName;
  /** The field of a listing that names them. */
  readonly field: string | undefined;
  /** The path of the inner records; undefined where their columns are the record's own. */
  readonly each: string | undefined;
  /** By the names that they have in the inner record. */
  readonly columns: readonly SampleColumn[];
  /** The column of the record that an inner one came of. */
  readonly outer: ReadonlyMap<SampleColumn, SampleColumn>;
}

/** What inner records of each kind are called, without blanks and signs, and the field of a listing that names them. */
const KINDS: readonly (readonly [kind: ResourceName, names: string, field?: string])[] = [
  ['agents', '(?:list(?:ing)?)?(?:agent|broker|realtor)', 'agents_agent_id'],
  ['offices', '(?:list(?:ing)?)?(?:office|brokerage)'],
  ['agents', 'co(?:list(?:ing)?)?(?:agent|broker|realtor)', 'agents_coagent_id'],
  ['offices', 'co(?:list(?:ing)?)?(?:office|brokerage)'],
  ['buildings', 'building', 'essentials_building'],
];

/** The inner records that columns tell of, by kind; those of most columns first. */
export function innerKinds(columns: readonly SampleColumn[]): InnerColumns[][] {
  return KINDS.map(([kind, names, field]) => {
    const groups = new Map<
      string,
      { each: string | undefined; pairs: [SampleColumn, SampleColumn][] }
    >();
    for (const column of columns) {
      const place = nested(column, names) ?? prefixed(column, names);
      if (place === undefined) continue;
      const group = groups.get(place.group) ?? { each: place.each, pairs: [] };
      group.pairs.push([place.column, column]);
      groups.set(place.group, group);
    }
    return [...groups.values()]
      .toSorted((one, other) => other.pairs.length - one.pairs.length)
      .map(({ each, pairs }) => {
        const inner = pairs.map(([column]) => column);
        return { kind, field, each, columns: inner, outer: new Map(pairs) };
      });
  });
}

interface Place {
  readonly group: string;
  readonly each: string | undefined;
  readonly column: SampleColumn;
}

/** `agents.0.email` and `agent.email`: the records at `agents` or `agent`. */
function nested(column: SampleColumn, names: string): Place | undefined {
  const steps = column.name.split('.');
  const at = steps.findIndex((step) => new RegExp(`^${names}s?$`).test(plain(step)));
  const inner = steps.slice(/^\d+$/.test(steps[at + 1] ?? '') ? at + 2 : at + 1);
  const before = steps.slice(0, Math.max(at, 0));
  if (at === -1 || inner.length === 0 || leadAside(before)) return undefined;
  if (before.some((step) => /^\d+$/.test(step))) return undefined;
  const each = steps.slice(0, at + 1).join('.');
  return { group: each, each, column: { ...column, name: inner.join('.') } };
}

/** `ListAgentEmail`: a column of the record itself. What has no more of a name, such as `Office`, is a name. */
function prefixed(column: SampleColumn, names: string): Place | undefined {
  const steps = column.name.split('.');
  const found = new RegExp(`^(${names})(.*)$`).exec(plain(steps.at(-1) ?? ''));
  if (found === null || leadAside(steps.slice(0, -1))) return undefined;
  if (steps.some((step) => /^[\d*]+$/.test(step))) return undefined;
  const [, prefix = '', label = ''] = found;
  const group = `${[...steps.slice(0, -1), prefix].join('.')}:`;
  return { group, each: undefined, column: { ...column, label: label || 'name' } };
}
