import { type RawBuilder, sql } from 'kysely';

/** The columns of a table in their order, from its row of default values (`…_DEFAULTS`). @param except Left out. */
export function columnsOf<Row extends object, Except extends keyof Row & string = never>(
  defaults: Row,
  ...except: readonly Except[]
): readonly Exclude<keyof Row & string, Except>[] {
  const columns = Object.keys(defaults) as (keyof Row & string)[];
  return columns.filter((column) => !(except as readonly string[]).includes(column)) as Exclude<
    keyof Row & string,
    Except
  >[];
}

/** The earliest moment that a date can hold, in milliseconds since the epoch. */
const EARLIEST = -8_640_000_000_000_000;

/**
 * A moment for sorting and comparing. An unknown moment comes before all others, as the engines put
 * null at opposite ends of an order. Indexes have this exact expression, and an engine uses them
 * for no other.
 *
 * @param column A column of milliseconds since the epoch, null where unknown.
 */
export function placeInTime(column: string): RawBuilder<number> {
  return sql<number>`coalesce(${sql.ref(column)}, ${sql.lit(EARLIEST)})`;
}
