import type { ForeignRecord } from 'portico-importer/column.js';
import { innerRecords, recordFieldRule } from 'portico-importer/mapping-parts.js';
import type { ResourceName } from 'portico-importer/resource.js';
import { parse } from 'yaml';
import { keyFieldsOf, RECORD_KINDS } from '../../src/changes/record-kinds.js';

type Rules = Readonly<Record<string, unknown>>;

/** Rules that read what a person finds right, by field: any one of a list. */
interface Part {
  readonly resource: ResourceName;
  readonly each?: string;
  readonly fields: Rules;
}

/** What is right for a file: the fields of its records, which are listings if it does not say, and what else it holds. */
export interface Expected {
  readonly resource?: ResourceName;
  readonly also?: readonly Part[];
  readonly [field: string]: unknown;
}

/** The fields of a draft that are right, wrong with a mark and without one, and those that it lacks; of `also` with their kind. */
export interface Verdict {
  readonly right: string[];
  readonly marked: string[];
  readonly wrong: string[];
  readonly missing: string[];
}

/** The share of the records in which a right rule may read something else. */
const TOLERANCE = 0.05;

/** What a rule reads at each place of a record, in a form in which equal values are equal. */
type Read = (record: ForeignRecord) => readonly string[];

function reader(
  { resource, each, fields }: Part,
  field: string,
  rule: unknown,
  isMain: boolean,
): Read {
  const context = {
    keyFields: new Set(keyFieldsOf(resource).map(([name]) => name)),
    source: 'a',
  };
  const compile = (of: string, spec: unknown) => recordFieldRule(of, spec, context).rule;
  const { identity = ['id'] } = RECORD_KINDS[resource];
  const ids = identity.map((id) => compile(id, [fields[id]].flat()[0]));
  const own = compile(field, rule);
  const places = each === undefined ? (record: ForeignRecord) => [record] : innerRecords(each);
  return (record) =>
    places(record).flatMap((place) => {
      try {
        const isThere = isMain || ids.every((id) => id?.read(place) !== undefined);
        return isThere ? canonical(own?.read(place), field) : [];
      } catch {
        return 'refused';
      }
    });
}

function canonical(value: unknown, field: string): string {
  if (Array.isArray(value)) {
    const all = value.map((one, at) => ({ at, ...(field === 'photos' ? one : {}), one }));
    const sorted = all.toSorted((one, other) => (one.sort ?? one.at) - (other.sort ?? other.at));
    const texts = sorted.map(({ one }) => canonical(one, field));
    return (field === 'amenities' ? texts.toSorted() : texts).join(' ');
  }
  if (typeof value === 'object' && value !== null) {
    const { key, filename, name } = value as Rules;
    if (filename !== undefined) return [filename, key ?? '', name ?? ''].join('|');
    return canonical(key, field);
  }
  const text = String(value ?? '').trim();
  const number = Number(text.replace(/^\+/, ''));
  if (text === '' || Number.isNaN(number)) return text;
  return number === 0 && field !== 'essentials_beds' ? '' : String(number);
}

/** How a part of a draft is held against one that is right. */
function judgePart(
  records: readonly ForeignRecord[],
  draft: Drafted,
  expected: Part,
  isMain = false,
): Verdict {
  const verdict: Verdict = { right: [], marked: [], wrong: [], missing: [] };
  const { fields: known } = RECORD_KINDS[expected.resource];
  for (const field of new Set([...Object.keys(expected.fields), ...Object.keys(draft.fields)])) {
    if (!known.has(field)) continue;
    const rights = field in expected.fields ? [expected.fields[field]].flat() : [];
    const readers = rights.map((right) => reader(expected, field, right, isMain));
    if (!(field in draft.fields)) {
      const isThere = readers.some((right) => records.some((one) => right(one).some(Boolean)));
      if (isThere) verdict.missing.push(field);
      continue;
    }
    const drafted = records.map(reader(draft, field, draft.fields[field], isMain));
    const isLike = (right: Read, same: (one: string, other: string) => boolean) => {
      const like = records.filter((record, at) => {
        const [one, other] = [drafted[at] ?? [], right(record)];
        return one.length === other.length && one.every((text, of) => same(text, other[of] ?? ''));
      });
      return like.length >= records.length * (1 - TOLERANCE);
    };
    const isRight = readers.some((right) => isLike(right, (one, other) => one === other));
    // A draft that knows some amenities of a home lacks the others.
    const isPart =
      field === 'amenities' && readers.some((right) => isLike(right, (one, all) => isIn(one, all)));
    const isMarked = draft.marked.has(field);
    verdict[isRight ? 'right' : isPart ? 'missing' : isMarked ? 'marked' : 'wrong'].push(field);
  }
  return verdict;
}

function isIn(some: string, all: string): boolean {
  const words = all.split(' ');
  return some.split(' ').every((word) => word === '' || words.includes(word));
}

/** A part of a draft, and its fields that have a mark. */
interface Drafted extends Part {
  readonly marked: ReadonlySet<string>;
}

function partsOf(text: string): Drafted[] {
  const { also = [], ...main } = parse(text) as Part & { readonly also?: readonly Part[] };
  const texts = text.split(/^ {2}- (?=resource: )/m);
  return [{ ...main, each: undefined }, ...also].map(({ resource, each, fields }, at) => ({
    ...{ resource, fields: fields ?? {}, ...(each === undefined ? {} : { each }) },
    marked: new Set(
      [...(texts[at] ?? '').matchAll(/^ *(\w+): .*# CHECK/gm)].map(([, field = '']) => field),
    ),
  }));
}

/** Holds a draft against what is right, by the values that both read. */
export function judge(
  records: readonly ForeignRecord[],
  text: string,
  { resource = 'listings', also = [], ...fields }: Expected,
): Verdict {
  const [main, ...others] = partsOf(text);
  if (main === undefined) throw new Error('a draft without a part');
  const verdict: Verdict = { right: [], marked: [], wrong: [], missing: [] };
  const add = (of: Partial<Verdict>, prefix = '') => {
    for (const [name, list] of Object.entries(of)) {
      verdict[name as keyof Verdict].push(...list.map((field: string) => prefix + field));
    }
  };
  const isMarked = main.marked.has('resource');
  add({ [main.resource === resource ? 'right' : isMarked ? 'marked' : 'wrong']: ['resource'] });
  // The mark at the kind holds for all below it.
  const doubt = isMarked ? 'marked' : 'wrong';
  if (main.resource === resource) {
    const { wrong, ...found } = judgePart(records, main, { resource, fields }, true);
    add(found);
    add({ [doubt]: wrong });
  } else {
    add({ [doubt]: Object.keys(main.fields), missing: Object.keys(fields) });
  }
  const left = new Set(others);
  for (const part of also) {
    const [best] = [...left]
      .filter((other) => other.resource === part.resource)
      .map((other) => ({ other, found: judgePart(records, other, part) }))
      .toSorted((one, other) => other.found.right.length - one.found.right.length);
    if (best?.found.right.includes('id') !== true) {
      add({ missing: Object.keys(part.fields) }, `${part.resource}.`);
      continue;
    }
    add(best.found, `${part.resource}.`);
    left.delete(best.other);
  }
  for (const other of left) {
    add(judgePart(records, other, { resource: other.resource, fields: {} }), `${other.resource}.`);
  }
  return verdict;
}
