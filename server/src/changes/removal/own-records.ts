import { type Kysely, sql } from 'kysely';
import type { ResourceName } from 'portico-importer/resource.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { REMOVALS, type RemovableKind } from './removals.js';

/** Kinds whose records may have been made by listings that name them; those stay. */
const MADE_BY_LISTINGS: readonly ResourceName[] = ['neighborhoods', 'buildings', 'labels'];

/** The records of a kind that files can bring. */
export function ownRecords(database: Pick<TenantDatabase, 'db'>, kind: RemovableKind) {
  const db = database.db as unknown as Kysely<Record<string, { id: number }>>;
  const all = db.selectFrom(REMOVALS[kind].table);
  return MADE_BY_LISTINGS.includes(kind) ? all.where(sql<boolean>`from_listings = 0`) : all;
}

/** How many such records there are, by source; `''` for all. */
export async function recordsBySource(
  { db }: Pick<TenantDatabase, 'db'>,
  kind: RemovableKind,
): Promise<ReadonlyMap<string, number>> {
  const counting = sql<number>`count(*)`.as('records');
  const all = await ownRecords({ db }, kind).select(counting).executeTakeFirstOrThrow();
  const bySource = await db
    .selectFrom('source_key')
    .select(['source', counting])
    .where('kind', '=', kind)
    .where(sql<boolean>`number in (${ownRecords({ db }, kind).select('id')})`)
    .groupBy('source')
    .execute();
  const counts = new Map(bySource.map(({ source, records }) => [source, Number(records)]));
  return counts.set('', Number(all.records));
}
