import { changedLine } from '../../store/tenant/changed-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeTo } from '../../store/tenant/write.js';

/** The tours to set on a listing; an absent one stays as it is. */
export interface Tours {
  readonly video?: string;
  readonly video2?: string;
}

/** Whether a listing with this number exists. */
export async function listingExists(database: TenantDatabase, id: number): Promise<boolean> {
  const found = await database.db
    .selectFrom('listing')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Sets the tours of a listing, whether or not it had any. Searches do not look at tours. */
export async function setTours(
  database: TenantDatabase,
  listing: number,
  tours: Tours,
): Promise<void> {
  await writeTo(database, async (transaction, changes) => {
    const set = await transaction
      .updateTable('listing')
      .set(tours)
      .where('id', '=', listing)
      .returning('id')
      .execute();
    const fields = Object.keys(tours).map((tour) => changedLine(`essentials_${tour}`));
    changes.wrote(
      'listings',
      set.map(({ id }) => id),
      fields.join('\n'),
    );
  });
}
