import { type ImportResource, RecordProblem } from './resource.js';

/** Reads one record in our own fields, wherever it came from. @throws RecordProblem */
export function readRow<Row>(
  resource: ImportResource<Row>,
  record: Readonly<Record<string, unknown>>,
  timeZone?: string,
): Row {
  const relevant = resource.removalOf?.(record) ?? record;
  const problem = checkText(relevant);
  if (problem !== null) throw problem;
  return resource.parse(relevant, timeZone);
}

/** Fields whose bad value costs only the field, with the value that they have then; undefined for none. */
export type OptionalFields = ReadonlyMap<string, unknown>;

/**
 * Parses a record without those of its optional fields that are at fault.
 *
 * @param record Loses these fields, or has their fallback in them.
 * @param leaveOut Receives what is wrong with each.
 * @throws RecordProblem of any other field, or of the record as a whole.
 */
export function parseWithout<Row>(
  record: Record<string, unknown>,
  optional: OptionalFields,
  parse: (record: Record<string, unknown>) => Row,
  leaveOut: (problem: RecordProblem) => void,
): Row {
  if (optional.size === 0) return parse(record);
  const left = new Set<string>();
  for (;;) {
    try {
      return parse(record);
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      const [field = ''] = error.field.split('.', 1);
      // A field that is at fault once more has a fallback that the record does not accept.
      if (!optional.has(field) || left.has(field)) throw error;
      left.add(field);
      setOrRemove(record, field, optional.get(field));
      leaveOut(error);
    }
  }
}

function setOrRemove(record: Record<string, unknown>, field: string, value: unknown): void {
  if (value === undefined) delete record[field];
  else record[field] = value;
}

const DEPTH_LIMIT = 32;

/**
 * Checks all text of a record, nested values included, and returns what is wrong with it: a NUL
 * character, which PostgreSQL cannot store and which ends text in C code, or too deep nesting. It
 * removes members named `__proto__`, because copying such a record with `Object.assign` would
 * change the copy's prototype.
 */
export function checkText(record: Readonly<Record<string, unknown>>): RecordProblem | null {
  return look(record, '', 0);
}

function look(value: object, place: string, depth: number): RecordProblem | null {
  if (depth > DEPTH_LIMIT) {
    return new RecordProblem(topOf(place), `is nested over ${DEPTH_LIMIT} levels deep`);
  }
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      const found = lookAt(element, place, index, depth);
      if (found !== null) return found;
    }
    return null;
  }
  const members = value as Record<string, unknown>;
  if (Object.hasOwn(members, '__proto__')) Reflect.deleteProperty(members, '__proto__');
  for (const key of Object.keys(members)) {
    if (key.includes('\0')) return nul(place === '' ? key : `${place}.${key}`);
    const found = lookAt(members[key], place, key, depth);
    if (found !== null) return found;
  }
  return null;
}

function lookAt(
  value: unknown,
  place: string,
  name: string | number,
  depth: number,
): RecordProblem | null {
  if (typeof value === 'string') {
    return value.includes('\0') ? nul(place === '' ? String(name) : `${place}.${name}`) : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  return look(value, place === '' ? String(name) : `${place}.${name}`, depth + 1);
}

function nul(place: string): RecordProblem {
  const message = 'holds a NUL character; text may hold any other';
  return new RecordProblem(place.replaceAll('\0', ''), message);
}

function topOf(place: string): string {
  return place.split('.', 1)[0] as string;
}
