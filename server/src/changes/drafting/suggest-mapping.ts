import { basename } from 'node:path';
import type { ResourceName } from 'portico-importer/resource.js';
import { type FileSample, sampleFile } from 'portico-importer/sample.js';
import { stringify } from 'yaml';
import { count, shorten, stripControls } from '../../lib/text.js';
import { RECORD_KINDS } from '../record-kinds.js';
import { columnsOf, type SampleColumn } from './columns.js';
import { composedColumns } from './composed.js';
import { likelyKind } from './match-columns.js';
import type { Rule } from './reso.js';
import { type SuggestedPart, suggestParts } from './suggest-parts.js';
import { type Suggestions, suggestFields } from './suggested-fields.js';
import type { RuleSuggestion } from './words.js';

/** Records that a suggestion is made from. */
const SAMPLE = 1000;

const COMMENT_WIDTH = 60;

/** With fewer fields, the kind of the records is a guess. */
const CERTAIN = 5;

/** A first mapping of a file. */
export interface MappingSuggestion {
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
export async function suggestMapping(file: string): Promise<MappingSuggestion> {
  const sample = await sampleFile(file, SAMPLE);
  const columns = columnsOf(sample.records);
  const kind = likelyKind(columns);
  const composed = kind === 'listings' ? composedColumns(columns, sample.records) : [];
  const fields = suggestFields(kind, [...columns, ...composed]);
  const parts = kind === 'listings' ? suggestParts(columns, fields) : [];
  const main = { kind, each: undefined, fields, columns: columnsRead(fields) };
  return { kind, text: mappingText(file, sample, columns, main, parts) };
}

function columnsRead(fields: Suggestions): SampleColumn[] {
  return [...fields.values()].flatMap((suggestion) => suggestion.columns);
}

function mappingText(
  file: string,
  sample: FileSample,
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
    ...fieldLines(main, '  '),
    ...(parts.length > 0 ? ['also:'] : []),
    ...parts.flatMap((part) => [
      `  - resource: ${part.kind}`,
      ...(part.each === undefined ? [] : [`    each: ${flow(part.each)}`]),
      '    fields:',
      ...fieldLines(part, '      '),
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
function fieldLines({ kind, fields: found }: SuggestedPart, indent: string): string[] {
  const { identity = ['id'], fields } = RECORD_KINDS[kind];
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
