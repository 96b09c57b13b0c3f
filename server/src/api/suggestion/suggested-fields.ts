import type { SampleColumn } from '../../changes/drafting/columns.js';
import { ADDRESS_FIELDS, ADDRESS_LINES } from '../../changes/drafting/field-names.js';
import { nameMatches } from '../../changes/drafting/match-columns.js';
import {
  amenityFlags,
  idRule,
  plain,
  type RuleSuggestion,
  ruleFor,
} from '../../changes/drafting/rules.js';
import { fieldCheck } from '../../changes/import-fields.js';
import { RECORD_KINDS } from '../../changes/record-kinds.js';
import { keyFieldsOf } from '../../changes/source-keys/record-keys.js';
import type { ResourceName } from '../../transfer/resource.js';

/** Rules for fields, with the columns that they read. */
export type Suggestions = Map<
  string,
  RuleSuggestion & { readonly columns: readonly SampleColumn[] }
>;

/** The ends of names of columns that tell records apart, where no better name is known. */
const ID_NAME = /(?:id|key|uuid|guid|url|code|number|no)$/;

/**
 * Rules for the fields of a kind.
 *
 * @param repeats Whether the same record may come several times, as an agent with each listing.
 */
export function suggestFields(
  kind: ResourceName,
  columns: readonly SampleColumn[],
  repeats = false,
): Suggestions {
  const accepts = fieldCheck(kind);
  const { identity = ['id'] } = RECORD_KINDS[kind];
  const keyFields = new Set(keyFieldsOf(kind).map(([field]) => field));
  const found: Suggestions = new Map();
  const used = new Set<SampleColumn>();
  // Prices first, as they tell sales from rentals.
  const matches = nameMatches(kind, columns);
  const prices = matches.filter(({ field, score }) => field === 'financials_price' && score > 100);
  for (const { field, column } of [...prices, ...matches]) {
    if (found.has(field) || used.has(column) || column.filled === 0) continue;
    const isIdentity = identity.includes(field);
    if (isIdentity && identity.length === 1 && !column.isUnique && !repeats) continue;
    const suggestion = keyFields.has(field)
      ? idRule(column, isIdentity && !repeats)
      : ruleFor(field, column, accepts, onMarket(found));
    if (suggestion === undefined || (isIdentity && suggestion.note !== undefined)) continue;
    found.set(field, { ...suggestion, columns: [column] });
    used.add(column);
  }
  const [own = 'id', ...others] = identity;
  if (others.length === 0 && !found.has(own) && !repeats) {
    const [number] = found.get('mls_no')?.columns ?? [];
    const likely = [...(number === undefined ? [] : [number]), ...columns].find(
      (column) =>
        column.isUnique &&
        (column === number || (!used.has(column) && ID_NAME.test(plain(column.name)))),
    );
    const suggestion = likely && idRule(likely, true);
    if (likely !== undefined && suggestion !== undefined) {
      const note = 'the likeliest to tell one record from another';
      found.set(own, { ...suggestion, note, columns: [likely] });
      used.add(likely);
    }
  }
  if (kind === 'listings') completeListing(found, columns, used);
  return found;
}

/** What a listing has in several columns, and what several fields have in one. */
function completeListing(
  found: Suggestions,
  columns: readonly SampleColumn[],
  used: Set<SampleColumn>,
): void {
  const named = (...names: string[]) =>
    columns.find(({ name }) => names.includes(plain(name.split('.').at(-1) ?? '')));
  const line = named(...ADDRESS_LINES);
  if (line !== undefined && !found.has('main_street')) {
    used.add(line);
    for (const [field, transform] of Object.entries(ADDRESS_FIELDS)) {
      if (found.has(field)) continue;
      const rule = { column: line.name, transform, otherwise: 'missing' };
      found.set(field, { rule, columns: [line] });
    }
  }
  const full = named('fullbaths', 'bathsfull', 'bathroomsfull', 'full');
  const half = named('halfbaths', 'bathshalf', 'bathroomshalf', 'half');
  if (full !== undefined && half !== undefined) {
    const rule = { sum: { [full.name]: 1, [half.name]: 0.5 }, otherwise: 'missing' };
    found.set('essentials_bath', { rule, columns: [full, half] });
  }
  const flags = amenityFlags(columns.filter((column) => !used.has(column)));
  if (!found.has('amenities') && Object.keys(flags).length > 0) {
    const names = Object.values(flags);
    const ofFlags = columns.filter(({ name }) => names.includes(name));
    found.set('amenities', { rule: { flags }, columns: ofFlags });
  }
  if (!found.has('main_status')) {
    const note = 'no column says; For Sale or For Rent';
    found.set('main_status', { rule: { const: onMarket(found) }, note, columns: [] });
  }
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
