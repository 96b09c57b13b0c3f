/** How long the lists in statements are. */
const LENGTHS = [1, 2, 4, 10, 25, 50, 100, 250, 500, 1000];

/**
 * A list filled up to one of a few lengths by its last value, which an `in` does not mind.
 *
 * A statement's text depends on how long its lists are, and callers choose that. So one statement serves
 * many lists, and few are compiled and kept.
 */
export function padded<Value>(values: readonly Value[]): Value[] {
  const last = values.at(-1);
  const length = LENGTHS.find((each) => each >= values.length);
  if (last === undefined || length === undefined) return [...values];
  return [...values, ...Array<Value>(length - values.length).fill(last)];
}
