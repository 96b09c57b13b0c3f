import { type RawBuilder, sql } from 'kysely';

/** The earliest moment that a date can hold, in milliseconds since the epoch. */
const EARLIEST = -8_640_000_000_000_000;

/**
 * A moment for sorting and comparing: one that was never told lies before all others. The engines
 * put null at opposite ends of an order. Indexes are made on this very expression, and an engine
 * uses them for the very same one only.
 *
 * @param column A column of milliseconds since the epoch, null where unknown.
 */
export function placeInTime(column: string): RawBuilder<number> {
  return sql<number>`coalesce(${sql.ref(column)}, ${sql.lit(EARLIEST)})`;
}
