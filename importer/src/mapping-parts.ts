import { type ForeignRecord, isObject } from './column.js';
import type { FieldRule } from './field-rule.js';
import type { OptionalFields } from './optional-fields.js';
import {
  innerRecords,
  isOfPlace,
  isPath,
  outerColumns,
  recordFieldRule,
  recordOf,
} from './record-rules.js';
import {
  type ImportResource,
  REMOVE,
  RESOURCE_NAMES,
  type RecordProblem,
  type ResourceName,
} from './resource.js';
import { didYouMean, quoted } from './text.js';

/** The records of one kind that a mapping makes of a foreign record. */
export interface MappingPart {
  readonly resource: ResourceName;
  /** The fields that it fills. */
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
    const unknown = Object.keys(one)
      .filter((name) => !['resource', 'each', 'fields'].includes(name))
      .map((name) => `${quoted(name)} is unknown; accepted are resource, each, fields`);
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
