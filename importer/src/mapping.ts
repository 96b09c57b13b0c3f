import { readFile, stat } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { ENCODINGS, type Encoding } from './bytes.js';
import { type ForeignRecord, isObject } from './column.js';
import { messageOf } from './errors.js';
import { unknownMembers } from './field-rule.js';
import { type MappingPart, mappingPart, otherParts } from './mapping-parts.js';
import { type ImportResource, REMOVE, type ResourceName } from './resource.js';
import { type RowFilter, removalRule, rowFilter } from './row-filter.js';
import type { FileFormat } from './source-items.js';
import { DEFAULT_SOURCE, isSourceName, SOURCE_ACCEPTS } from './source-key.js';
import { quoted } from './text.js';

/** Turns the columns of a foreign file into the fields of one resource, or of several. */
export interface Mapping extends MappingFormat {
  readonly resource: ResourceName;
  /** The path to the records in a JSON document; empty for the document itself. */
  readonly records: readonly string[];
  /** The fields that the first part fills. */
  readonly fields: readonly string[];
  /** Every column that the mapping reads, without repeats. */
  readonly columns: readonly string[];
  /** The rows that it takes; undefined for all. */
  readonly filter: RowFilter | undefined;
  /** The rows whose record of the first part is to be removed; undefined for none. */
  readonly removes: RowFilter | undefined;
  /** What it makes of each foreign record: its own resource, and then those of `also`. */
  readonly parts: readonly [MappingPart, ...MappingPart[]];
}

/** The readable part of a mapping, and everything that is wrong with it. */
export interface CheckedMapping {
  readonly mapping: Mapping | undefined;
  readonly problems: readonly string[];
}

type Resources = ReadonlyMap<ResourceName, ImportResource>;

const SIZE_LIMIT = 1024 * 1024;

/** Reads and checks a mapping file, YAML or JSON. See docs/importing/mappings.md. */
export async function loadMapping(path: string, resources: Resources): Promise<CheckedMapping> {
  const text = await readYamlText(path, 'a mapping');
  const value = text.problem === undefined ? parseText(text.text) : text.problem;
  if (typeof value === 'string') return { mapping: undefined, problems: [`${path}: ${value}`] };
  const { mapping, problems } = checkMapping(value.data, resources);
  return { mapping, problems: problems.map((problem) => `${path}: ${problem}`) };
}

/** The object in a text of YAML or JSON, or what is wrong with it. */
export function yamlObject(text: string): ForeignRecord | string {
  const parsed = parseText(text);
  if (typeof parsed === 'string') return parsed;
  return isObject(parsed.data) ? parsed.data : 'is not an object';
}

/** The text of a file, or why there is none. */
export type FileText =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly problem: string };

/** The text of a file of YAML or JSON. @param what Named where it is too long. */
export async function readYamlText(path: string, what: string): Promise<FileText> {
  try {
    if ((await stat(path)).size > SIZE_LIMIT) {
      return { problem: `is over 1 MiB, too long for ${what}` };
    }
    return { text: await readFile(path, 'utf8') };
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === 'ENOENT';
    return { problem: isMissing ? 'there is no such file' : messageOf(error) };
  }
}

/** JSON is YAML too, so one parser serves both, and finds repeated names in both. */
function parseText(text: string): { readonly data: unknown } | string {
  try {
    const document = parseDocument(text, { prettyErrors: true });
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) return `is not valid YAML or JSON: ${error.message.split('\n')[0]}`;
    return { data: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    return `is not valid YAML or JSON: ${messageOf(error)}`;
  }
}

const MEMBERS = [
  'resource',
  'source',
  'records',
  'each',
  'format',
  'only',
  'skip',
  'remove',
  'fields',
  'also',
];

/** Checks a whole mapping and prepares it for use. */
export function checkMapping(value: unknown, resources: Resources): CheckedMapping {
  if (!isObject(value)) return { mapping: undefined, problems: ['is not an object with fields:'] };
  const problems = unknownMembers(value, MEMBERS);
  const source = value.source ?? DEFAULT_SOURCE;
  if (!isSourceName(source)) problems.push(`source: ${quoted(source)} is not ${SOURCE_ACCEPTS}`);
  const named = isSourceName(source) ? source : DEFAULT_SOURCE;
  const { part: main, problems: ofMain } = mappingPart(value, resources, named);
  const records = pathOf(value.records);
  if (records === undefined) {
    problems.push(`records: ${quoted(value.records)} is not a path such as data.listings`);
  }
  const { problems: ofFormat, ...format } = mappingFormat(value.format);
  problems.push(...ofFormat);
  if (records && records.length > 0 && format.type !== undefined && format.type !== 'json') {
    problems.push('records: is for JSON only');
  }
  problems.push(...ofMain);
  const { parts: others, problems: ofOthers } = otherParts(value.also, resources, named);
  problems.push(...ofOthers);
  const { filter, problems: ofFilter } = rowFilter(value.only, value.skip);
  problems.push(...ofFilter);
  const { removes, problems: ofRemoval } = removalRule(value.remove);
  problems.push(...ofRemoval);
  if (removes !== undefined && main && resources.get(main.resource)?.fields.has(REMOVE) === false) {
    problems.push(`remove: ${main.resource} cannot be removed by a record`);
  }
  if (main === undefined) return { mapping: undefined, problems };
  const parts: Mapping['parts'] = [main, ...others];
  const ofParts = parts.flatMap((part) => part.columns);
  const columns = [
    ...new Set([...ofParts, ...(filter?.columns ?? []), ...(removes?.columns ?? [])]),
  ];
  const { resource, fields } = main;
  const rows = { filter, removes };
  const mapping = { records: records ?? [], ...format, ...rows, resource, fields, parts, columns };
  return { mapping, problems };
}

function pathOf(value: unknown): string[] | undefined {
  if (value === undefined) return [];
  const path = typeof value === 'string' ? value.split('.') : [''];
  return path.includes('') ? undefined : path;
}

/** How a mapping says that its files are written. */
export interface MappingFormat {
  /** The format of the files, where the mapping decides it and not the file names. */
  readonly type: FileFormat | undefined;
  /** The separator of the cells of a table; undefined for the usual one of the format. */
  readonly delimiter: string | undefined;
  /** The encoding of files without a byte-order mark; undefined for UTF-8. */
  readonly encoding: Encoding | undefined;
}

const TYPES: readonly FileFormat[] = ['ndjson', 'json', 'csv', 'tsv'];
const FORMAT_MEMBERS = ['type', 'delimiter', 'encoding'];

export function mappingFormat(
  value: unknown = {},
): MappingFormat & { readonly problems: readonly string[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const problems = [`format: is not an object with ${FORMAT_MEMBERS.join(': or ')}:`];
    return { type: undefined, delimiter: undefined, encoding: undefined, problems };
  }
  const format = value as Readonly<Record<string, unknown>>;
  const problems = unknownMembers(format, FORMAT_MEMBERS).map((problem) => `format: ${problem}`);
  const type = oneOf(TYPES, format.type);
  if (format.type !== undefined && type === undefined) {
    problems.push(
      `format: type ${quoted(format.type)} is unknown; accepted are ${TYPES.join(', ')}`,
    );
  }
  const encoding = oneOf(ENCODINGS, String(format.encoding).toLowerCase());
  if (format.encoding !== undefined && encoding === undefined) {
    problems.push(
      `format: encoding ${quoted(format.encoding)} is unknown; accepted are ${ENCODINGS.join(', ')}`,
    );
  }
  const delimiter = format.delimiter;
  if (delimiter === undefined || isDelimiter(delimiter)) {
    return { type, delimiter, encoding, problems };
  }
  problems.push(
    `format: delimiter ${quoted(delimiter)} is not one sign, such as "," ";" "|" or "\\t"`,
  );
  return { type, delimiter: undefined, encoding, problems };
}

function isDelimiter(value: unknown): value is string {
  return typeof value === 'string' && /^[\t -~]$/.test(value) && !/["\w]/.test(value);
}

function oneOf<Name>(names: readonly Name[], value: unknown): Name | undefined {
  return names.find((name) => name === value);
}
