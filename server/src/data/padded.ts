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
  const last = values.at(-1);
  const length = LENGTHS.find((each) => each >= values.length);
  if (last === undefined || length === undefined) return [...values];
  return [...values, ...Array<Value>(length - values.length).fill(last)];
}
