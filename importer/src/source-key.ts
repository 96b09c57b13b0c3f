import { RecordProblem } from './resource.js';
import { quoted } from './text.js';

/** The source of keys that name none. */
export const DEFAULT_SOURCE = 'main';

/** The most characters of a key: an index row of PostgreSQL holds about 2,700 bytes. */
const LONGEST_KEY = 500;

const SOURCE_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** What a source is called, in the words of errors. */
export const SOURCE_ACCEPTS =
  'a name of a to z, 0 to 9, ".", "_" and "-", at most 64 characters, such as mlsgrid';

/** The key by which another system knows a record, in the place of a number. R240. */
export interface SourceKey {
  readonly source: string;
  readonly key: string;
}

export function isSourceName(name: unknown): name is string {
  return typeof name === 'string' && SOURCE_NAME.test(name);
}

/** Whether a value of a record stands for a source key, right or wrong: an object with a `key`. */
export function isKeyObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'key');
}

/** Reads what `isKeyObject` has found. @throws RecordProblem */
export function readSourceKey(value: Readonly<Record<string, unknown>>, field: string): SourceKey {
  const { key, source = DEFAULT_SOURCE, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw new RecordProblem(field, `a key has no ${quoted(other)}; accepted are key and source`);
  }
  if (!isSourceName(source)) {
    throw new RecordProblem(
      field,
      `source ${quoted(source)} was given; accepted is ${SOURCE_ACCEPTS}`,
    );
  }
  return { source, key: keyText(key, field) };
}

/** A key as it is stored: without blanks around it, numbers as digits. Letter case counts, as in many sources. */
function keyText(value: unknown, field: string): string {
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value);
  const text = isWhole ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (isStorableKey(text)) return text;
  const shown = typeof value === 'string' ? value.slice(0, 80) : value;
  throw new RecordProblem(
    field,
    `the key ${quoted(shown)} was given; accepted is text of 1 to ${LONGEST_KEY} characters, or a whole number`,
  );
}

/** Whether every database stores a text as a key. */
export function isStorableKey(text: string): boolean {
  return text !== '' && text.length <= LONGEST_KEY && !UNSTORABLE.test(text);
}

/** A half of a pair of UTF-16, and NUL: JSON can write both, and not every database stores them. */
const UNSTORABLE = /[\p{Surrogate}\0]/u;
