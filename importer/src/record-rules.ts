import { elementReader, type ForeignRecord, isObject } from './column.js';
import { type FieldRule, fieldRule } from './field-rule.js';
import { RecordProblem } from './resource.js';
import { isKeyObject, isSourceName, readSourceKey, SOURCE_ACCEPTS } from './source-key.js';
import { quoted } from './text.js';

/** What a rule has to know of the record that its field belongs to. */
export interface RuleContext {
  /** The fields that may hold a source key. */
  readonly keyFields: ReadonlySet<string>;
  /** The source of the mapping's keys. */
  readonly source: string;
}

interface CheckedRule {
  readonly rule: FieldRule | undefined;
  readonly problems: string[];
}

type Spec = Readonly<Record<string, unknown>>;

/**
 * Reads a mapping's rule for one field of a record: `key` (a source key), `each` (a list of records), or what
 * `fieldRule` reads.
 */
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
  const problems = unknownMembers(spec, ['each', 'fields']);
  const { each } = spec;
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
  if (problems.length > 0 || !isPath(each)) return { rule: undefined, problems };
  const elements = innerRecords(each);
  const read: FieldRule['read'] = (record) => {
    const list = elements(record).map((inner) => recordOf(rules, inner));
    return list.length === 0 ? undefined : list;
  };
  const columns = outerColumns(each, rules.values());
  return { rule: { columns, optional: false, fallback: undefined, read }, problems };
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

function unknownMembers(spec: Spec, accepted: readonly string[]): string[] {
  return Object.keys(spec)
    .filter((name) => !accepted.includes(name))
    .map((name) => `${quoted(name)} is unknown; accepted are ${accepted.join(', ')}`);
}
