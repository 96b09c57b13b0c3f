import { type Kysely, sql } from 'kysely';
import { inPortions } from '../../store/tenant/bulk.js';
import { CHANGE_KINDS } from '../../store/tenant/change-tables.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { ON_THE_MARKET } from '../params/listing.vocabulary.js';

type Database = Kysely<TenantTables>;

/** The kinds of record whose changes change suggestions. */
const FOLLOWED = ['neighborhoods', 'buildings', 'agents', 'listings'] as const;

/** One of them. */
export type FollowedKind = (typeof FOLLOWED)[number];

const KIND_OF_CODE = new Map<number, FollowedKind>(
  FOLLOWED.map((kind) => [CHANGE_KINDS[kind].code, kind]),
);

/** The ids of the records that have changed after a revision, by kind; undefined for more than `most`. */
export async function changedSince(
  db: Database,
  seq: number,
  most: number,
): Promise<ReadonlyMap<FollowedKind, readonly number[]> | undefined> {
  const rows = await db
    .selectFrom('change_entry')
    .select(['kind', 'record_id'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(most + 1)
    .execute();
  if (rows.length > most) return undefined;
  const changed = new Map<FollowedKind, number[]>();
  for (const { kind, record_id } of rows) {
    const name = KIND_OF_CODE.get(kind);
    if (name !== undefined) changed.set(name, [...(changed.get(name) ?? []), record_id]);
  }
  return changed;
}

/** Reads the names of neighborhoods: all, or those of some ids. */
export function neighborhoodNames(db: Database, ids?: readonly number[]) {
  const query = db.selectFrom('neighborhood').select(['id', 'name', 'from_listings']);
  if (ids === undefined) return query.execute();
  return inPortions(ids, (portion) => query.where('id', 'in', portion).execute());
}

export function agentNames(db: Database, ids?: readonly number[]) {
  const query = db
    .selectFrom('agent')
    .select(['id', 'firstname', 'lastname'])
    // Silent and suspended agents are on no list of agents (R109).
    .where('status', '=', 'Active');
  if (ids === undefined) return query.execute();
  return inPortions(ids, (portion) => query.where('id', 'in', portion).execute());
}

const buildings = (db: Database) =>
  db.selectFrom('building').select(['id', 'name', 'house', 'address', 'from_listings']);

export function buildingNames(db: Database, ids: readonly number[]) {
  return inPortions(ids, (portion) => buildings(db).where('id', 'in', portion).execute());
}

export function buildingPage(db: Database, after: number, limit: number) {
  return buildings(db).where('id', '>', after).orderBy('id').limit(limit).execute();
}

const listings = (db: Database) =>
  db
    .selectFrom('listing as l')
    .leftJoin('building as b', 'b.id', 'l.building_id')
    .select(['l.id', 'l.hide_address', 'l.house', 'l.street', 'l.zip'])
    .select(['l.building_id', 'l.neighborhood_id'])
    .select(['l.agent_id', 'l.coagent_id', 'l.listingagent_id'])
    .select(['b.house as b_house', 'b.address as b_address', 'b.zip as b_zip'])
    .where('l.status', 'in', Object.values(ON_THE_MARKET));

export type MarketListing = Awaited<ReturnType<typeof marketListings>>[number];

export function marketListings(db: Database, ids: readonly number[]) {
  return inPortions(ids, (portion) => listings(db).where('l.id', 'in', portion).execute());
}

/** Reads a page of the listings on the market, in the order of their ids. */
export function marketPage(db: Database, after: number, limit: number) {
  return listings(db).where('l.id', '>', after).orderBy(sql`l.id`).limit(limit).execute();
}
