/** A row that has an id and is known by its name in lower case. */
interface Named {
  readonly id: number;
  readonly name_key: string;
}

/**
 * Listings name their labels and neighborhoods and come before, or without, the records of those: a
 * row is then made under an id of our making. A record of that name gives it its own id, and a
 * makeshift id that a record needs for another name is given up for the next free one.
 *
 * @param makeshift The rows whose ids are of our making.
 * @param told The rows of the records that come.
 * @param highest The highest id there is.
 * @returns Where each makeshift row that cannot stay goes, and the rows as they are under new
 * makeshift ids; those that a record takes over are in `moves` alone.
 */
export function makeshiftMoves<Row extends Named>(
  makeshift: readonly Row[],
  told: readonly Named[],
  highest: number,
): { readonly moves: ReadonlyMap<number, number>; readonly displaced: readonly Row[] } {
  const ids = new Set(told.map((row) => row.id));
  const idByKey = new Map<string, number>();
  for (const { id, name_key } of told) {
    // Of several of one name the lowest id is meant, as for listings.
    idByKey.set(name_key, Math.min(id, idByKey.get(name_key) ?? id));
  }
  let last = told.reduce((most, { id }) => Math.max(most, id), highest);
  const displaced: Row[] = [];
  const moves = new Map<number, number>();
  for (const row of makeshift) {
    const own = idByKey.get(row.name_key);
    if (own !== undefined) {
      if (own !== row.id) moves.set(row.id, own);
    } else if (ids.has(row.id)) {
      last += 1;
      moves.set(row.id, last);
      displaced.push({ ...row, id: last });
    }
  }
  return { moves, displaced };
}
