import { columnReader, type ForeignRecord, isMissing } from './column.js';
import { toFlag } from './flag.js';
import { RecordProblem } from './resource.js';
import { quoted } from './text.js';
import { type Transform, transformOf } from './transforms.js';
import { weightedSum } from './weighted-sum.js';

/** Makes one of our fields from a foreign record. */
export interface FieldRule {
  readonly columns: readonly string[];
  /** Whether a value at fault costs only the field, which then has its fallback. */
  readonly optional: boolean;
  /** The value when there is none. */
  readonly fallback: unknown;
  /** The field's value; undefined when it is missing. @throws RecordProblem */
  read(record: ForeignRecord): unknown;
}

/** A rule, or what is wrong with it. */
export interface CheckedRule {
  readonly rule: FieldRule | undefined;
  readonly problems: string[];
}

/** What is wrong with the names of members that an object of a mapping has. */
export function unknownMembers(spec: object, accepted: readonly string[]): string[] {
  return Object.keys(spec)
    .filter((name) => !accepted.includes(name))
    .map((name) => `${quoted(name)} is unknown; accepted are ${accepted.join(', ')}`);
}

/** The source of a value, before any change to it. */
type Source = { readonly columns: readonly string[]; read(record: ForeignRecord): unknown };

type Spec = Readonly<Record<string, unknown>>;

const SOURCES = ['column', 'columns', 'join', 'sum', 'flags', 'const'] as const;
const OTHERS = [
  ...['separator', 'missing', 'transform', 'values', 'plus', 'else', 'otherwise', 'default'],
];

/**
 * Reads a mapping's rule for one field: a column's name, or an object with exactly one source
 * (`column`, `columns`, `join`, `sum`, `flags`, `const`) and, in the order in which they apply:
 * `missing`, `transform`, `values`, `plus`, `else`, `otherwise`, `default`.
 */
export function fieldRule(field: string, value: unknown): CheckedRule {
  const spec: unknown = typeof value === 'string' ? { column: value } : value;
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) {
    return { rule: undefined, problems: ['is neither a column name nor an object'] };
  }
  const checked = spec as Spec;
  const unknown = unknownMembers(checked, [...SOURCES, ...OTHERS]);
  const source = sourceOf(field, checked);
  const parts = stepsOf(field, checked);
  const steps = parts.filter((part) => typeof part !== 'string');
  const fallback = checked.default;
  const problems = [...unknown, ...separatorProblems(checked), source, ...parts].filter(
    (part) => typeof part === 'string',
  );
  if (checked.otherwise !== undefined && checked.otherwise !== 'missing') {
    problems.push(`otherwise: ${quoted(checked.otherwise)} is unknown; accepted is missing`);
  }
  if (fallback !== undefined && !isPlain(fallback)) {
    problems.push('default: is not text, a number, true or false, or a list of these');
  }
  const plus = [checked.plus ?? []].flat().map((one) => fieldRule(field, one));
  const instead = checked.else === undefined ? [] : [fieldRule(field, checked.else)];
  problems.push(...plus.flatMap((one) => one.problems.map((problem) => `plus: ${problem}`)));
  problems.push(...instead.flatMap((one) => one.problems.map((problem) => `else: ${problem}`)));
  if (typeof source === 'string' || problems.length > 0) return { rule: undefined, problems };
  const more = plus.flatMap(({ rule }) => rule ?? []);
  const [other] = instead.flatMap(({ rule }) => rule ?? []);
  const read = (record: ForeignRecord): unknown => {
    let result = source.read(record);
    for (const step of steps) {
      if (isMissing(result)) break;
      result = step(result, field);
    }
    for (const rule of more) result = listOfBoth(result, rule.read(record));
    if (isMissing(result)) result = other?.read(record);
    return isMissing(result) ? fallback : result;
  };
  const columns = [source, ...more, ...(other ? [other] : [])].flatMap((one) => one.columns);
  const optional = checked.otherwise !== undefined;
  return { rule: { columns, optional, fallback, read }, problems };
}

/** The elements of two values, each of which may be a list. */
function listOfBoth(one: unknown, other: unknown): unknown {
  if (isMissing(one) || isMissing(other)) return isMissing(one) ? other : one;
  return [one, other].flat();
}

function sourceKinds(spec: Spec) {
  return SOURCES.filter((key) => spec[key] !== undefined);
}

function separatorProblems(spec: Spec): string[] {
  const [kind, ...others] = sourceKinds(spec);
  if (spec.separator === undefined || kind === undefined || others.length > 0) return [];
  return kind === 'join' ? [] : ['separator: is for join only'];
}

function sourceOf(field: string, spec: Spec): Source | string {
  const kinds = sourceKinds(spec);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    return `needs one of ${SOURCES.join(', ')}, and has ${kinds.join(' and ') || 'none'}`;
  }
  const value = spec[kind];
  switch (kind) {
    case 'const':
      if (isPlain(value)) return { columns: [], read: () => value };
      return 'const: is not text, a number, true or false, or a list of these';
    case 'column':
      if (isName(value)) return { columns: [value], read: columnReader(value) };
      return `column: ${quoted(value)} is not a column name`;
    case 'columns':
    case 'join': {
      if (Array.isArray(value) && value.length > 0 && value.every(isName)) {
        return kind === 'columns' ? firstOf(value) : joined(value, spec.separator);
      }
      return `${kind}: is not a list of column names`;
    }
    case 'flags':
      return flagsOf(value);
    case 'sum':
      return weightedSum(value, field);
  }
}

function firstOf(columns: readonly string[]): Source {
  const readers = columns.map(columnReader);
  const read = (record: ForeignRecord): unknown => {
    for (const reader of readers) {
      const value = reader(record);
      if (!isMissing(value)) return value;
    }
    return undefined;
  };
  return { columns, read };
}

/** The text of several columns, of those that hold something; lists are joined likewise. */
function joined(columns: readonly string[], separator: unknown): Source | string {
  const between = separator ?? ' ';
  if (typeof between !== 'string') return 'separator: is not text';
  const readers = columns.map(columnReader);
  const read = (record: ForeignRecord): string => {
    let text = '';
    for (const reader of readers) {
      const value = reader(record);
      for (const one of Array.isArray(value) ? value : [value]) {
        if (isMissing(one)) continue;
        const part = typeof one === 'object' ? JSON.stringify(one) : String(one);
        text = text === '' ? part : text + between + part;
      }
    }
    return text;
  };
  return { columns, read };
}

/** Names of the flags whose columns say yes. */
function flagsOf(value: unknown): Source | string {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0 || Array.isArray(value) || !entries.every(([, side]) => isName(side))) {
    return 'flags: is not a table of name: column';
  }
  return flags(entries);
}

function flags(entries: readonly (readonly [name: string, column: string])[]): Source {
  const columns = entries.map(([, column]) => column);
  const readers = entries.map(([name, column]) => ({ name, read: columnReader(column) }));
  const read = (record: ForeignRecord): unknown => {
    let names: string[] | undefined;
    for (const { name, read } of readers) {
      const value = read(record);
      if (isMissing(value)) continue;
      names ??= [];
      if (toFlag(value) === 1) names.push(name);
    }
    return names;
  };
  return { columns, read };
}

/** The steps of a field, in order; a text in place of a step is the problem with it. */
function stepsOf(field: string, spec: Spec): (Transform | string)[] {
  const steps: (Transform | string)[] = [];
  if (spec.missing !== undefined) {
    const texts = Array.isArray(spec.missing) ? spec.missing : [spec.missing];
    const set = new Set(texts.map(String));
    steps.push(
      texts.every(isScalar)
        ? (value) => (set.has(String(value)) ? undefined : value)
        : 'missing: is not a text or a list of texts',
    );
  }
  const names = spec.transform === undefined ? [] : [spec.transform].flat();
  for (const name of names) {
    const transform = typeof name === 'string' ? transformOf(name) : 'is not a name';
    steps.push(typeof transform === 'string' ? `transform: ${transform}` : transform);
  }
  if (spec.values !== undefined) {
    steps.push(valueTable(field, spec.values) ?? 'values: is not a table of text: value');
  }
  return steps;
}

/**
 * Looks a value up in a table, each element of a list by itself. `"*"` gives the result for a value
 * that is not in the table, and `"*": "*"` keeps such a value. Without it, the record is rejected.
 */
function valueTable(field: string, value: unknown): Transform | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const table = new Map<string, unknown>(Object.entries(value));
  if (table.size === 0 || ![...table.values()].every((to) => to === null || isPlain(to)))
    return null;
  const lookUp = (one: unknown): unknown => {
    const key = typeof one === 'object' ? JSON.stringify(one) : String(one);
    if (table.has(key) && key !== '*') return table.get(key);
    if (table.has('*')) return table.get('*') === '*' ? one : table.get('*');
    const accepted = [...table.keys()].slice(0, 20).map(quoted).join(', ');
    throw new RecordProblem(field, `${quoted(one)} is not in the table of values (${accepted})`);
  };
  return (source) =>
    Array.isArray(source)
      ? source.flatMap((one: unknown) => lookUp(one)).filter((one) => !isMissing(one))
      : lookUp(source);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isPlain(value: unknown): boolean {
  return isScalar(value) || (Array.isArray(value) && value.every(isScalar));
}
