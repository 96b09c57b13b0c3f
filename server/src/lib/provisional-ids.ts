/** A row with an id and a name in lower case. */
interface Named {
  readonly id: number;
  readonly name_key: string;
}

/**
 * Listings name their labels and neighborhoods and come before their records, or without them: a row
 * then gets a provisional id. A record of that name gives the row its own id, and a provisional id that
 * a record needs for another name is replaced by the next free one.
 *
 * @param provisional The rows with provisional ids.
 * @param incoming The rows of the incoming records.
 * @param highest The highest id in use.
 * @returns The new id of each provisional row that cannot stay, and the rows under new provisional ids;
 *   a row that a record takes over is in `moves` alone.
 */
export function provisionalMoves<Row extends Named>(
  provisional: readonly Row[],
  incoming: readonly Named[],
  highest: number,
): { readonly moves: ReadonlyMap<number, number>; readonly displaced: readonly Row[] } {
  const ids = new Set(incoming.map((row) => row.id));
  const idByKey = new Map<string, number>();
  for (const { id, name_key } of incoming) {
    // Of several records of one name the lowest id counts, as for listings.
    idByKey.set(name_key, Math.min(id, idByKey.get(name_key) ?? id));
  }
  let last = incoming.reduce((most, { id }) => Math.max(most, id), highest);
  const displaced: Row[] = [];
  const moves = new Map<number, number>();
  for (const row of provisional) {
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
