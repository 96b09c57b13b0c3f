import type { ForeignRecord } from 'portico-importer/column.js';
import { recordFieldRule } from 'portico-importer/mapping-parts.js';
import type { ResourceName } from 'portico-importer/resource.js';
import { keyFieldsOf, RECORD_KINDS } from '../../src/changes/record-kinds.js';

/** Rules that read what a person finds right, by field: any one of a list. */
export type Expected = Readonly<Record<string, unknown>>;

/** How many fields of a draft are right, as they are or with a mark, wrong with or without one, and missing. */
export interface Verdict {
  readonly right: readonly string[];
  readonly marked: readonly string[];
  readonly wrong: readonly string[];
  readonly missing: readonly string[];
}

/** Fields that are too many things at once to be held against one rule. */
const PASSED_OVER = new Set(['amenities', 'extras_featured', 'extras_nofee']);

/** The value that a rule reads, in a form in which equal ones are equal. */
function readValue(
  kind: ResourceName,
  field: string,
  rule: unknown,
  record: ForeignRecord,
): string {
  const context = { keyFields: new Set(keyFieldsOf(kind).map(([name]) => name)), source: 'a' };
  let value: unknown;
  try {
    value = recordFieldRule(field, rule, context).rule?.read(record);
  } catch {
    return 'refused';
  }
  return canonical(value, field);
}

function canonical(value: unknown, field: string): string {
  if (Array.isArray(value)) return value.map((one) => canonical(one, field)).join(' ');
  if (typeof value === 'object' && value !== null) {
    const { key, filename } = value as { key?: unknown; filename?: unknown };
    return canonical(filename ?? key, field);
  }
  const text = String(value ?? '').trim();
  const number = Number(text.replace(/^\+/, ''));
  if (text === '' || Number.isNaN(number)) return text;
  return number === 0 && field !== 'essentials_beds' ? '' : String(number);
}

/** Holds a draft against what is right, by the values that both read. */
export function judge(
  kind: ResourceName,
  records: readonly ForeignRecord[],
  draft: { readonly fields: Readonly<Record<string, unknown>>; readonly text: string },
  expected: Expected,
): Verdict {
  const verdict = { right: [], marked: [], wrong: [], missing: [] } as Record<string, string[]>;
  const { fields: known } = RECORD_KINDS[kind];
  for (const field of new Set([...Object.keys(expected), ...Object.keys(draft.fields)])) {
    if (PASSED_OVER.has(field) || !known.has(field)) continue;
    const rule = draft.fields[field];
    if (rule === undefined) {
      verdict.missing?.push(field);
      continue;
    }
    const rights = field in expected ? [expected[field]].flat() : [];
    const isRight = rights.some((right) => {
      const same = records.filter(
        (one) => readValue(kind, field, rule, one) === readValue(kind, field, right, one),
      );
      return same.length >= records.length * 0.95;
    });
    const main = draft.text.split(/^also:/m)[0] ?? '';
    const isMarked = new RegExp(`^ {2}${field}: .*# CHECK`, 'm').test(main);
    verdict[isRight ? 'right' : isMarked ? 'marked' : 'wrong']?.push(field);
  }
  return verdict as unknown as Verdict;
}
