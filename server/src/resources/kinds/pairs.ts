import type { Kysely } from 'kysely';
import { grouped, idsOf } from '../../lib/grouped.js';
import { inPortions, upsert } from '../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';

/** A table of what records are linked to, such as labels. */
export interface Pairs {
  readonly table: 'blog_label' | 'blog_building' | 'listing_label';
  /** The column with the number of the record. */
  readonly of: 'blog_id' | 'listing_id';
  /** The column with the number of what it is linked to. */
  readonly column: 'label_id' | 'building_id';
}

/** Replaces what each record is linked to whose list is present and another one. @returns Their ids. */
export async function replacePairs(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  { table, of, column }: Pairs,
  lists: readonly (readonly [id: number, others: readonly number[] | undefined])[],
): Promise<readonly number[]> {
  const listed = lists.flatMap(([id, others]) => (others === undefined ? [] : [{ id, others }]));
  const loose = loosely(transaction);
  const pairs = await inPortions(idsOf(listed), (portion) =>
    loose.selectFrom(table).selectAll().where(of, 'in', portion).execute(),
  );
  const stored = grouped(pairs.map((pair) => [pair[of], pair[column]] as const));
  const changed = listed.filter(({ id, others }) => {
    const [before, after] = [new Set(stored.get(id)), new Set(others)];
    return before.size !== after.size || others.some((other) => !before.has(other));
  });
  await inPortions(idsOf(changed), (portion) =>
    loose.deleteFrom(table).where(of, 'in', portion).execute(),
  );
  const rows = changed.flatMap(({ id, others }) =>
    others.map((other) => ({ [of]: id, [column]: other })),
  );
  const columns = [of, column] as never[];
  await upsert(database, transaction, table, columns, columns, rows);
  return idsOf(changed);
}

/** The ids of what records are linked to, by record, in ascending order. */
export async function pairsOf(
  { db }: TenantDatabase,
  ids: readonly number[],
  { table, of, column }: Pairs,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const pairs = await inPortions(ids, (portion) =>
    loosely(db)
      .selectFrom(table)
      .select([of, `${column} as other`])
      .where(of, 'in', portion)
      .orderBy(of)
      .orderBy(column)
      .execute(),
  );
  return grouped(pairs.map((pair) => [pair[of] ?? 0, pair.other ?? 0]));
}

/** The query builder cannot type the union of these tables. */
function loosely(db: Kysely<TenantTables>) {
  return db as unknown as Kysely<Record<string, Record<string, number>>>;
}
