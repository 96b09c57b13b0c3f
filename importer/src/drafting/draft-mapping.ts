import { basename } from 'node:path';
import { stringify } from 'yaml';
import type { ResourceName } from '../resource.js';
import { count, shorten, stripControls } from '../text.js';
import { columnsOf, type SampleColumn } from './columns.js';
import { type Suggestions, suggestFields } from './draft-fields.js';
import type { DraftTarget } from './field-names.js';
import { composedColumns, type InnerColumns, innerKinds } from './made-columns.js';
import { likelyKind } from './match-columns.js';
import { idRule, keyRule } from './rules.js';
import { type FileSample, sampleFile } from './sample.js';
import type { Rule, RuleSuggestion } from './words.js';

/** Records that a suggestion is made from. */
const SAMPLE = 1000;

const COMMENT_WIDTH = 60;

/** With fewer fields, the kind of the records is a guess. */
const CERTAIN = 5;

/** A first mapping of a file. */
export interface MappingDraft {
  readonly kind: ResourceName;
  /** YAML with comments, for a person to finish. */
  readonly text: string;
}

/**
 * Writes a first mapping of a file from the names of its columns and the values of its first records. Each rule
 * is tried on these values with the reader of the records, so that what is suggested is accepted.
 *
 * @throws FileProblem when the file holds no records.
 */
export async function draftMapping(file: string, target: DraftTarget): Promise<MappingDraft> {
  const sample = await sampleFile(file, SAMPLE);
  const columns = columnsOf(sample.records);
  const kind = likelyKind(target, columns);
  const composed =
    kind === 'listings'
      ? composedColumns(columns, sample.records, target.words.main_status ?? [])
      : [];
  const fields = suggestFields(target, kind, [...columns, ...composed]);
  const parts = kind === 'listings' ? suggestParts(target, columns, fields) : [];
  const main = { kind, each: undefined, fields, columns: columnsRead(fields) };
  return { kind, text: mappingText(file, sample, target, columns, main, parts) };
}

function columnsRead(fields: Suggestions): SampleColumn[] {
  return [...fields.values()].flatMap((suggestion) => suggestion.columns);
}

function mappingText(
  file: string,
  sample: FileSample,
  target: DraftTarget,
  columns: readonly SampleColumn[],
  main: SuggestedPart,
  parts: readonly SuggestedPart[],
): string {
  const used = new Set([main, ...parts].flatMap((part) => part.columns));
  const format = {
    ...(sample.isNamed || sample.delimiter !== undefined ? {} : { type: sample.format }),
    ...(sample.delimiter === undefined ? {} : { delimiter: sample.delimiter }),
    ...(sample.encoding === undefined ? {} : { encoding: sample.encoding }),
  };
  const lines = [
    `# A first mapping for ${comment(basename(file), 200)}, from its names and its first ${count(sample.records.length)} records.`,
    '# Check each line, finish it, and look at the records: portico import NAME FILE --map THIS --show 3',
    `resource: ${main.kind}${main.fields.size < CERTAIN ? '  # CHECK: few columns tell which kind' : ''}`,
    ...([main, ...parts].some(hasKeys)
      ? ['# source: NAME  # of the system that the keys are of, where several send files']
      : []),
    ...(sample.path.length > 0 ? [`records: ${flow(sample.path.join('.'))}`] : []),
    ...(Object.keys(format).length > 0 ? [`format: ${flow(format)}`] : []),
    'fields:',
    ...fieldLines(target, main, '  '),
    ...(parts.length > 0 ? ['also:'] : []),
    ...parts.flatMap((part) => [
      `  - resource: ${part.kind}`,
      ...(part.each === undefined ? [] : [`    each: ${flow(part.each)}`]),
      '    fields:',
      ...fieldLines(target, part, '      '),
    ]),
  ];
  const left = columns.filter((column) => !used.has(column));
  if (left.length > 0) lines.push('', '# No field was found for these columns:');
  for (const column of left) lines.push(`# ${comment(column.name, 100)}: ${examples([column])}`);
  return lines.join('\n');
}

function hasKeys({ fields }: SuggestedPart): boolean {
  return [...fields.values()].some(
    ({ rule }) => typeof rule === 'object' && Object.hasOwn(rule, 'key'),
  );
}

/** A line for each field, those first that tell one record from another. */
function fieldLines(
  target: DraftTarget,
  { kind, fields: found }: SuggestedPart,
  indent: string,
): string[] {
  const { identity, fields } = target.kind(kind);
  const order = [...identity, ...fields].filter((field, at, all) => all.indexOf(field) === at);
  const missing = identity.filter((field) => !found.has(field));
  return [
    ...missing.map(
      (field) =>
        `${indent}# ${field}: no column was found that tells one record from another; it is required`,
    ),
    ...order.flatMap((field) => {
      const suggestion = found.get(field);
      return suggestion === undefined ? [] : [indent + fieldLine(field, suggestion)];
    }),
  ];
}

function fieldLine(
  field: string,
  { rule, note, columns }: RuleSuggestion & { readonly columns: readonly SampleColumn[] },
) {
  const seen = columns.length === 1 ? examples(columns) : '';
  const words = [note === undefined ? '' : `CHECK: ${comment(note, 200)}`, seen].filter(Boolean);
  return `${field}: ${flow(rule)}${words.length > 0 ? `  # ${words.join('; ')}` : ''}`;
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

/** Another kind of record in the same file: an element of `also`. */
interface SuggestedPart {
  readonly kind: ResourceName;
  readonly each: string | undefined;
  readonly fields: Suggestions;
  /** The columns of the file that it reads. */
  readonly columns: readonly SampleColumn[];
}

/** A part, and how the record around it names its records. */
interface NamedPart extends SuggestedPart {
  /** Whether a column has an id, and not only a name. */
  readonly hasId: boolean;
  /** A rule for the number of its record, with a prefix of the column's name. */
  reference(prefix?: string): RuleSuggestion | undefined;
}

/** The fields of a listing that name inner records. */
const REFERENCES: { readonly [Kind in ResourceName]?: string } = {
  agents: 'agents_agent_id',
  buildings: 'essentials_building',
};

/** What may stand for an id, where a kind has none: people and firms are known by these. */
const STAND_INS: { readonly [Kind in ResourceName]?: readonly string[] } = {
  agents: ['email', 'lastname'],
  offices: ['name'],
};

/**
 * Agents, offices and buildings inside listings. The listing's own fields get rules that name them.
 *
 * @param listing Receives these rules.
 */
function suggestParts(
  target: DraftTarget,
  columns: readonly SampleColumn[],
  listing: Suggestions,
): SuggestedPart[] {
  const parts = innerKinds(columns).flatMap((candidates) => {
    const named = candidates.flatMap((inner) => namedPart(target, inner) ?? []);
    return named.find(({ hasId }) => hasId) ?? named[0] ?? [];
  });
  for (const part of parts) {
    const field = REFERENCES[part.kind];
    const suggestion = field === undefined ? undefined : part.reference();
    if (field !== undefined && suggestion !== undefined) {
      listing.set(field, { ...suggestion, columns: part.columns.slice(0, 1) });
    }
  }
  const agents = parts.find(({ kind }) => kind === 'agents');
  const offices = parts.find(({ kind }) => kind === 'offices');
  if (agents !== undefined && !agents.fields.has('office') && areTogether(agents, offices)) {
    const office = offices?.reference(agents.each === undefined ? '' : '^.');
    if (office !== undefined) agents.fields.set('office', { ...office, columns: [] });
  }
  return parts;
}

/** Whether agents are of the offices: the office of a sale is not that of the listing's agent. */
function areTogether(
  { each: one = '' }: SuggestedPart,
  { each: other }: Partial<SuggestedPart> = {},
) {
  const around = (path: string) => path.slice(0, path.lastIndexOf('.') + 1);
  return other === undefined || around(one) === around(other);
}

/** Undefined where nothing tells the inner records apart. */
function namedPart(target: DraftTarget, inner: InnerColumns): NamedPart | undefined {
  const { kind, each, outer } = inner;
  const fields = suggestFields(target, kind, inner.columns, true);
  let own = fields.get('id')?.columns[0];
  const hasId = own !== undefined;
  for (const field of STAND_INS[kind] ?? []) own ??= fields.get(field)?.columns[0];
  if (own === undefined) return undefined;
  const column = own;
  const rule = (of: SampleColumn) => (hasId ? idRule(of) : keyRule(of));
  const suggestion = rule(column);
  if (suggestion === undefined) return undefined;
  const note = hasId ? {} : { note: 'no column has an id' };
  fields.set('id', { ...suggestion, ...note, columns: [column] });
  const columns = [...fields.values()].flatMap((one) =>
    one.columns.flatMap((of) => outer.get(of) ?? []),
  );
  const named = outer.get(column) ?? column;
  return {
    kind,
    each,
    hasId,
    fields,
    columns: [named, ...columns],
    reference: (prefix = '') => rule({ ...named, name: prefix + named.name }),
  };
}
