import type { Kysely } from 'kysely';
import { lockTable } from '../../store/engines/dialect.js';
import { inPortions } from '../../store/tenant/bulk.js';
import type { Changes } from '../../store/tenant/changes.js';
import { numberAfter } from '../../store/tenant/source-keys.js';
import type { TenantTables } from '../../store/tenant/tables.js';

/** The ids of labels by their names in lower case. A label that does not exist is made. */
export async function labelIds(
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
  const find = () =>
    inPortions([...wanted.keys()], (keys) =>
      transaction
        .selectFrom('label')
        .select(['id', 'name_key'])
        .where('name_key', 'in', keys)
        // The oldest of several labels with one name wins.
        .orderBy('id', 'desc')
        .execute(),
    );
  let found = new Map((await find()).map((row) => [row.name_key, row.id]));
  if ([...wanted.keys()].every((key) => found.has(key))) return found;
  await lockTable(transaction, 'label');
  found = new Map((await find()).map((row) => [row.name_key, row.id]));
  for (const [key, name] of wanted) {
    if (found.has(key)) continue;
    const { highest } = await transaction
      .selectFrom('label')
      .select((eb) => eb.fn.max('id').as('highest'))
      .executeTakeFirstOrThrow();
    const id = await numberAfter(transaction, 'labels', highest);
    await transaction.insertInto('label').values({ id, name, name_key: key }).execute();
    changes.wrote('labels', [id]);
    changes.shown('labels', [id]);
    found.set(key, id);
  }
  return found;
}
