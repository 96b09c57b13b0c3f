import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { fragment } from '../../store/engines/fragment.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { RENTAL_STATUSES } from '../params/listing.vocabulary.js';
import { type Condition, narrow } from './conditions.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The price was lowered within so many days, and is still lower than it was before that. What a listing costs
 * for rent is no drop of its price for sale, and no price is none. R347.
 *
 * @param now Milliseconds since the epoch.
 */
export function hasDropped(days: number, now: number): Condition {
  // Of whole minutes, so that calls of one minute are the same search.
  const from = Math.floor(now / MINUTE_MS) * MINUTE_MS - days * DAY_MS;
  return narrow(
    fragment('price drop', [from], (from) => (eb) => {
      const lowered = (eb as unknown as ExpressionBuilder<TenantTables, never>)
        .selectFrom('listing_history as lowered')
        .innerJoin('listing_history as before', 'before.listing_id', 'lowered.listing_id')
        .innerJoin('listing_history as last', 'last.listing_id', 'lowered.listing_id')
        .select('lowered.listing_id')
        .where('lowered.at', '>=', from)
        .where('before.at', '=', (of) =>
          of
            .selectFrom('listing_history as earlier')
            .select((row) => row.fn.max('earlier.at').as('at'))
            .whereRef('earlier.listing_id', '=', 'lowered.listing_id')
            .whereRef('earlier.at', '<', 'lowered.at'),
        )
        .where('last.at', '=', (of) =>
          of
            .selectFrom('listing_history as later')
            .select((row) => row.fn.max('later.at').as('at'))
            .whereRef('later.listing_id', '=', 'lowered.listing_id'),
        )
        .whereRef('before.status', '=', 'lowered.status')
        .whereRef('before.price', '>', 'lowered.price')
        .whereRef('before.price', '>', 'last.price')
        .where('lowered.price', '>', sql.lit(0))
        .where('last.price', '>', sql.lit(0))
        .where(sql<SqlBool>`${isRental('last.status')} = ${isRental('lowered.status')}`);
      return eb('s.id', 'in', lowered);
    }),
  );
}

function isRental(status: string): RawBuilder<SqlBool> {
  return sql`(${sql.ref(status)} in (${sql.join(RENTAL_STATUSES.map((one) => sql.lit(one)))}))`;
}
