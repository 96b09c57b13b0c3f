import type { Kysely } from 'kysely';
import { lockTable } from '../store/engines/dialect.js';
import { inPortions, upsert } from '../store/tenant/bulk.js';
import type { Changes } from '../store/tenant/changes.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { numberAfter } from '../store/tenant/source-keys.js';
import type { TenantTables } from '../store/tenant/tables.js';

/**
 * The ids of neighborhoods by their names in lower case. A neighborhood that does not exist is made
 * at the top level, after the others.
 */
export async function neighborhoodIds(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  names: readonly string[],
  changes: Changes,
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map<string, string>();
  for (const name of names) {
    const key = name.toLowerCase();
    // The first spelling of a name wins.
    if (!wanted.has(key)) wanted.set(key, name);
  }
  wanted.delete('');
  const find = async () =>
    new Map(
      (
        await inPortions([...wanted.keys()], (keys) =>
          transaction
            .selectFrom('neighborhood')
            .select(['id', 'name_key'])
            .where('name_key', 'in', keys)
            // The oldest of several neighborhoods with one name wins.
            .orderBy('id', 'desc')
            .execute(),
        )
      ).map((row) => [row.name_key, row.id]),
    );
  let found = await find();
  if ([...wanted.keys()].every((key) => found.has(key))) return found;
  await lockTable(transaction, 'neighborhood');
  found = await find();
  const { highest, last } = await transaction
    .selectFrom('neighborhood')
    .select((eb) => [eb.fn.max('id').as('highest'), eb.fn.max('sort').as('last')])
    .executeTakeFirstOrThrow();
  const made = [...wanted].filter(([key]) => !found.has(key));
  const first = await numberAfter(transaction, 'neighborhoods', highest, made.length);
  const rows = made.map(([key, name], index) => ({
    from_listings: 1,
    id: first + index,
    sort: (last ?? 0) + 1 + index,
    name,
    name_key: key,
  }));
  // The database has the empty value of the other columns.
  const columns = ['id', 'from_listings', 'sort', 'name', 'name_key'] as const;
  await upsert(database, transaction, 'neighborhood', columns, ['id'], rows);
  const ids = rows.map(({ id }) => id);
  changes.wrote('neighborhoods', ids);
  // The id may be that of one that was removed while another import wrote listings into it.
  changes.shown('neighborhoods', ids);
  for (const row of rows) found.set(row.name_key, row.id);
  return found;
}
