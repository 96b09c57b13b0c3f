/** A full cache drops this part of what it may keep at once. */
const PORTION = 1 / 64;

/**
 * Drops the first entries of a map that keeps more than it may, and some more. A map remembers the places of removed entries
 * for a while, and a look for its first entry passes all of them: among 20,000 entries, dropping
 * them one at a time takes 15 microseconds each.
 *
 * @param size What its entries count as, now.
 * @param drop Drops one of them.
 */
export function dropOldest<Key>(
  entries: { keys(): Iterable<Key> },
  most: number,
  size: () => number,
  drop: (key: Key) => void,
): void {
  if (size() <= most) return;
  const enough = most - Math.floor(most * PORTION);
  for (const oldest of entries.keys()) {
    if (size() <= enough) return;
    drop(oldest);
  }
}

/** The same for entries that count as one each. */
export function dropOldestOf<Key>(
  entries: { readonly size: number; keys(): Iterable<Key>; delete(key: Key): boolean },
  most: number,
): void {
  dropOldest(
    entries,
    most,
    () => entries.size,
    (oldest) => entries.delete(oldest),
  );
}
