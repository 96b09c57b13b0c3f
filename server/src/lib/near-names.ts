/**
 * The name that was probably meant by a name that does not exist.
 *
 * @param most The number of wrong characters up to which two names are near; by default half of them, 3 at most.
 * @returns Undefined when no name is near.
 */
export function nearName(
  name: string,
  names: Iterable<string>,
  most = Math.min(3, Math.max(1, Math.floor(name.length / 2))),
): string | undefined {
  let nearest: string | undefined;
  let least = most + 1;
  for (const known of names) {
    // The lengths alone tell that most names are too far away.
    if (Math.abs(known.length - name.length) >= least) continue;
    const distance = editDistance(name, known);
    if (distance < least) {
      nearest = known;
      least = distance;
    }
  }
  return nearest;
}

/** A sentence for an error: ` Did you mean acme?`, or nothing when no name is near. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const near = nearName(name, names);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** The number of characters to insert, remove or change to turn one text into the other. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const shorter = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(changed, shorter));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
