/** A record of a foreign file. */
export type ForeignRecord = Readonly<Record<string, unknown>>;

/** Reads a column of a record; undefined when the record lacks it. */
export type ColumnReader = (record: ForeignRecord) => unknown;

interface Step {
  readonly read: ColumnReader;
  /** The place in a list; undefined for a name. */
  readonly index: number | undefined;
  readonly isAll: boolean;
}

/**
 * Reads a column by its name or, in JSON, by a dotted path: names, positions in lists, and `*` for
 * every element of a list or member of an object (`agents.0.email`, `photos.*.url`). A name that itself contains dots
 * takes precedence.
 */
export function columnReader(column: string): ColumnReader {
  const own = memberReader(column);
  const steps = column.split('.').map(stepOf);
  if (steps.length === 1 && column !== '*') return own;
  return (record) => {
    const value = own(record);
    return value === undefined ? follow(record, steps, 0) : value;
  };
}

/**
 * Reads the records at a path, with the place of each: its position in the list, from 1, or the name that it has as a
 * member of an object.
 */
export function elementReader(
  path: string,
): (record: ForeignRecord) => (readonly [place: number | string, element: unknown])[] {
  const read = columnReader(path);
  const outer = /^(?:(.+)\.)?\*$/.exec(path);
  const around =
    outer?.[1] === undefined ? (record: ForeignRecord) => record : columnReader(outer[1]);
  return (record) => {
    const container = outer === null ? undefined : around(record);
    if (isObject(container)) return Object.entries(container).filter(([, one]) => !isMissing(one));
    const elements = [read(record)].flat().filter((element) => !isMissing(element));
    return elements.map((element: unknown, at) => [at + 1, element] as const);
  };
}

function stepOf(name: string): Step {
  const index = /^\d+$/.test(name) ? Number(name) : undefined;
  return { read: memberReader(name), index, isAll: name === '*' };
}

/** Every name but those that objects inherit can be read without asking whose it is, which costs twice as much. */
function memberReader(name: string): ColumnReader {
  if (!(name in Object.prototype)) return (record) => record[name];
  return (record) => (Object.hasOwn(record, name) ? record[name] : undefined);
}

function follow(from: unknown, steps: readonly Step[], start: number): unknown {
  let value = from;
  for (let at = start; at < steps.length; at++) {
    const { read, index, isAll } = steps[at] as Step;
    if (isAll) return followAll(value, steps, at + 1);
    if (Array.isArray(value)) value = index === undefined ? undefined : value[index];
    else if (isObject(value)) value = read(value);
    else return undefined;
  }
  return value;
}

function followAll(value: unknown, steps: readonly Step[], next: number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = Object.values(value)
    .flatMap((element: unknown) => follow(element, steps, next))
    .filter((element) => !isMissing(element));
  // An object without such members is no list, and so not an empty one.
  return found.length === 0 && !Array.isArray(value) ? undefined : found;
}

/** Whether a value is an object with members: neither nothing nor a list. */
export function isObject(value: unknown): value is ForeignRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value counts as missing in a foreign file: absent, null, or empty text. */
export function isMissing(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}
