import { type RawBuilder, sql } from 'kysely';

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
