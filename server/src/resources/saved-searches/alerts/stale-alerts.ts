import { sql } from 'kysely';
import type { CompleteEmail } from '../../../outbox/email/email-store.js';
import { lockRows, lockTable } from '../../../store/engines/dialect.js';
import { alertedSearches } from './alert.queries.js';
import { LEAST_PAUSE_MS } from './due-alerts.js';

/** How long an email waits at most, as for a mail server that is away, before its listings are searched again. */
const STALE_MS = 60 * 60_000;

/**
 * Sends an email about a search as it is, unless it has waited for long, or its member has another address now: then its
 * listings wait to be mailed again, and the next sweep makes an email of those that the search still finds. Where the search
 * wants no email any more, or its member gets none, nothing is sent.
 */
export const orMadeAgain: CompleteEmail = async (database, email, isAway = false) => {
  const { id, search_id, created_at, attempts, leased_until } = email;
  const [alerted] = await alertedSearches(database, search_id - 1)
    .where('s.id', '=', search_id)
    .execute();
  // Imports and `/manage` remove and change searches and members, too.
  if (alerted === undefined) return undefined;
  const isTheirs = alerted.email === email.to_address;
  // While the mail server is away, what waits keeps its age, so that operators hear of it. And what its recipient's
  // server has put off keeps its attempts: made again, it would be tried for ever.
  const isFresh = isAway || attempts > 1 || database.now() - created_at < STALE_MS;
  if (isFresh && isTheirs) return email;
  const isMadeAgain = await database.note(async (transaction) => {
    // As an erasure does, so that neither waits for the other.
    await lockTable(transaction, 'client');
    // The search first, as what changes or removes one does.
    const search = await lockRows(
      transaction,
      transaction.selectFrom('saved_search').select('frequency').where('id', '=', search_id),
    ).executeTakeFirst();
    if (search === undefined || search.frequency === 'never') return true;
    // Another process has it where the lease ended while this one waited.
    const leased = await lockRows(
      transaction,
      transaction
        .selectFrom('letter')
        .select('id')
        .where('id', '=', id)
        .where('leased_until', '=', leased_until),
    ).executeTakeFirst();
    if (leased === undefined) return false;
    const lastSent = (upTo: number) =>
      transaction
        .selectFrom('saved_search_match')
        .select(sql<number>`coalesce(max(sent_at), 0)`.as('last'))
        .where('search_id', '=', search_id)
        .where('sent_at', '<=', upTo);
    // Its own: they are dated when its server began to queue what was due.
    const { numUpdatedRows } = await transaction
      .updateTable('saved_search_match')
      .set({ sent_at: 0 })
      .where('search_id', '=', search_id)
      .where('sent_at', '>', created_at - LEAST_PAUSE_MS)
      .where('sent_at', '=', lastSent(created_at))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await transaction
      .updateTable('saved_search')
      .set({ last_sent_at: lastSent(database.now()) })
      .where('id', '=', search_id)
      .execute();
    await transaction.deleteFrom('letter').where('id', '=', id).execute();
    return true;
  });
  return isMadeAgain || !isTheirs ? undefined : email;
};
