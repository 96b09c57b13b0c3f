import type { ClientDatabase } from '../../data/client-database/open.js';
import { writeTo } from '../../data/client-database/write.js';

/** The tours of a listing that are to be set; one that is not told stays. */
export interface Tours {
  readonly video?: string;
  readonly video2?: string;
}

/** Whether there is a listing of this number. */
export async function listingExists(database: ClientDatabase, id: number): Promise<boolean> {
  const found = await database.db
    .selectFrom('listing')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Sets the tours of a listing, whether or not it had any. Searches know nothing of tours. */
export async function setTours(
  database: ClientDatabase,
  listing: number,
  tours: Tours,
): Promise<void> {
  await writeTo(database, (transaction) =>
    transaction.updateTable('listing').set(tours).where('id', '=', listing).execute(),
  );
}
