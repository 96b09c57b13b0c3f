import type { Transaction } from 'kysely';
import { ID_SPACES } from '../../data/client-database/members-tables.js';
import type { ClientTables } from '../../data/client-database/tables.js';
import type { Lead } from './lead.write.js';

/** How long after a lead another one of the same address is a repeat. Specification: Limits. */
export const REPEAT_WINDOW_MS = 30 * 60_000;

/**
 * The lead that this one repeats: the newest from the same address that is about the same listing,
 * however long ago, or that came within thirty minutes. Specification: Lead rules, 2.
 *
 * @returns Its number; undefined when this is a new lead.
 */
export async function repeatedLead(
  transaction: Transaction<ClientTables>,
  lead: Pick<Lead, 'email' | 'listing'>,
  now: number,
): Promise<number | undefined> {
  const { listing } = lead;
  const found = await transaction
    .selectFrom('alert')
    .select('id')
    .where('email_key', '=', lead.email.toLowerCase())
    .where((eb) => {
      const recent = eb('created_at', '>=', now - REPEAT_WINDOW_MS);
      if (listing === undefined) return recent;
      return eb.or([
        recent,
        eb.and([
          eb('listing_id', '=', listing.id),
          eb('listing_space', '=', ID_SPACES[listing.space]),
        ]),
      ]);
    })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** Adds what a repeat says to the lead that it repeats, with its date. */
export async function foldInto(
  transaction: Transaction<ClientTables>,
  alertId: number,
  comment: string,
  now: number,
): Promise<void> {
  await transaction
    .insertInto('alert_comment')
    .values({ alert_id: alertId, created_at: now, text: comment })
    .execute();
}
