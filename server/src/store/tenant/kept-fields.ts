import type { Kysely, Transaction } from 'kysely';
import { inPortions } from './bulk.js';
import type { TenantDatabase } from './open.js';
import type { TenantTables } from './tables.js';
import { writeRecords } from './write.js';

/** The fields of records that staff keep, by the number of the record. R360. */
export type KeptFields = ReadonlyMap<number, ReadonlySet<string>>;

/** The kept fields of the records of a kind: of all, or of those with these numbers. */
export async function keptFieldsOf(
  db: Kysely<TenantTables>,
  kind: string,
  ids?: readonly number[],
): Promise<KeptFields> {
  const query = db.selectFrom('kept_field').where('kind', '=', kind);
  if (ids !== undefined && ids.length > 1) {
    const any = await query.select('id').limit(1).executeTakeFirst();
    if (any === undefined) return new Map();
  }
  const rows = query.select(['id', 'field']).orderBy('id').orderBy('field');
  const found = await (ids === undefined
    ? rows.execute()
    : inPortions(ids, (portion) => rows.where('id', 'in', portion).execute()));
  const kept = new Map<number, Set<string>>();
  for (const { id, field } of found) {
    const fields = kept.get(id);
    if (fields === undefined) kept.set(id, new Set([field]));
    else fields.add(field);
  }
  return kept;
}

/** Stores which fields are kept, in place of the lists before. @returns The records whose list has changed. */
export async function keepFields(
  database: TenantDatabase,
  kind: string,
  lists: ReadonlyMap<number, readonly string[]>,
): Promise<ReadonlySet<number>> {
  if (lists.size === 0) return new Set();
  return writeRecords(database, async (transaction, changes) => {
    const before = await keptFieldsOf(transaction, kind, [...lists.keys()]);
    const changed = [...lists].filter(
      ([id, fields]) => [...(before.get(id) ?? [])].join() !== fields.join(),
    );
    const ids = changed.map(([id]) => id);
    await forgetKeptFields(transaction, kind, ids);
    const rows = changed.flatMap(([id, fields]) => fields.map((field) => ({ kind, id, field })));
    await inPortions(rows, async (portion) => {
      await transaction.insertInto('kept_field').values(portion).execute();
      return [];
    });
    // The record in `/manage` and in exports shows its list, and nothing else does.
    if (ids.length > 0) changes.unnamed();
    return new Set(ids);
  });
}

/** Has records keep nothing. */
export async function forgetKeptFields(
  transaction: Transaction<TenantTables>,
  kind: string,
  ids: readonly number[],
): Promise<void> {
  await inPortions(ids, async (portion) => {
    await transaction
      .deleteFrom('kept_field')
      .where('kind', '=', kind)
      .where('id', 'in', portion)
      .execute();
    return [];
  });
}
