import { isMissing } from '../column.js';
import { fieldRule } from '../field-rule.js';
import type { ResourceName } from '../resource.js';
import { plain } from '../text.js';
import { amenityFlags } from './amenities.js';
import { isInList, isLikeId, isOfListing, parentOf, type SampleColumn } from './columns.js';
import { ADDRESS_FIELDS, ADDRESS_LINES, type DraftTarget } from './field-names.js';
import { nameMatches } from './match-columns.js';
import { idRule, ruleFor } from './rules.js';
import type { RuleSuggestion } from './words.js';

/** Rules for fields, with the columns that they read. */
export type Suggestions = Map<
  string,
  RuleSuggestion & { readonly columns: readonly SampleColumn[] }
>;

/** The ends of names of columns that tell records apart, where no better name is known. */
const ID_NAME = /(?:id|key|uuid|guid|url|code|number|no)$/;

/** Rules for the fields of a kind. @param repeats Whether a record may come several times, as an agent does. */
export function suggestFields(
  target: DraftTarget,
  kind: ResourceName,
  columns: readonly SampleColumn[],
  repeats = false,
): Suggestions {
  const { identity, keyFields, accepts } = target.kind(kind);
  const found: Suggestions = new Map();
  const used = new Set<SampleColumn>();
  // Prices first, as they tell sales from rentals.
  const matches = nameMatches(target, kind, columns);
  const prices = matches.filter(({ field, score }) => field === 'financials_price' && score > 100);
  for (const { field, column } of [...prices, ...matches]) {
    if (found.has(field) || column.filled === 0) continue;
    if (used.has(column) && !SHARED.has(field)) continue;
    const isIdentity = identity.includes(field);
    if (isIdentity && identity.length === 1 && !isLikeId(column) && !repeats) continue;
    const suggestion = keyFields.has(field)
      ? idRule(column, isIdentity && !repeats)
      : ruleFor(field, column, accepts, target.words, onMarket(found));
    if (suggestion === undefined || (isIdentity && suggestion.note !== undefined)) continue;
    const parts = column.parts ?? [column];
    if (parts.some((part) => used.has(part)) && !SHARED.has(field) && !column.source) continue;
    const note = isIdentity && !repeats && !column.isUnique ? { note: NOT_UNIQUE } : {};
    found.set(field, { ...withSource(suggestion, column), ...note, columns: parts });
    for (const part of [column, ...parts]) used.add(part);
  }
  const [own = 'id', ...others] = identity;
  if (others.length === 0 && !found.has(own) && !repeats) {
    const [number] = found.get('mls_no')?.columns ?? [];
    const likely = [...(number === undefined ? [] : [number]), ...columns].find(
      (column) =>
        column.isUnique &&
        (column === number ||
          column.name === '#' ||
          (!used.has(column) && ID_NAME.test(plain(column.name)))),
    );
    const suggestion = likely && idRule(likely, true);
    if (likely !== undefined && suggestion !== undefined) {
      const note = 'the likeliest to tell one record from another';
      found.set(own, { ...suggestion, note, columns: [likely] });
      used.add(likely);
    }
  }
  if (kind === 'listings') completeListing(found, columns, used, target.words.amenities ?? []);
  if (kind === 'agents') splitName(found);
  const records = Math.max(...columns.map(({ filled }) => filled));
  markDoubts(found, repeats, records);
  return found;
}

/** Makes two fields of a column with full names. */
function splitName(found: Suggestions): void {
  const [column] = found.get('lastname')?.columns ?? [];
  const name = plain((column?.label ?? column?.name ?? '').split('.').at(-1) ?? '');
  if (column === undefined || !/^(?:member|agent)?(?:full)?name$/.test(name)) return;
  const share = (pattern: RegExp) =>
    column.values.filter((value) => pattern.test(String(value))).length / column.values.length;
  // `first_name` and `name`
  if (found.has('firstname') && share(/\S\s+\S/) < 0.5) return;
  const isTurned = share(/^[^,]+,\s*\S/) > 0.5;
  const [first, last] = isTurned
    ? ['after:,', 'before:,']
    : [String.raw`match:^(.+)\s\S+\s*$`, String.raw`match:(\S+)\s*$`];
  const note = `a full name, split at its ${isTurned ? 'comma' : 'last blank'}`;
  const rule = (transform: string) => ({
    ...{ rule: { column: column.name, transform }, note, columns: [column] },
  });
  if (!found.has('firstname')) found.set('firstname', rule(first));
  found.set('lastname', rule(last));
}

/** Fields whose column may say another field, too: `Condo for sale`. */
const SHARED = new Set(['essentials_type']);

const NOT_UNIQUE = 'not every record has its own';

function withSource(suggestion: RuleSuggestion, { source }: SampleColumn): RuleSuggestion {
  if (source === undefined) return suggestion;
  const { column: _, ...steps } =
    typeof suggestion.rule === 'string' ? { column: '' } : suggestion.rule;
  return { ...suggestion, rule: { ...source, ...steps } };
}

const ADDRESS = new Set(Object.keys(ADDRESS_FIELDS));

/** Marks the rules that read something from elsewhere than their neighbours, or what never differs, and rare prices. */
function markDoubts(found: Suggestions, repeats: boolean, records: number): void {
  const parents = [...found].flatMap(
    ([
      field,
      {
        columns: [column],
      },
    ]) => (column === undefined ? [] : [{ field, parent: parentOf(column.name) }]),
  );
  const count = (parent: string, ...only: string[]) =>
    parents.filter((one) => one.parent === parent && (only.length === 0 || ADDRESS.has(one.field)))
      .length;
  const ofAddress = parents.filter(({ field }) => ADDRESS.has(field));
  const usual = ofAddress
    .map(({ parent }) => parent)
    .toSorted((one, other) => count(other, 'address') - count(one, 'address'))[0];
  for (const [field, suggestion] of found) {
    const [column] = suggestion.columns;
    if (column === undefined) continue;
    const parent = parentOf(column.name);
    const isOne = parent !== '' && !parent.endsWith('.*') && count(parent) === 1;
    const isAlone = isOne && !repeats && (field !== 'amenities' || suggestion.columns.length === 1);
    const isElsewhere = ADDRESS.has(field) && parent !== usual && !repeats;
    const isSame =
      suggestion.columns.length === 1 && column.different === 1 && column.filled > 1 && !repeats;
    const notes = [
      ...(suggestion.note === undefined ? [] : [suggestion.note]),
      ...(isAlone || isElsewhere ? [`from ${parent || 'the record'}, unlike its neighbours`] : []),
      ...(isSame ? ['the same in all records'] : []),
      ...(field === 'financials_price' && column.filled * 2 < records
        ? [`${column.filled} of ${records} records have one`]
        : []),
    ];
    if (notes.length > 0) found.set(field, { ...suggestion, note: notes.join('; ') });
  }
}

/** The months of a fee's period. */
const MONTHS: Readonly<Record<string, number>> = {
  monthly: 1,
  bimonthly: 2,
  quarterly: 3,
  semiannually: 6,
  annually: 12,
  yearly: 12,
};

/** How many lines have a part, at least: not every home has a unit, but all are in a city. */
function leastOf(field: string): number {
  return field === 'main_apt' ? Number.MIN_VALUE : 0.5;
}

function partOf({ values }: SampleColumn, part: string): number {
  const { rule } = fieldRule('line', { column: 'line', transform: part });
  const there = values.filter((line) => {
    try {
      return !isMissing(rule?.read({ line }));
    } catch {
      return false;
    }
  });
  return values.length === 0 ? 0 : there.length / values.length;
}

/** What a listing has in several columns, and what several fields have in one. */
function completeListing(
  found: Suggestions,
  columns: readonly SampleColumn[],
  used: Set<SampleColumn>,
  amenities: readonly string[],
): void {
  const lines = columns.filter(
    ({ name, label }) =>
      label === undefined &&
      ADDRESS_LINES.includes(plain(name.split('.').at(-1) ?? '')) &&
      isOfListing(name) &&
      !isInList(name),
  );
  const line = lines
    .filter((column) => partOf(column, 'house') * 2 > 1)
    .toSorted((one, other) => partOf(other, 'house') - partOf(one, 'house'))[0];
  // A street without a house says less than a line with both.
  if (line !== undefined && !found.has('main_house')) {
    used.add(line);
    for (const [field, transform] of Object.entries(ADDRESS_FIELDS)) {
      if ((found.has(field) && field !== 'main_street') || partOf(line, transform) < leastOf(field))
        continue;
      const rule = { column: line.name, transform, otherwise: 'missing' };
      found.set(field, { rule, columns: [line] });
    }
  }
  const [state] = found.get('state')?.columns ?? [];
  for (const [field, transform] of Object.entries({ city: 'city', main_zipcode: 'zip' })) {
    if (state === undefined || found.has(field) || partOf(state, transform) === 0) continue;
    found.set(field, {
      rule: { column: state.name, transform, otherwise: 'missing' },
      columns: [state],
    });
  }
  const pair = columns.find(
    ({ name, values }) =>
      values.length > 0 &&
      /coord|latl|geo|location|point/.test(plain(name)) &&
      values.every((value) => /^-?\d+\.\d+\s*,\s*-?\d+\.\d+$/.test(String(value))),
  );
  if (pair !== undefined && !found.has('extras_latitude')) {
    used.add(pair);
    for (const [at, field] of ['extras_latitude', 'extras_longitude'].entries()) {
      const rule = Array.isArray(pair.values[0])
        ? `${pair.name}.${at}`
        : { column: pair.name, transform: ['split:,', `item:${at}`] };
      found.set(field, { rule, note: 'latitude first', columns: [pair] });
    }
  }
  const [fee] = found.get('financials_maintenance')?.columns ?? [];
  const often = fee && columns.find(({ name }) => name === `${fee.name}Frequency`);
  if (fee !== undefined && often !== undefined) {
    used.add(often);
    const [period = '', ...others] = often.values.map((value) => plain(String(value)));
    const months = others.length > 0 ? undefined : MONTHS[period];
    const amount = { column: fee.name, transform: ['number', `divide:${months}`, 'round'] };
    const note = `of a month, by ${often.name}: ${often.values.slice(0, 5).join(', ')}`;
    found.set('financials_maintenance', {
      rule: months === undefined || months === 1 ? fee.name : amount,
      ...(months === undefined ? { note } : {}),
      columns: [fee],
    });
  }
  // Of both, `listingId` is the number of the MLS and `mlsId` that of the interface, as SimplyRETS has it.
  const [id] = found.get('main_id')?.columns ?? [];
  const [mls] = found.get('mls_no')?.columns ?? [];
  const names = [id, mls].map((column) => plain(column?.name ?? '')).join(' ');
  const own = mls?.isUnique ? idRule(mls, true) : undefined;
  if (id && mls && own && names === 'listingid mlsid' && parentOf(id.name) === parentOf(mls.name)) {
    found.set('main_id', { ...own, columns: [mls] });
    found.set('mls_no', { rule: id.name, columns: [id] });
  }
  const flags = amenityFlags(
    columns.filter((column) => !used.has(column) && !isInList(column.name)),
    amenities,
  );
  if (!found.has('amenities') && Object.keys(flags).length > 0) {
    const names = Object.values(flags);
    const ofFlags = columns.filter(({ name }) => names.includes(name));
    found.set('amenities', { rule: { flags }, columns: ofFlags });
  }
  if (!found.has('main_status')) {
    const note = 'no column says; For Sale, For Rent, Sold or Rented';
    const [price] = found.get('financials_price')?.columns ?? [];
    const status = /sale|sold|clos/.test(plain(price?.name ?? '')) ? 'Sold' : onMarket(found);
    found.set('main_status', { rule: { const: status }, note, columns: [] });
  }
  if (!found.has('distribute') && !columns.some(({ name }) => saysShown(name))) {
    const note = 'no column says whether websites show them';
    found.set('distribute', { rule: { const: 1 }, note, columns: [] });
  }
}

/** Whether a column may say that websites must not show a listing, such as `InternetEntireListingDisplayYN` or `OfficeExclusiveYN`. */
function saysShown(name: string): boolean {
  const words = plain(name);
  return (
    !words.includes('address') &&
    /display|distribut|exclusive|hidden|idx|internet|onweb|publish|visib/.test(words)
  );
}

/** The status of listings that are on the market: rents are below what anything is sold for. */
function onMarket(found: Suggestions): string {
  const [column] = found.get('financials_price')?.columns ?? [];
  const prices = (column?.values ?? []).map((value) =>
    Number(String(value).replace(/[^\d.]/g, '')),
  );
  const sorted = prices.filter((price) => price > 0).toSorted((one, other) => one - other);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) > 50_000 ? 'For Sale' : 'For Rent';
}
