import { elementReader, type ForeignRecord, isObject } from './column.js';
import { type CheckedRule, type FieldRule, fieldRule, unknownMembers } from './field-rule.js';
import type { OptionalFields } from './read-row.js';
import {
  type ImportResource,
  REMOVE,
  RESOURCE_NAMES,
  RecordProblem,
  type ResourceName,
} from './resource.js';
import { rowFilter } from './row-filter.js';
import { isKeyObject, isSourceName, readSourceKey, SOURCE_ACCEPTS } from './source-key.js';
import { didYouMean, quoted } from './text.js';

/** The records of one kind that a mapping makes of a foreign record. */
export interface MappingPart {
  readonly resource: ResourceName;
  readonly fields: readonly string[];
  /** Every column of the foreign record that it reads, without repeats. */
  readonly columns: readonly string[];
  /** The path of its records in a foreign one, where there may be several. */
  readonly each: string | undefined;
  /** The columns that it reads inside the records at that path. */
  readonly inner: readonly string[];
  /**
   * The places of records in a foreign one: the record itself, or those at the path of `each`.
   */
  places(foreign: ForeignRecord): readonly ForeignRecord[];
  /** The fields whose bad value costs only the field. */
  readonly optional: OptionalFields;
  /**
   * Reads what tells our record from others, and whether it is to be removed: before all other fields, so that a
   * fault in one of these hides neither.
   * @param record Gets the fields; those read before a fault stay in it.
   * @param leaveOut Receives what is wrong with the value of an optional field, which the record does not get.
   * @throws RecordProblem when another value cannot be translated.
   */
  readonly identify: ReadFields;
  /** Reads the other fields, like `identify`. */
  readonly fill: ReadFields;
}

type ReadFields = (
  place: ForeignRecord,
  record: Record<string, unknown>,
  leaveOut: (problem: RecordProblem) => void,
) => void;

type Resources = ReadonlyMap<ResourceName, ImportResource>;

/** Checks `resource`, `each` and `fields` of a mapping, or of an element of its `also`. */
export function mappingPart(
  value: Readonly<Record<string, unknown>>,
  resources: Resources,
  source: string,
): { readonly part: MappingPart | undefined; readonly problems: string[] } {
  const problems: string[] = [];
  const resource = RESOURCE_NAMES.find((name) => name === value.resource);
  if (resource === undefined) {
    const wrong =
      value.resource === undefined ? 'is missing' : `${quoted(value.resource)} is unknown`;
    problems.push(`resource: ${wrong}; accepted are ${RESOURCE_NAMES.join(', ')}`);
  } else if (!resources.has(resource)) {
    problems.push(`resource: ${resource} cannot be imported here`);
  }
  const { each } = value;
  if (each !== undefined && !isPath(each)) {
    problems.push(`each: ${quoted(each)} is not a path such as listing.agents`);
  }
  const target = resource === undefined ? undefined : resources.get(resource);
  const { rules, problems: ofRules } = rulesOf(value.fields, target, source);
  problems.push(...ofRules);
  const columns = new Set([...rules.values()].flatMap((rule) => rule.columns));
  if (columns.size === 0 && problems.length === 0) {
    problems.push('fields: no field is taken from a column');
  }
  if (resource === undefined) return { part: undefined, problems };
  const places = isPath(each) ? innerRecords(each) : (foreign: ForeignRecord) => [foreign];
  const { identity = [] } = target ?? {};
  const first = [...identity, REMOVE].flatMap((field) => {
    const rule = rules.get(field);
    return rule === undefined ? [] : [[field, rule] as const];
  });
  const rest = [...rules].filter(([field]) => !identity.includes(field) && field !== REMOVE);
  const part: MappingPart = {
    resource,
    fields: [...rules.keys()],
    columns: isPath(each) ? outerColumns(each, rules.values()) : [...columns],
    each: isPath(each) ? each : undefined,
    inner: isPath(each) ? [...columns].filter((column) => !isOfPlace(column)) : [],
    places,
    optional: optionalOf(rules),
    identify: (place, record, leaveOut) => void recordOf(first, place, leaveOut, record),
    fill: (place, record, leaveOut) => void recordOf(rest, place, leaveOut, record),
  };
  return { part, problems };
}

/** Checks `also`: the other kinds of records in the same file. */
export function otherParts(
  value: unknown,
  resources: Resources,
  source: string,
): { readonly parts: readonly MappingPart[]; readonly problems: readonly string[] } {
  if (value === undefined) return { parts: [], problems: [] };
  if (!Array.isArray(value)) {
    return {
      parts: [],
      problems: ['also: is not a list of kinds, each with resource: and fields:'],
    };
  }
  const checked = value.map((one: unknown, at) => {
    const place = `also: ${at + 1}: `;
    if (!isObject(one))
      return { part: undefined, problems: [`${place}is not an object with resource:`] };
    const unknown = unknownMembers(one, ['resource', 'each', 'fields']);
    const { part, problems } = mappingPart(one, resources, source);
    return { part, problems: [...unknown, ...problems].map((problem) => place + problem) };
  });
  return {
    parts: checked.flatMap(({ part }) => part ?? []),
    problems: checked.flatMap(({ problems }) => problems),
  };
}

function rulesOf(
  value: unknown,
  target: ImportResource | undefined,
  source: string,
): { readonly rules: ReadonlyMap<string, FieldRule>; readonly problems: readonly string[] } {
  const rules = new Map<string, FieldRule>();
  if (!isObject(value)) {
    return { rules, problems: ['fields: is missing; it names the column of each field'] };
  }
  const context = { keyFields: target?.keyFields ?? new Set<string>(), source };
  const problems = Object.entries(value).flatMap(([field, spec]) => {
    if (target !== undefined && !hasField(target, field)) {
      const near = didYouMean(field, target.fields);
      return [
        `fields: ${target.name} has no field ${quoted(field)}${near === '' ? '' : `.${near}`}`,
      ];
    }
    const { rule, problems: ofField } = recordFieldRule(field, spec, context);
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

function optionalOf(rules: ReadonlyMap<string, FieldRule>): OptionalFields {
  const optional = [...rules].filter(([, rule]) => rule.optional);
  return new Map(optional.map(([field, { fallback }]) => [field, fallback]));
}

function hasField(resource: ImportResource, field: string): boolean {
  if (field === '__proto__') return false;
  if (resource.fields.has(field)) return true;
  return resource.openFields !== undefined && field.search(resource.openFields) !== -1;
}

/** What a rule has to know of the record that its field belongs to. */
export interface RuleContext {
  readonly keyFields: ReadonlySet<string>;
  readonly source: string;
}

type Spec = Readonly<Record<string, unknown>>;

/** Reads a mapping's rule for one field: `key` (a source key), `each` (a list of records), or as of `fieldRule`. */
export function recordFieldRule(field: string, value: unknown, context: RuleContext): CheckedRule {
  if (isObject(value)) {
    if (Object.hasOwn(value, 'key')) return keyRule(field, value, context);
    if (Object.hasOwn(value, 'each')) return listRule(field, value, context);
  }
  return fieldRule(field, value);
}

/** A source key in the place of a number. What `key` holds is a rule itself, whose value is the key. */
function keyRule(field: string, spec: Spec, { keyFields, source }: RuleContext): CheckedRule {
  const problems = unknownMembers(spec, ['key', 'source']);
  if (!keyFields.has(field)) {
    problems.push(`key: this field takes none; ${[...keyFields].join(', ') || 'no field'} do`);
  }
  const own = spec.source ?? source;
  if (!isSourceName(own)) problems.push(`source: ${quoted(own)} is not ${SOURCE_ACCEPTS}`);
  const { rule, problems: ofKey } = fieldRule(field, spec.key);
  problems.push(...ofKey.map((problem) => `key: ${problem}`));
  if (rule === undefined || problems.length > 0) return { rule: undefined, problems };
  const toKey = (key: unknown) => (key === '' ? key : { key, source: own });
  const toKeys = (value: unknown) => (Array.isArray(value) ? value.map(toKey) : toKey(value));
  const read: FieldRule['read'] = (record) => {
    const value = rule.read(record);
    if (value === undefined) return undefined;
    const keys = toKeys(value);
    // Here, where a bad key of an optional field costs only the field.
    for (const key of Array.isArray(keys) ? keys : [keys]) {
      if (isKeyObject(key)) readSourceKey(key, field);
    }
    return keys;
  };
  const { columns, optional, fallback: plain } = rule;
  const fallback = plain === undefined ? undefined : toKeys(plain);
  return { rule: { columns, optional, fallback, read }, problems };
}

/** A list of records, such as the photos of a listing: one for each of those at a path. */
function listRule(field: string, spec: Spec, context: RuleContext): CheckedRule {
  const problems = unknownMembers(spec, ['each', 'only', 'skip', 'fields', 'default']);
  const { each, default: fallback } = spec;
  if (fallback !== undefined && !(Array.isArray(fallback) && fallback.length === 0)) {
    problems.push('default: is not [], which empties the field');
  }
  if (!isPath(each)) problems.push(`each: ${quoted(each)} is not a path such as media.pictures`);
  const rules = new Map<string, FieldRule>();
  const fields = Object.entries(isObject(spec.fields) ? spec.fields : {});
  if (fields.length === 0) problems.push('fields: is missing; it names the column of each field');
  for (const [name, one] of fields) {
    const { rule, problems: wrong } = recordFieldRule(`${field}.${name}`, one, context);
    if (rule?.optional) wrong.push('otherwise: is for fields of the record itself');
    if (rule !== undefined) rules.set(name, rule);
    problems.push(...wrong.map((problem) => `fields: ${name}: ${problem}`));
  }
  const { filter, problems: ofFilter } = rowFilter(spec.only, spec.skip);
  problems.push(...ofFilter);
  if (problems.length > 0 || !isPath(each)) return { rule: undefined, problems };
  const elements = innerRecords(each);
  const read: FieldRule['read'] = (record) => {
    const taken = elements(record).filter((inner) => filter?.takes(inner) !== false);
    const list = taken.map((inner) => recordOf(rules, inner));
    return list.length === 0 ? fallback : list;
  };
  const columns = outerColumns(each, rules.values());
  return { rule: { columns, optional: false, fallback, read }, problems };
}

/**
 * Our record for a foreign one. A field whose columns are empty is absent.
 *
 * @param leaveOut Receives what is wrong with the value of an optional field, which the record does not get.
 * @param record Gets the fields, so that those read before a fault are known.
 * @throws RecordProblem when another value cannot be translated.
 */
export function recordOf(
  rules: Iterable<readonly [string, FieldRule]>,
  foreign: ForeignRecord,
  leaveOut: (problem: RecordProblem) => void = () => {},
  record: Record<string, unknown> = {},
): Record<string, unknown> {
  for (const [field, rule] of rules) {
    const value = rule.optional ? readOptional(rule, foreign, leaveOut) : rule.read(foreign);
    // An empty text comes only from `default: ""`, which empties the field.
    if (value !== undefined) record[field] = value;
  }
  return record;
}

function readOptional(
  rule: FieldRule,
  foreign: ForeignRecord,
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

/**
 * The records at a path inside another one, as rules read them: with the record around them as `^`, their place in the
 * list, from 1, or their name in an object as `#`, and an element that is no object as `value`.
 */
export function innerRecords(path: string): (record: ForeignRecord) => ForeignRecord[] {
  const read = elementReader(path);
  return (record) =>
    read(record).map(([place, element]) => ({
      ...(typeof element === 'object' ? element : { value: element }),
      '^': record,
      '#': place,
    }));
}

/** What rules for the records at a path read of the record around them. */
export function outerColumns(path: string, rules: Iterable<FieldRule>): string[] {
  const outer = [...rules].flatMap(({ columns }) =>
    columns.flatMap((column) => (column.startsWith('^.') ? [column.slice(2)] : [])),
  );
  return [...new Set([path, ...outer])];
}

/** Whether a column of a record inside another is of its place: the record around it, its number, or all of it. */
export function isOfPlace(column: string): boolean {
  return column.startsWith('^.') || column === '#' || column === 'value';
}

/** Whether a value is a path of names, such as `data.listings`. */
export function isPath(value: unknown): value is string {
  return typeof value === 'string' && !value.split('.').includes('');
}
