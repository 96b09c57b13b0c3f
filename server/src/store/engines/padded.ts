/** The lengths of lists in statements. */
const LENGTHS = [1, 2, 4, 10, 25, 50, 100, 250, 500, 1000];

/**
 * Extends a list to one of a few lengths by repeating its last value, which does not change an
 * `in`.
 *
 * A statement's text depends on the length of its lists, which callers choose. So one statement
 * serves many lists, and few are compiled and cached.
 */
export function padded<Value>(values: readonly Value[]): Value[] {
  const length = LENGTHS.find((each) => each >= values.length);
  return length === undefined ? [...values] : paddedTo(length, values);
}

/** Extends a list to at least this length, as `padded` does: for a statement that is large to keep. */
export function paddedTo<Value>(length: number, values: readonly Value[]): Value[] {
  const last = values.at(-1);
  if (last === undefined || values.length >= length) return [...values];
  return [...values, ...Array<Value>(length - values.length).fill(last)];
}
