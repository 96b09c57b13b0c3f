import {
  type ColumnReader,
  columnReader,
  type ForeignRecord,
  isMissing,
  isObject,
} from '../column.js';
import { plain } from '../text.js';

/** A column of a sample, or a path in its records. */
export interface SampleColumn {
  readonly name: string;
  /** What it is called, where that is not its name: `Email` of an agent in `ListAgentEmail`. */
  readonly label?: string;
  /** What a rule reads in its place, where it is made of several columns. */
  readonly source?: Readonly<Record<string, unknown>>;
  readonly parts?: readonly SampleColumn[];
  readonly read: ColumnReader;
  /** The records around what it reads in lists, by record: of `Media.*.MediaURL` the media. */
  readonly elements?: readonly (readonly ForeignRecord[])[];
  /** Its different values that are there, at most MOST_VALUES. */
  readonly values: readonly unknown[];
  /** In how many records it holds something. */
  readonly filled: number;
  /** How many different values it holds. */
  readonly different: number;
  /** Whether it holds something in every record. */
  readonly isFull: boolean;
  /** Whether every record has a value of its own. */
  readonly isUnique: boolean;
}

const MOST_VALUES = 200;
const MOST_COLUMNS = 500;
const DEPTH = 3;

/** The columns of records in the order in which they occur. */
export function columnsOf(records: readonly ForeignRecord[]): SampleColumn[] {
  const names = new Set<string>();
  for (const record of records) addPaths(record, '', 0, names);
  return [...names].slice(0, MOST_COLUMNS).map((name) => {
    const column = sampleColumn(name, columnReader(name), records);
    const [list = '', inner] = name.split('.*.');
    const around = (record: ForeignRecord) => [columnReader(list)(record)].flat();
    if (inner === undefined) return column;
    return { ...column, elements: records.map((one) => around(one).filter(isObject)) };
  });
}

export function sampleColumn(
  name: string,
  read: ColumnReader,
  records: readonly ForeignRecord[],
): SampleColumn {
  const all = records.map(read).filter((value) => !isEmpty(value));
  const different = new Map(all.map((value) => [JSON.stringify(value), value]));
  return {
    name,
    read,
    values: [...different.values()].slice(0, MOST_VALUES),
    filled: all.filter((value) => !isMasked(value)).length,
    different: different.size,
    isFull: all.length === records.length,
    isUnique: different.size === records.length,
  };
}

/** Whether a value is what some systems say in place of one that the reader may not see. */
function isMasked(value: unknown): boolean {
  return typeof value === 'string' && /^\*+$/.test(value.trim());
}

function addPaths(record: ForeignRecord, before: string, depth: number, names: Set<string>): void {
  for (const [name, value] of Object.entries(record)) {
    const path = before + name;
    if (Array.isArray(value)) addList(value, path, depth, names);
    else if (!isObject(value)) names.add(path);
    else if (depth < DEPTH) addPaths(value, `${path}.`, depth + 1, names);
  }
}

/** Of a list of records the first is the one that a field can hold; a list of values is one value. */
function addList(list: readonly unknown[], path: string, depth: number, names: Set<string>): void {
  const [first] = list;
  if (first === undefined) return;
  if (!isObject(first)) {
    names.add(path);
    return;
  }
  for (const [name, value] of Object.entries(first)) {
    if (typeof value === 'string' && /^https?:/.test(value)) names.add(`${path}.*.${name}`);
  }
  if (depth < DEPTH) addPaths(first, `${path}.0.`, depth + 1, names);
}

function isEmpty(value: unknown): boolean {
  return isMissing(value) || (Array.isArray(value) && value.length === 0);
}

/** What is said inside a listing of another deal or another home, without blanks and signs. */
const ASIDE = '(?:owner|buyer|seller|school|comparable|similar|nearby|history|sale)s?';
/** The same of anybody and anything else. */
const FOREIGN = new RegExp(
  `^(?:${ASIDE}|(?:list|listing|colist|co|buyer|seller|sales?)?(?:agent|broker|realtor|office|brokerage|member|company|agency)s?|(?:advertiser|branding|leadform|contact)s?)$`,
);

/** The steps around a value: `a.b` of `a.b.c`. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('.'), 0));
}

/** Whether a value is that of a listing, and not of its agent, its office or the like. */
export function isOfListing(path: string): boolean {
  return !path
    .split('.')
    .slice(0, -1)
    .some((step) => FOREIGN.test(plain(step)));
}

/** Whether steps lead to what has nothing to do with the listing: the agent of a sale is not that of the listing. */
export function leadAside(steps: readonly string[]): boolean {
  return steps.some((step) => new RegExp(`^${ASIDE}$`).test(plain(step)));
}

/** Whether nearly every record has a value of its own. */
export function isLikeId({ isUnique, filled, different }: SampleColumn): boolean {
  return isUnique || (filled > 20 && different > filled * 0.9);
}

/** Whether a value is in one element of a list, which stands for no other. */
export function isInList(path: string): boolean {
  return /(?:^|\.)\d+\./.test(path);
}
