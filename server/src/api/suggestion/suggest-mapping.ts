import { basename } from 'node:path';
import { stringify } from 'yaml';
import { count, shorten, stripControls } from '../../lib/text.js';
import type { ResourceName } from '../../transfer/resource.js';
import { type FileSample, sampleFile } from '../../transfer/sample.js';
import { fieldCheck } from '../import-fields.js';
import { RECORD_KINDS } from '../record-kinds.js';
import { columnsOf, type SampleColumn } from './columns.js';
import { ADDRESS_FIELDS, ADDRESS_LINES } from './field-names.js';
import { likelyKind, nameMatches } from './match-columns.js';
import { amenityFlags, plain, type Rule, type RuleSuggestion, ruleFor } from './rules.js';

/** Records that a suggestion is made from. */
const SAMPLE = 1000;

const COMMENT_WIDTH = 60;

/** A first mapping of a file. */
export interface MappingSuggestion {
  readonly kind: ResourceName;
  /** YAML with comments, for a person to finish. */
  readonly text: string;
}

type Suggestions = Map<string, RuleSuggestion & { readonly columns: readonly SampleColumn[] }>;

/**
 * Writes a first mapping of a file from the names of its columns and the values of its first records. Each rule
 * is tried on these values with the reader of the records, so that what is suggested is accepted.
 *
 * @throws FileProblem when the file holds no records.
 */
export async function suggestMapping(file: string): Promise<MappingSuggestion> {
  const sample = await sampleFile(file, SAMPLE);
  const columns = columnsOf(sample.records);
  const kind = likelyKind(columns);
  const fields = suggestFields(kind, columns);
  return { kind, text: mappingText(file, sample, kind, columns, fields) };
}

function suggestFields(kind: ResourceName, columns: readonly SampleColumn[]): Suggestions {
  const accepts = fieldCheck(kind);
  const { identity = ['id'] } = RECORD_KINDS[kind];
  const found: Suggestions = new Map();
  const used = new Set<SampleColumn>();
  for (const { field, column } of nameMatches(kind, columns)) {
    if (found.has(field) || used.has(column) || column.filled === 0) continue;
    const isIdentity = identity.includes(field);
    if (isIdentity && identity.length === 1 && !column.isUnique) continue;
    const suggestion = ruleFor(field, column, accepts);
    if (suggestion === undefined || (isIdentity && suggestion.note !== undefined)) continue;
    found.set(field, { ...suggestion, columns: [column] });
    used.add(column);
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
    found.set('main_status', { rule: { const: likelyStatus(found) }, note, columns: [] });
  }
}

/** Rents are below what anything is sold for. */
function likelyStatus(found: Suggestions): string {
  const [column] = found.get('financials_price')?.columns ?? [];
  const prices = (column?.values ?? []).map((value) =>
    Number(String(value).replace(/[^\d.]/g, '')),
  );
  const sorted = prices.filter((price) => price > 0).toSorted((one, other) => one - other);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) > 50_000 ? 'For Sale' : 'For Rent';
}

function mappingText(
  file: string,
  sample: FileSample,
  kind: ResourceName,
  columns: readonly SampleColumn[],
  found: Suggestions,
): string {
  const { identity = ['id'], fields } = RECORD_KINDS[kind];
  const order = [...identity, ...fields].filter((field, at, all) => all.indexOf(field) === at);
  const missing = identity.filter((field) => !found.has(field));
  const used = new Set([...found.values()].flatMap((suggestion) => suggestion.columns));
  const format = {
    ...(sample.isNamed || sample.delimiter !== undefined ? {} : { type: sample.format }),
    ...(sample.delimiter === undefined ? {} : { delimiter: sample.delimiter }),
    ...(sample.encoding === undefined ? {} : { encoding: sample.encoding }),
  };
  const lines = [
    `# A first mapping for ${comment(basename(file), 200)}, from its names and its first ${count(sample.records.length)} records.`,
    '# Check each line, finish it, and look at the records: portico import NAME FILE --map THIS --show 3',
    `resource: ${kind}`,
    ...(sample.path.length > 0 ? [`records: ${flow(sample.path.join('.'))}`] : []),
    ...(Object.keys(format).length > 0 ? [`format: ${flow(format)}`] : []),
    'fields:',
    ...missing.map(
      (field) =>
        `  # ${field}: no column was found that tells one record from another; it is required`,
    ),
    ...order.flatMap((field) => {
      const suggestion = found.get(field);
      return suggestion === undefined ? [] : [fieldLine(field, suggestion)];
    }),
  ];
  const left = columns.filter((column) => !used.has(column));
  if (left.length > 0) lines.push('', '# No field was found for these columns:');
  for (const column of left) lines.push(`# ${comment(column.name, 100)}: ${examples([column])}`);
  return lines.join('\n');
}

function fieldLine(
  field: string,
  { rule, note, columns }: RuleSuggestion & { readonly columns: readonly SampleColumn[] },
) {
  const seen = columns.length === 1 ? examples(columns) : '';
  const words = [note === undefined ? '' : `CHECK: ${comment(note, 200)}`, seen].filter(Boolean);
  return `  ${field}: ${flow(rule)}${words.length > 0 ? `  # ${words.join('; ')}` : ''}`;
}

function examples(columns: readonly SampleColumn[]): string {
  const values = columns.flatMap((column) => column.values.slice(0, 2));
  if (values.length === 0) return 'empty in all of them';
  return comment(
    values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', '),
    COMMENT_WIDTH,
  );
}

function comment(text: string, length: number): string {
  return stripControls(shorten(text, length));
}

/** YAML on one line. */
function flow(value: Rule): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}
