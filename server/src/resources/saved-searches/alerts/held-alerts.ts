import type { TenantDatabase } from '../../../store/tenant/open.js';

/*
 * What the operator does with alerts that wait, because more listings are new or cheaper within a day than people want to hear
 * of. R353.
 */

/** How many listings wait; 0 where none does. */
export async function heldListings({ db }: Pick<TenantDatabase, 'db'>): Promise<number> {
  const { held } = await db
    .selectFrom('saved_search_place')
    .select((eb) => eb.fn.sum('held').as('held'))
    .where('released', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(held ?? 0);
}

/** Lets email leave about all that waits. */
export async function releaseHeld(database: TenantDatabase): Promise<void> {
  await database.note((transaction) =>
    transaction
      .updateTable('saved_search_place')
      .set({ released: 1 })
      .where('held', '>', 0)
      .execute(),
  );
}

/** Drops all that waits: what is followed begins again at the present. */
export async function discardHeld(database: TenantDatabase): Promise<void> {
  await database.note((transaction) =>
    transaction.deleteFrom('saved_search_place').where('held', '>', 0).execute(),
  );
}
