import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import { lockTable } from '../../store/engines/dialect.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { isMember } from '../members/client.queries.js';
import type { SavedSearchRow } from './saved-search.js';

/** The most searches that a member keeps. R340. */
export const MOST_SEARCHES = 50;

export function searchesOf({ db }: TenantDatabase, clientId: number): Promise<SavedSearchRow[]> {
  return db
    .selectFrom('saved_search')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute();
}

/** A search of a member; undefined where it is another member's, too. */
export function searchOfMember(
  { db }: Pick<TenantDatabase, 'db'>,
  clientId: number,
  id: number,
): Promise<SavedSearchRow | undefined> {
  return db
    .selectFrom('saved_search')
    .selectAll()
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** Stores a new search. @returns `full` where a member has as many as one may keep, undefined without the member. */
export function addSearch(
  database: TenantDatabase,
  values: Insertable<TenantTables['saved_search']>,
): Promise<SavedSearchRow | 'full' | undefined> {
  return writeUnversioned(database, async (transaction) => {
    // As an erasure does, so that none comes in behind it; and two calls at once count each other's.
    await lockTable(transaction, 'client');
    if (!(await isMember(transaction, values.client_id))) return undefined;
    const { searches } = await transaction
      .selectFrom('saved_search')
      .select((eb) => eb.fn.countAll().as('searches'))
      .where('client_id', '=', values.client_id)
      .executeTakeFirstOrThrow();
    if (Number(searches) >= MOST_SEARCHES) return 'full';
    return transaction
      .insertInto('saved_search')
      .values(values)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Changes a search. @returns Undefined where it is gone. */
export function changeSearch(
  database: TenantDatabase,
  { client_id, id }: Pick<SavedSearchRow, 'client_id' | 'id'>,
  values: Updateable<TenantTables['saved_search']>,
): Promise<SavedSearchRow | undefined> {
  return writeUnversioned(database, async (transaction) => {
    const stored = await transaction
      .updateTable('saved_search')
      .set(values)
      .where('id', '=', id)
      .where('client_id', '=', client_id)
      .returningAll()
      .executeTakeFirst();
    if (stored?.frequency === 'never') await forgetWaiting(transaction, id);
    return stored;
  });
}

/** Forgets what waits to be mailed about a search, in email that was queued, too. */
async function forgetWaiting(transaction: Kysely<TenantTables>, id: number): Promise<void> {
  await transaction
    .deleteFrom('saved_search_match')
    .where('search_id', '=', id)
    .where('sent_at', '=', sql.lit(0))
    .execute();
  await transaction
    .deleteFrom('letter')
    .where('search_id', '=', id)
    .where('state', 'in', ['waiting', 'failed'])
    .execute();
}

export async function removeSearch(
  database: TenantDatabase,
  { client_id, id }: Pick<SavedSearchRow, 'client_id' | 'id'>,
): Promise<void> {
  await writeUnversioned(database, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('saved_search')
      .where('id', '=', id)
      .where('client_id', '=', client_id)
      .executeTakeFirstOrThrow();
    if (Number(numDeletedRows) === 0) return;
    await forgetWaiting(transaction, id);
    await transaction.deleteFrom('saved_search_match').where('search_id', '=', id).execute();
  });
}
