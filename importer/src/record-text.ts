import { RecordProblem } from './resource.js';

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
