import { type Kysely, sql, type Transaction } from 'kysely';
import { countPastReserved, lockTable } from '../engines/dialect.js';
import { numberTable, textTable } from '../engines/dialect-tables.js';
import { inPortions } from './bulk.js';
import { forImport } from './import-lock.js';
import type { TenantDatabase } from './open.js';
import type { TenantTables } from './tables.js';
import { writeUnversioned } from './write.js';

/**
 * The first number of a key. Numbers that files bring and that websites make are smaller: 16 digits that begin
 * with a nine are no counter, no MLS number and no moment in milli- or microseconds. 7,199,254,740,991 numbers are
 * left up to 2^53.
 */
export const FIRST_KEY_NUMBER = 9_000_000_000_000_000;

/** Keys per statement. They travel as one JSON text, so that all portions are one statement. */
const PORTION = 5000;

/** A kind of record that keys can name. */
export interface KeyedKind {
  /** The name that its files carry. */
  readonly kind: string;
  readonly table: keyof TenantTables & string;
  /** Whether the engine numbers rows of this table: then it must not give out a reserved number. */
  readonly counted: boolean;
}

/** Keys of one kind and source. */
export interface KeyGroup {
  readonly kind: KeyedKind;
  readonly source: string;
  readonly keys: readonly string[];
}

/** The numbers of those of the keys that have one. */
export async function numbersOfKeys(
  db: Kysely<TenantTables>,
  kind: string,
  source: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const portion of portionsOf(keys)) {
    const rows = await db
      .selectFrom('source_key')
      .select(['key', 'number'])
      .where('kind', '=', kind)
      .where('source', '=', source)
      .where(
        sql<boolean>`${sql.ref('key')} in (select keys.text from ${textTable(db, sql`${JSON.stringify(portion)}`)} as keys)`,
      )
      .execute();
    for (const { key, number } of rows) found.set(key, number);
  }
  return found;
}

/**
 * Gives a number to each key that has none yet (R240, R241), in a transaction of its own ahead of the batch that needs them: a batch
 * that fails leaves keys with numbers and no records, as references do that come before their record.
 *
 * Importers take turns (`forImport`), so that no two of them number one key.
 *
 * @returns The numbers of all keys, by group.
 */
export function numberKeys(
  database: TenantDatabase,
  groups: readonly KeyGroup[],
): Promise<readonly ReadonlyMap<string, number>[]> {
  return writeUnversioned(forImport(database), async (transaction) => {
    const numbers: ReadonlyMap<string, number>[] = [];
    for (const group of groups) numbers.push(await numberGroup(transaction, group));
    return numbers;
  });
}

async function numberGroup(
  transaction: Transaction<TenantTables>,
  { kind, source, keys }: KeyGroup,
): Promise<ReadonlyMap<string, number>> {
  // Another importer may have numbered some since the caller looked.
  const numbers = await numbersOfKeys(transaction, kind.kind, source, keys);
  const fresh = [...new Set(keys)].filter((key) => !numbers.has(key));
  if (fresh.length === 0) return numbers;
  // Websites add rows, too, and their number would not be seen before they commit.
  await lockTable(transaction, kind.table);
  const first = await firstFree(transaction, kind, fresh.length);
  for (const [at, key] of fresh.entries()) numbers.set(key, first + at);
  await insertKeys(
    transaction,
    kind,
    source,
    fresh.map((key, at) => [key, first + at]),
  );
  return numbers;
}

/**
 * Keeps keys with numbers that are given. The caller holds the lock of imports.
 *
 * @returns The keys by the numbers that were kept: not those that other keys have.
 */
export async function keepKeys(
  transaction: Transaction<TenantTables>,
  kind: KeyedKind,
  source: string,
  rows: readonly { readonly key: string; readonly id: number }[],
): Promise<ReadonlyMap<number, string>> {
  const taken = await inPortions(
    rows.map(({ id }) => id),
    (portion) =>
      transaction
        .selectFrom('source_key')
        .select('number')
        .where('kind', '=', kind.kind)
        .where('number', 'in', portion)
        .execute(),
  );
  const used = new Set(taken.map(({ number }) => number));
  const kept = new Map<number, string>();
  for (const { key, id } of rows) if (!used.has(id) && !kept.has(id)) kept.set(id, key);
  const pairs = [...kept].map(([id, key]) => [key, id] as const);
  await insertKeys(transaction, kind, source, pairs);
  return kept;
}

async function insertKeys(
  transaction: Transaction<TenantTables>,
  { kind, table, counted }: KeyedKind,
  source: string,
  pairs: readonly (readonly [key: string, number: number])[],
): Promise<void> {
  if (pairs.length === 0) return;
  for (const portion of portionsOf(pairs)) {
    await transaction
      .insertInto('source_key')
      .columns(['kind', 'source', 'key', 'number'])
      .expression((eb) =>
        eb
          .selectFrom(numberTable(transaction, sql`${JSON.stringify(portion)}`).as('pairs'))
          .select([
            sql<string>`cast(${kind} as text)`.as('kind'),
            sql<string>`cast(${source} as text)`.as('source'),
            'pairs.key',
            'pairs.number',
          ]),
      )
      .execute();
  }
  if (!counted) return;
  const highest = pairs.reduce((most, [, number]) => Math.max(most, number), 0);
  await countPastReserved(transaction, table, highest);
}

/** The first of so many numbers in a row that neither a key nor a record has. */
async function firstFree(
  transaction: Transaction<TenantTables>,
  { kind, table }: KeyedKind,
  count: number,
): Promise<number> {
  for (let first = (await lastReserved(transaction, kind)) + 1; ; ) {
    // In parentheses, as a sum above the last safe number would be rounded.
    if (!Number.isSafeInteger(first + (count - 1))) {
      throw new Error(`There are no numbers left for keys of ${kind}.`);
    }
    const { last } = await transaction
      .selectFrom(table as 'listing')
      .select((eb) => eb.fn.max('id').as('last'))
      .where('id', '>=', first)
      .where('id', '<', first + count)
      .executeTakeFirstOrThrow();
    if (last === null) return first;
    first = last + 1;
  }
}

async function lastReserved(db: Kysely<TenantTables>, kind: string): Promise<number> {
  const { last } = await db
    .selectFrom('source_key')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return Math.max(last ?? 0, FIRST_KEY_NUMBER - 1);
}

/**
 * The number of a record that a website or a listing makes: the one after the highest. Where that is among the numbers
 * of keys it comes after all of them, as some wait for their record.
 *
 * @param highest The highest id that is used; null for none.
 */
export async function numberAfter(
  transaction: Kysely<TenantTables>,
  kind: string,
  highest: number | null,
): Promise<number> {
  const next = (highest ?? 0) + 1;
  if (next < FIRST_KEY_NUMBER) return next;
  return Math.max(next, (await lastReserved(transaction, kind)) + 1);
}

function* portionsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += PORTION) {
    yield items.slice(start, start + PORTION);
  }
}
