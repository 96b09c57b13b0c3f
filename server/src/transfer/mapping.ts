import { readFile, stat } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { didYouMean } from '../lib/near-names.js';
import { quoted } from '../lib/text.js';
import { messageOf } from './errors.js';
import { type FieldRule, fieldRule } from './field-rule.js';
import { type MappingFormat, mappingFormat } from './mapping-format.js';
import type { OptionalFields } from './optional-fields.js';
import {
  type ImportResource,
  RESOURCE_NAMES,
  RecordProblem,
  type ResourceName,
} from './resource.js';
import { type RowFilter, rowFilter } from './row-filter.js';

/** Turns the columns of a foreign file into the fields of one resource. */
export interface Mapping extends MappingFormat {
  readonly resource: ResourceName;
  /** The path to the records in a JSON document; empty for the document itself. */
  readonly records: readonly string[];
  /** The fields that it fills. */
  readonly fields: readonly string[];
  /** Every column that the mapping reads, without repeats. */
  readonly columns: readonly string[];
  /** The rows that it takes; undefined for all. */
  readonly filter: RowFilter | undefined;
  /** The fields whose bad value costs only the field. */
  readonly optional: OptionalFields;
  /**
   * Our record for a foreign one; a field whose columns are empty is absent.
   * @param leaveOut Receives what is wrong with the value of an optional field, which the record does not get.
   * @throws RecordProblem when another value cannot be translated.
   */
  apply(
    record: Readonly<Record<string, unknown>>,
    leaveOut: (problem: RecordProblem) => void,
  ): Record<string, unknown>;
}

/** The readable part of a mapping, and everything that is wrong with it. */
export interface CheckedMapping {
  readonly mapping: Mapping | undefined;
  readonly problems: readonly string[];
}

type Resources = ReadonlyMap<ResourceName, ImportResource>;

const SIZE_LIMIT = 1024 * 1024;
const MEMBERS = ['resource', 'records', 'format', 'only', 'skip', 'fields'];

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

/** Checks a whole mapping and prepares it for use. */
export function checkMapping(value: unknown, resources: Resources): CheckedMapping {
  if (!isObject(value)) return { mapping: undefined, problems: ['is not an object with fields:'] };
  const problems: string[] = [];
  for (const key of Object.keys(value)) {
    if (!MEMBERS.includes(key)) {
      problems.push(`${quoted(key)} is unknown; accepted are ${MEMBERS.join(', ')}`);
    }
  }
  const resource = RESOURCE_NAMES.find((name) => name === value.resource);
  if (resource === undefined) {
    const wrong =
      value.resource === undefined ? 'is missing' : `${quoted(value.resource)} is unknown`;
    problems.push(`resource: ${wrong}; accepted are ${RESOURCE_NAMES.join(', ')}`);
  } else if (!resources.has(resource)) {
    problems.push(`resource: ${resource} cannot be imported here`);
  }
  const records = pathOf(value.records);
  if (records === undefined) {
    problems.push(`records: ${quoted(value.records)} is not a path such as data.listings`);
  }
  const { problems: ofFormat, ...format } = mappingFormat(value.format);
  problems.push(...ofFormat);
  if (records && records.length > 0 && format.type !== undefined && format.type !== 'json') {
    problems.push('records: is for JSON only');
  }
  const target = resource === undefined ? undefined : resources.get(resource);
  const { rules, problems: ofRules } = rulesOf(value.fields, target);
  problems.push(...ofRules);
  const { filter, problems: ofFilter } = rowFilter(value.only, value.skip);
  problems.push(...ofFilter);
  const ofFields = [...rules.values()].flatMap((rule) => rule.columns);
  const columns = [...new Set([...ofFields, ...(filter?.columns ?? [])])];
  if (ofFields.length === 0 && problems.length === 0) {
    problems.push('fields: no field is taken from a column');
  }
  if (resource === undefined) return { mapping: undefined, problems };
  const mapping = {
    resource,
    records: records ?? [],
    ...format,
    fields: [...rules.keys()],
    columns,
    filter,
    optional: optionalOf(rules),
    apply: applying(rules),
  };
  return { mapping, problems };
}

function pathOf(value: unknown): string[] | undefined {
  if (value === undefined) return [];
  const path = typeof value === 'string' ? value.split('.') : [''];
  return path.includes('') ? undefined : path;
}

function rulesOf(
  value: unknown,
  target: ImportResource | undefined,
): { readonly rules: ReadonlyMap<string, FieldRule> } & Pick<CheckedMapping, 'problems'> {
  const rules = new Map<string, FieldRule>();
  if (!isObject(value)) {
    return { rules, problems: ['fields: is missing; it names the column of each field'] };
  }
  const problems = Object.entries(value).flatMap(([field, spec]) => {
    if (target !== undefined && !hasField(target, field)) {
      const near = didYouMean(field, target.fields);
      return [
        `fields: ${target.name} has no field ${quoted(field)}${near === '' ? '' : `.${near}`}`,
      ];
    }
    const { rule, problems: ofField } = fieldRule(field, spec);
    if (rule !== undefined) rules.set(field, rule);
    return ofField.map((problem) => `fields: ${field}: ${problem}`);
  });
  for (const field of target?.identity ?? []) {
    if (rules.get(field)?.optional === true) {
      problems.push(`fields: ${field}: otherwise: no record can do without this field`);
    }
    if (Object.hasOwn(value, field)) continue;
    problems.push(`fields: ${field} is missing; without it no record can be told from another`);
  }
  return { rules, problems };
}

function hasField(resource: ImportResource, field: string): boolean {
  if (field === '__proto__') return false;
  if (resource.fields.has(field)) return true;
  return resource.openFields !== undefined && field.search(resource.openFields) !== -1;
}

function applying(rules: ReadonlyMap<string, FieldRule>): Mapping['apply'] {
  const entries = [...rules];
  return (foreign, leaveOut) => {
    const record: Record<string, unknown> = {};
    for (const [field, rule] of entries) {
      const value = rule.optional ? readOptional(rule, foreign, leaveOut) : rule.read(foreign);
      // An empty text comes only from `default: ""`, which empties the field.
      if (value !== undefined) record[field] = value;
    }
    return record;
  };
}

function optionalOf(rules: ReadonlyMap<string, FieldRule>): OptionalFields {
  const optional = [...rules].filter(([, rule]) => rule.optional);
  return new Map(optional.map(([field, { fallback }]) => [field, fallback]));
}

function readOptional(
  rule: FieldRule,
  foreign: Readonly<Record<string, unknown>>,
  leaveOut: (problem: RecordProblem) => void,
): unknown {
  try {
    return rule.read(foreign);
  } catch (error) {
    if (!(error instanceof RecordProblem)) throw error;
    leaveOut(error);
    return rule.fallback;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
