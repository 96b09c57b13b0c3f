import { isMissing, isObject } from 'portico-importer/column.js';
import { fieldRule } from 'portico-importer/field-rule.js';
import type { Mapping } from 'portico-importer/mapping.js';
import {
  type ImportResource,
  REMOVE,
  RecordProblem,
  type ResourceName,
} from 'portico-importer/resource.js';
import { readFlag } from '../resources/kinds/transfer-fields.js';
import type { Dialect } from './dialects.js';

/*
 * The mapping of a pulled resource: one that ships or a file, with what the dialect and the pull's file change.
 */

/** The field that says that websites show no address of a listing. */
export const HIDE_ADDRESS = 'main_hide_address';

export type Values = Readonly<Record<string, unknown>>;
export type Resources = ReadonlyMap<ResourceName, ImportResource>;

/** What a mapping is merged with, besides its own part of the pull's file. */
interface MergeContext {
  readonly source: unknown;
  readonly remove: unknown;
  readonly dialect: Dialect | undefined;
  readonly resources: Resources;
}

/** A mapping with what differs from it: by the dialect, and by the file of the pull. */
export function mergedMapping(
  name: string,
  base: Values,
  spec: Values,
  { source, remove, dialect, resources }: MergeContext,
): Values {
  const { records: _, format: __, ...mapping } = base;
  const { map: ___, expand: ____, ...own } = spec;
  const table = (...parts: readonly unknown[]) =>
    Object.fromEntries(parts.flatMap((part) => (isObject(part) ? Object.entries(part) : [])));
  const fields = table(base.fields, dialect?.fields[name], own.fields);
  const removes = table(dialect?.remove, base.remove, remove, own.remove);
  const resource = resources.get((own.resource ?? base.resource) as ResourceName);
  return {
    ...mapping,
    ...own,
    ...{ source },
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([field, rule]) => {
        if (rule === null) return [];
        return [[field, mayBeEmpty(resource, field) ? emptied(rule) : rule]];
      }),
    ),
    ...(Object.keys(removes).length === 0 ? {} : { remove: removes }),
  };
}

/**
 * Whether a record may have nothing in a field. Its identity and its status may not be empty, because no word means that there is no
 * status.
 */
function mayBeEmpty(resource: ImportResource | undefined, field: string): boolean {
  const { identity = [] } = resource ?? {};
  if (identity.includes(field) || field === REMOVE || field === 'main_status') return false;
  try {
    // A field without a word for nothing keeps its value, where the whole record would be rejected.
    resource?.parse({ ...Object.fromEntries(identity.map((name) => [name, 1])), [field]: '' });
    return true;
  } catch (error) {
    if (error instanceof RecordProblem) return false;
    throw error;
  }
}

/** A rule that empties its field where the source has nothing: it says all of a record, each time, as no file does. */
function emptied(rule: unknown): unknown {
  if (typeof rule === 'string') return { column: rule, default: '' };
  if (!isObject(rule) || 'default' in rule) return rule;
  if ('key' in rule) return { ...rule, key: emptied(rule.key) };
  return { ...rule, default: 'each' in rule ? [] : '' };
}

/**
 * Reads whether a record hides its address, also one that is rejected for something else. What cannot be read hides it.
 *
 * @param rule That of `main_hide_address`; undefined where the mapping has none.
 */
export function addressHiding(rule: unknown): (record: Values) => boolean {
  const { rule: field } = fieldRule(HIDE_ADDRESS, rule);
  return (record) => {
    try {
      const value = field?.read(record);
      return !isMissing(value) && readFlag(value, HIDE_ADDRESS) === 1;
    } catch {
      return true;
    }
  };
}

/** The field of the source that is the key of its records, by the rule for our id. */
export function keyColumn(rule: unknown): string | undefined {
  if (!isObject(rule) || Object.keys(rule).some((name) => name !== 'key')) return undefined;
  const { key } = rule;
  const isPlain = isObject(key) && Object.keys(key).every((name) => name === 'column');
  const column = isPlain ? key.column : key;
  return typeof column === 'string' && /^\w+$/.test(column) ? column : undefined;
}

/** What a mapping does not take, it removes: a record that was taken may have changed into such a one. */
export function withoutFilter(mapping: Mapping): Mapping {
  const { filter, removes } = mapping;
  if (filter === undefined) return mapping;
  const columns = [...filter.columns, ...(removes?.columns ?? [])];
  const takes: typeof filter.takes = (record) =>
    removes?.takes(record) === true || !filter.takes(record);
  return { ...mapping, filter: undefined, removes: { columns, takes } };
}
