import { readFile, stat } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { isObject } from './column.js';
import { messageOf } from './errors.js';
import { type MappingFormat, mappingFormat } from './mapping-format.js';
import { type MappingPart, mappingPart, otherParts } from './mapping-parts.js';
import type { ImportResource, ResourceName } from './resource.js';
import { type RowFilter, rowFilter } from './row-filter.js';
import { DEFAULT_SOURCE, isSourceName, SOURCE_ACCEPTS } from './source-key.js';
import { quoted } from './text.js';

/** Turns the columns of a foreign file into the fields of one resource, or of several. */
export interface Mapping extends MappingFormat {
  /** The resource of its first part. */
  readonly resource: ResourceName;
  /** The path to the records in a JSON document; empty for the document itself. */
  readonly records: readonly string[];
  /** The fields that the first part fills. */
  readonly fields: readonly string[];
  /** Every column that the mapping reads, without repeats. */
  readonly columns: readonly string[];
  /** The rows that it takes; undefined for all. */
  readonly filter: RowFilter | undefined;
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

/** Reads and checks a mapping file, YAML or JSON. See docs/importing.md. */
export async function loadMapping(path: string, resources: Resources): Promise<CheckedMapping> {
  const broken = (problem: string) => ({ mapping: undefined, problems: [`${path}: ${problem}`] });
  let text: string;
  try {
    if ((await stat(path)).size > SIZE_LIMIT)
      return broken('is over 1 MiB, too long for a mapping');
    text = await readFile(path, 'utf8');
  } catch (error) {
    const missing = (error as { code?: unknown }).code === 'ENOENT';
    return broken(missing ? 'there is no such file' : messageOf(error));
  }
  const value = parseText(text);
  if (typeof value === 'string') return broken(value);
  const { mapping, problems } = checkMapping(value.data, resources);
  return { mapping, problems: problems.map((problem) => `${path}: ${problem}`) };
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

/** The members of a mapping. */
const MEMBERS = [
  'resource',
  'source',
  'records',
  'each',
  'format',
  'only',
  'skip',
  'fields',
  'also',
];

/** Checks a whole mapping and prepares it for use. */
export function checkMapping(value: unknown, resources: Resources): CheckedMapping {
  if (!isObject(value)) return { mapping: undefined, problems: ['is not an object with fields:'] };
  const problems = Object.keys(value)
    .filter((key) => !MEMBERS.includes(key))
    .map((key) => `${quoted(key)} is unknown; accepted are ${MEMBERS.join(', ')}`);
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
  if (main === undefined) return { mapping: undefined, problems };
  const parts: Mapping['parts'] = [main, ...others];
  const ofParts = parts.flatMap((part) => part.columns);
  const columns = [...new Set([...ofParts, ...(filter?.columns ?? [])])];
  const { resource, fields } = main;
  const mapping = { records: records ?? [], ...format, filter, resource, fields, parts, columns };
  return { mapping, problems };
}

function pathOf(value: unknown): string[] | undefined {
  if (value === undefined) return [];
  const path = typeof value === 'string' ? value.split('.') : [''];
  return path.includes('') ? undefined : path;
}
