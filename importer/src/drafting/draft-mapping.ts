import { basename } from 'node:path';
import { stringify } from 'yaml';
import { columnReader, type ForeignRecord, isObject } from '../column.js';
import type { ResourceName } from '../resource.js';
import { counted, shorten, stripControls } from '../text.js';
import { columnsOf, type SampleColumn, sampleColumn } from './columns.js';
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

/** With fewer columns that are read, the kind of the records is a guess, and so is all else. */
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
    kind === 'listings' ? composedColumns(columns, sample.records, target.words) : [];
  const fields = suggestFields(target, kind, [...columns, ...composed]);
  const parts = suggestParts(target, kind, columns, fields, sample.records);
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
    `# A first mapping for ${comment(basename(file), 200)}, from its names and ${counted(sample.records.length, 'records')}.`,
    '# Check each line, finish it, and look at the records: portico import NAME FILE --map THIS --show 3',
    `resource: ${main.kind}${main.columns.length < CERTAIN ? '  # CHECK: few columns tell which kind; check every line' : ''}`,
    ...([main, ...parts].some(hasKeys)
      ? ['# source: NAME  # of the system that the keys are of, where several send files']
      : []),
    ...(sample.path.length > 0 ? [`records: ${flow(sample.path.join('.'))}`] : []),
    ...(sample.each === undefined ? [] : [`each: ${flow(sample.each)}`]),
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
  // What a list is read of stands in its first element, too.
  const inLists = new Set([...main.fields.values()].flatMap(({ rule }) => firstElements(rule)));
  const left = columns.filter((column) => !used.has(column) && !inLists.has(column.name));
  if (left.length > 0) lines.push('', '# No field was found for these columns:');
  for (const column of left) lines.push(`# ${comment(column.name, 100)}: ${examples([column])}`);
  return lines.join('\n');
}

function firstElements(rule: Rule): string[] {
  if (typeof rule === 'string' || !isObject(rule.fields)) return [];
  return Object.values(rule.fields).map((name) => `${rule.each}.0.${name}`);
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
  readonly columns: readonly SampleColumn[];
}

/** A part, and how records around it name its records. */
interface NamedPart extends SuggestedPart {
  /** The field of a listing that names them. */
  readonly field: string | undefined;
  /** Whether a column has an id, and not only a name. */
  readonly hasId: boolean;
  /** The columns of the file that tell its records apart. */
  readonly named: readonly SampleColumn[];
  /** What it reads, by the names that its rules have for it. */
  readonly inner: readonly SampleColumn[];
  /** A rule for the number of its record. */
  reference(columns: readonly SampleColumn[]): RuleSuggestion | undefined;
}

/** What may stand for an id, where a kind has none: people and firms are known by these, and of no use without. */
const STAND_INS: { readonly [Kind in ResourceName]?: readonly (readonly string[])[] } = {
  agents: [['email'], ['firstname', 'lastname'], ['lastname']],
  offices: [['name']],
};

/**
 * Agents, offices and buildings inside listings, and offices inside agents. The fields of the record around get rules
 * that name them.
 *
 * @param main Receives these rules.
 */
function suggestParts(
  target: DraftTarget,
  kind: ResourceName,
  columns: readonly SampleColumn[],
  main: Suggestions,
  records: readonly ForeignRecord[],
): SuggestedPart[] {
  const isInside = (inner: ResourceName) =>
    kind === 'listings' || (kind === 'agents' && inner === 'offices');
  const [agents, ownOffices, coAgents, coOffices, buildings] = innerKinds(columns).map(
    (candidates) => {
      const named = candidates.flatMap((inner) =>
        isInside(inner.kind) ? (namedPart(target, inner) ?? []) : [],
      );
      return named.find(({ hasId }) => hasId) ?? named[0];
    },
  );
  const offices =
    ownOffices?.hasId === true ? ownOffices : (officesOf(target, agents) ?? ownOffices);
  for (const part of [agents, coAgents, buildings]) {
    const suggestion = part?.reference(part.named);
    if (part?.field === undefined || suggestion === undefined) continue;
    main.set(part.field, { ...suggestion, columns: part.named });
  }
  if (agents?.each !== undefined && coAgents === undefined) {
    const second = agents.named.map(({ name }) => {
      const path = name.replace(`${agents.each}.0.`, `${agents.each}.1.`);
      return sampleColumn(path, columnReader(path), records);
    });
    const suggestion = agents.reference(second);
    const isOther = second.some(({ name }, at) => name !== agents.named[at]?.name);
    if (isOther && second.every(({ filled }) => filled > 0) && suggestion !== undefined) {
      main.set('agents_coagent_id', { ...suggestion, columns: second });
    }
  }
  for (const [fields, office, each] of [
    [kind === 'agents' ? main : agents?.fields, offices, agents?.each],
    [coAgents?.fields, coOffices, coAgents?.each],
  ] as const) {
    const around = each === undefined ? '' : '^.';
    const named = office?.named.map((column) => ({ ...column, name: around + column.name }));
    const suggestion = named && office?.reference(named);
    if (fields === undefined || fields.has('office') || suggestion === undefined) continue;
    fields.set('office', { ...suggestion, columns: [] });
  }
  return [agents, coAgents, offices, coOffices, buildings].flatMap((part) => part ?? []);
}

/** Undefined where nothing tells the inner records apart, or where nothing is said of them. */
function namedPart(target: DraftTarget, inner: InnerColumns): NamedPart | undefined {
  const { kind, field, each, outer } = inner;
  const fields = suggestFields(target, kind, inner.columns, true);
  const [id] = fields.get('id')?.columns ?? [];
  const standIn = STAND_INS[kind]?.find((names) => names.every((name) => fields.has(name)));
  if (STAND_INS[kind] !== undefined && standIn === undefined) return undefined;
  const stands = (standIn ?? []).flatMap((name) => fields.get(name)?.columns[0] ?? []);
  const own = id === undefined ? [...new Set(stands)] : [id];
  const reference = (columns: readonly SampleColumn[]): RuleSuggestion | undefined => {
    const [only, ...others] = columns;
    if (only === undefined) return undefined;
    if (id !== undefined) return idRule(only);
    const join = columns.map(({ name }) => name);
    const found = others.length === 0 ? keyRule(only) : { rule: { key: { join } } };
    return found && { ...found, note: 'no column has an id' };
  };
  const suggestion = reference(own);
  if (suggestion === undefined) return undefined;
  fields.set('id', { ...suggestion, columns: own });
  const outside = (column: SampleColumn) => outer.get(column) ?? column;
  return {
    ...{ kind, field, each, fields, reference, inner: inner.columns },
    hasId: id !== undefined,
    named: own.map(outside),
    columns: [...fields.values()].flatMap((one) => one.columns.map(outside)),
  };
}

/** Offices of which only the agents of a list tell, by the ids that they have there. */
function officesOf(target: DraftTarget, agents: NamedPart | undefined): NamedPart | undefined {
  if (agents?.each === undefined || !agents.fields.has('office')) return undefined;
  const columns = innerKinds(agents.inner).flatMap((candidates) =>
    candidates.flatMap(({ kind, columns: ofOne, outer }) =>
      kind !== 'offices'
        ? []
        : ofOne.map((column) => ({
            ...(outer.get(column) ?? column),
            label: column.label ?? column.name,
          })),
    ),
  );
  const part = namedPart(target, {
    ...{ kind: 'offices', field: undefined, each: agents.each, columns, outer: new Map() },
  });
  return part?.hasId === true ? part : undefined;
}
