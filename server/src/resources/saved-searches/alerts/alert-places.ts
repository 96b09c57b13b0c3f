import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely';
import { upsert } from '../../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../../store/tenant/open.js';
import { ID_SPACES } from '../../../store/tenant/people-tables.js';
import type { SearchPlaceTable } from '../../../store/tenant/saved-search-tables.js';
import type { TenantTables } from '../../../store/tenant/tables.js';

/*
 * How far alerts follow the listings of each database, and what waits for the operator there. R353.
 */

/** How far alerts follow the listings of a database. */
export type AlertPlace = Selectable<SearchPlaceTable>;

const COLUMNS = [
  ...(['id_space', 'epoch', 'seq', 'looked_at', 'news', 'news_since'] as const),
  ...(['held', 'held_at', 'released'] as const),
];

/** Whether a search wants email, and whether alerts follow anything. */
export async function alertState({
  db,
}: TenantDatabase): Promise<{ readonly wanted: boolean; readonly follows: boolean }> {
  const wanted = await db
    .selectFrom('saved_search')
    .select('id')
    .where('frequency', '<>', 'never')
    .limit(1)
    .execute();
  const places = await db.selectFrom('saved_search_place').select('id_space').limit(1).execute();
  return { wanted: wanted.length > 0, follows: places.length > 0 };
}

/** How far alerts follow each database, by `ID_SPACES`. */
export async function alertPlaces({
  db,
}: Pick<TenantDatabase, 'db'>): Promise<ReadonlyMap<number, AlertPlace>> {
  const rows = await db.selectFrom('saved_search_place').selectAll().execute();
  return new Map(rows.map((row) => [row.id_space, row]));
}

/** Begins to follow a database, or goes on from another place, without a storm. */
export async function storePlace(
  database: TenantDatabase,
  place: Omit<AlertPlace, 'held' | 'held_at' | 'released' | 'leased_until'>,
): Promise<void> {
  const rows = [{ ...place, held: 0, held_at: 0, released: 0 }];
  await database.note((transaction) =>
    upsert(database, transaction, 'saved_search_place', COLUMNS, ['id_space'], rows),
  );
}

type Where = (eb: ExpressionBuilder<TenantTables, 'saved_search_place'>) => Expression<SqlBool>;

/** @returns How many places were changed. */
async function changePlaces(
  database: TenantDatabase,
  values: Updateable<SearchPlaceTable>,
  where: Where,
): Promise<bigint> {
  const { numUpdatedRows } = await database.note((transaction) =>
    transaction
      .updateTable('saved_search_place')
      .set(values)
      .where(where)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows;
}

/** Leases the alerts of a tenant, unless another process has them. One that dies leaves its lease to end. */
export function leaseAlerts(
  database: TenantDatabase,
  now: number,
  until: number,
): Promise<boolean> {
  return changeLease(database, until, '<=', now);
}

/** Has a lease last until `later`. @returns False where this process does not have it any more. */
export function renewAlerts(
  database: TenantDatabase,
  until: number,
  later: number,
): Promise<boolean> {
  return changeLease(database, later, '=', until);
}

/** Sets until when the lease lasts, where it has lasted until some moment. @returns Whether it has. */
async function changeLease(
  database: TenantDatabase,
  until: number,
  is: '=' | '<=',
  moment: number,
): Promise<boolean> {
  const changed = await changePlaces(database, { leased_until: until }, (eb) =>
    eb.and([eb('id_space', '=', ID_SPACES.own), eb('leased_until', is, moment)]),
  );
  return changed === 1n;
}

export async function giveBackAlerts(database: TenantDatabase, until: number): Promise<void> {
  await changePlaces(database, { leased_until: 0 }, (eb) => eb('leased_until', '=', until));
}

/** Notes that what is new waits for the operator. */
export async function holdPlace(
  database: TenantDatabase,
  { id_space }: AlertPlace,
  held: number,
  now: number,
): Promise<void> {
  const values = { held, held_at: now };
  await changePlaces(database, values, (eb) => eb('id_space', '=', id_space));
}

/** How many listings wait for the operator; 0 where none does. */
export async function heldListings(database: Pick<TenantDatabase, 'db'>): Promise<number> {
  const places = [...(await alertPlaces(database)).values()];
  return places.reduce((sum, { held, released }) => sum + (released === 0 ? held : 0), 0);
}

/** Lets email leave about all that waits. */
export async function releaseHeld(database: TenantDatabase): Promise<void> {
  await changePlaces(database, { released: 1 }, (eb) => eb('held', '>', 0));
}

/** Drops all that waits: what is followed begins again at the present. */
export async function discardHeld(database: TenantDatabase): Promise<void> {
  await database.note((transaction) =>
    transaction.deleteFrom('saved_search_place').where('held', '>', 0).execute(),
  );
}

/** Forgets how far alerts have followed, and what waits: the next search that wants email begins at the present. */
export async function forgetPlaces(database: TenantDatabase): Promise<void> {
  await database.note(async (transaction) => {
    await waitingIn(transaction).execute();
    await transaction.deleteFrom('saved_search_place').execute();
  });
}

/** Forgets what waits to be mailed about the listings of a database that was replaced. */
export async function forgetWaitingOf(database: TenantDatabase, space: number): Promise<void> {
  await database.note((transaction) =>
    waitingIn(transaction).where('id_space', '=', space).execute(),
  );
}

function waitingIn(transaction: Transaction<TenantTables>) {
  return transaction.deleteFrom('saved_search_match').where('sent_at', '=', sql.lit(0));
}
