import { given } from '../lib/text.js';
import { columnReader, type ForeignRecord } from './column.js';
import { RecordProblem } from './resource.js';
import { isMissing, type Transform, toFlag, toNumber, transformOf } from './transforms.js';

/** Makes one of our fields from a foreign record. */
export interface FieldRule {
  /** The columns that the rule reads. */
  readonly columns: readonly string[];
  /** The field's value; undefined when it is missing. @throws RecordProblem */
  read(record: ForeignRecord): unknown;
}

/** The source of a value, before any change to it. */
type Source = { readonly columns: readonly string[]; read(record: ForeignRecord): unknown };

type Spec = Readonly<Record<string, unknown>>;

const SOURCES = ['column', 'columns', 'join', 'sum', 'flags', 'const'] as const;
const OTHERS = ['separator', 'missing', 'transform', 'values', 'default'];

/**
 * Reads a mapping's rule for one field: a column's name, or an object with exactly one source
 * (`column`, `columns`, `join`, `sum`, `flags`, `const`) and, in the order in which they apply:
 * `missing`, `transform`, `values`, `default`.
 */
export function fieldRule(
  field: string,
  value: unknown,
): { readonly rule: FieldRule | undefined; readonly problems: readonly string[] } {
  const spec: unknown = typeof value === 'string' ? { column: value } : value;
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) {
    return { rule: undefined, problems: ['is neither a column name nor an object'] };
  }
  const problems: string[] = [];
  const checked = spec as Spec;
  for (const key of Object.keys(checked)) {
    if (![...SOURCES, ...OTHERS].includes(key)) {
      problems.push(`${given(key)} is unknown; accepted are ${[...SOURCES, ...OTHERS].join(', ')}`);
    }
  }
  const source = sourceOf(field, checked, problems);
  const steps = stepsOf(field, checked, problems);
  const fallback = fallbackOf(checked, problems);
  if (source === undefined || problems.length > 0) return { rule: undefined, problems };
  const read = (record: ForeignRecord): unknown => {
    let result = source.read(record);
    for (const step of steps) {
      if (isMissing(result)) break;
      result = step(result, field);
    }
    return isMissing(result) ? fallback : result;
  };
  return { rule: { columns: source.columns, read }, problems };
}

function sourceOf(field: string, spec: Spec, problems: string[]): Source | undefined {
  const sources = SOURCES.filter((key) => spec[key] !== undefined);
  const [kind] = sources;
  if (kind === undefined || sources.length > 1) {
    problems.push(`needs one of ${SOURCES.join(', ')}, and has ${sources.join(' and ') || 'none'}`);
    return undefined;
  }
  if (spec.separator !== undefined && kind !== 'join') problems.push('separator: is for join only');
  const value = spec[kind];
  switch (kind) {
    case 'const':
      if (isPlain(value)) return { columns: [], read: () => value };
      problems.push('const: is not text, a number, true or false, or a list of these');
      return undefined;
    case 'column':
      if (isName(value)) return { columns: [value], read: columnReader(value) };
      problems.push(`column: ${given(value)} is not a column name`);
      return undefined;
    case 'columns':
    case 'join': {
      if (Array.isArray(value) && value.length > 0 && value.every(isName)) {
        return kind === 'columns' ? firstOf(value) : joined(value, spec.separator, problems);
      }
      problems.push(`${kind}: is not a list of column names`);
      return undefined;
    }
    case 'flags':
    case 'sum':
      return table(kind, value, field, problems);
  }
}

/** The first of several columns that is not empty. */
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

/** The joined text of those columns that are not empty; the elements of lists are joined too. */
function joined(columns: readonly string[], separator: unknown, problems: string[]): Source {
  const between = separator ?? ' ';
  if (typeof between !== 'string') problems.push('separator: is not text');
  const readers = columns.map(columnReader);
  const read = (record: ForeignRecord): string =>
    readers
      .flatMap((reader) => reader(record))
      .filter((value) => !isMissing(value))
      .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
      .join(String(between));
  return { columns, read };
}

/** The names of the flags whose columns mean yes, or the weighted sum of columns. */
function table(
  kind: 'flags' | 'sum',
  value: unknown,
  field: string,
  problems: string[],
): Source | undefined {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const wanted = (side: unknown) => (kind === 'flags' ? isName(side) : typeof side === 'number');
  if (entries.length === 0 || Array.isArray(value) || !entries.every(([, side]) => wanted(side))) {
    const shape = kind === 'flags' ? 'name: column' : 'column: weight';
    problems.push(`${kind}: is not a table of ${shape}`);
    return undefined;
  }
  const columns = entries.map(([key, side]) => (kind === 'flags' ? (side as string) : key));
  const readers = columns.map(columnReader);
  const read = (record: ForeignRecord): unknown => {
    const values = readers.map((reader) => reader(record));
    if (values.every(isMissing)) return undefined;
    if (kind === 'flags') {
      return entries.flatMap(([name], index) => (toFlag(values[index]) === 1 ? [name] : []));
    }
    return values.reduce<number>((total, one, index) => {
      const number = isMissing(one) ? undefined : toNumber(one, field);
      return total + (number ?? 0) * (entries[index]?.[1] as number);
    }, 0);
  };
  return { columns, read };
}

function stepsOf(field: string, spec: Spec, problems: string[]): Transform[] {
  const steps: Transform[] = [];
  if (spec.missing !== undefined) {
    const texts = Array.isArray(spec.missing) ? spec.missing : [spec.missing];
    if (!texts.every(isScalar)) problems.push('missing: is not a text or a list of texts');
    const set = new Set(texts.map(String));
    steps.push((value) => (set.has(String(value)) ? undefined : value));
  }
  const names = spec.transform === undefined ? [] : [spec.transform].flat();
  for (const name of names) {
    const transform = typeof name === 'string' ? transformOf(name) : 'is not a name';
    if (typeof transform === 'string') problems.push(`transform: ${transform}`);
    else steps.push(transform);
  }
  if (spec.values !== undefined) {
    const step = valueTable(field, spec.values);
    if (step === null) problems.push('values: is not a table of text: value');
    else steps.push(step);
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
    const accepted = [...table.keys()].slice(0, 20).map(given).join(', ');
    throw new RecordProblem(field, `${given(one)} is not in the table of values (${accepted})`);
  };
  return (source) =>
    Array.isArray(source)
      ? source.flatMap((one: unknown) => lookUp(one)).filter((one) => !isMissing(one))
      : lookUp(source);
}

function fallbackOf(spec: Spec, problems: string[]): unknown {
  const value = spec.default;
  if (value === undefined || isPlain(value)) return value;
  problems.push('default: is not text, a number, true or false, or a list of these');
  return undefined;
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
