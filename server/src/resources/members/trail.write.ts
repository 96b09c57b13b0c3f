import type { Insertable } from 'kysely';
import type { ClientTrailTable } from '../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { TRAIL_KEYS } from './trail.vocabulary.js';

/**
 * Stores what a member did; a login is noted with the member as well (R160).
 *
 * @returns The number of the entry.
 */
export function addTrail(
  database: TenantDatabase,
  entry: Omit<Insertable<ClientTrailTable>, 'id'>,
): Promise<number> {
  return writeUnversioned(database, async (transaction) => {
    if (entry.trail_key === TRAIL_KEYS.loggedIn) {
      await transaction
        .updateTable('client')
        .set({ last_login_at: entry.created_at })
        .where('id', '=', entry.client_id)
        .execute();
    }
    const { id } = await transaction
      .insertInto('client_trail')
      .values(entry)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}
