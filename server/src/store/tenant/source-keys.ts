import { type Kysely, sql, type Transaction } from 'kysely';
import { countPastReserved, lockTable } from '../engines/dialect.js';
import { numberTable, textTable } from '../engines/dialect-tables.js';
import { fragment } from '../engines/fragment.js';
import { inPortions } from './bulk.js';
import { forImport } from './import-lock.js';
import type { TenantDatabase } from './open.js';
import { runPreparedIn } from './prepared.js';
import type { TenantTables } from './tables.js';
import { writeUnversioned } from './write.js';

/**
 * The first number of a key. Numbers that files bring and that websites make are smaller: 16 digits that begin
 * with a nine are no counter, no MLS number and no moment in milli- or microseconds. 7,199,254,740,991 numbers are
 * left up to 2^53.
 */
export const FIRST_KEY_NUMBER = 9_000_000_000_000_000;

/** The highest number that a file or a website may bring (R314): above it, none would be left for those who come later. */
export const LARGEST_NUMBER = 2 ** 52;

/** The highest number of a key or of a record next to keys that a file may bring: what exports hold is far below. */
export const LAST_KEY_NUMBER = FIRST_KEY_NUMBER + 10 ** 12;

/**
 * How far above the numbers of its backup a restored database begins: by so many, and by so many more for each minute since
 * the backup. The directory keeps restores of one backup apart; where that is restored, too, only the minutes do.
 */
const RESTORED_ABOVE = 1_000_000;
const RESTORED_ABOVE_A_MINUTE = 100;
const MINUTE_MS = 60_000;
/** A hundred years: a backup may say that it is of any time. */
const LONGEST_AGE_MS = 100 * 366 * 24 * 60 * MINUTE_MS;

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

export function keysOfNumbers(
  db: Kysely<TenantTables>,
  kind: string,
  numbers: readonly number[],
): Promise<readonly { readonly number: number; readonly key: string }[]> {
  return inPortions(numbers, (portion) =>
    db
      .selectFrom('source_key')
      .select(['number', 'key'])
      .where('kind', '=', kind)
      .where('number', 'in', portion)
      .execute(),
  );
}

/** The sources that know the record of a number by a key. */
export async function sourcesOfNumber(
  db: Kysely<TenantTables>,
  kind: string,
  number: number,
): Promise<readonly string[]> {
  const keys = db.selectFrom('source_key').select('source').where('kind', '=', kind);
  return (await keys.where('number', '=', number).execute()).map(({ source }) => source);
}

/**
 * Gives a number to each key that has none yet (R240, R241), in a separate transaction ahead of the batch that needs them: a batch
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

/** Keeps keys with numbers that are given, under the lock of imports. @returns Those that were kept, by number. */
export async function keepKeys(
  transaction: Transaction<TenantTables>,
  kind: KeyedKind,
  source: string,
  rows: readonly { readonly key: string; readonly id: number }[],
): Promise<ReadonlyMap<number, string>> {
  const numbers = rows.map(({ id }) => id);
  const taken = await keysOfNumbers(transaction, kind.kind, numbers);
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
  const { number, key_number } = await highestNumber(db, kind);
  return Math.max(last ?? 0, FIRST_KEY_NUMBER - 1, number, key_number);
}

async function highestNumber(
  db: Kysely<TenantTables>,
  kind: string,
): Promise<{ readonly number: number; readonly key_number: number }> {
  const statement = fragment('highest number', [kind], (name) =>
    db.selectFrom('highest_number').select(['number', 'key_number']).where('kind', '=', name),
  );
  const [row] = await runPreparedIn(db, statement);
  return row ?? { number: 0, key_number: 0 };
}

/**
 * The number of a record that a website or a listing makes: the one after the highest that any record of its kind has or
 * had (R313). Where that is among the numbers of keys it comes after all of them, as some wait for their record. The
 * caller holds the lock of the table, which the row of the highest number follows.
 *
 * @param highest The highest id that is used; null for none.
 * @param count How many numbers in a row are taken. Of 0, none is.
 */
export async function numberAfter(
  transaction: Kysely<TenantTables>,
  kind: string,
  highest: number | null,
  count = 1,
): Promise<number> {
  const { number } = await highestNumber(transaction, kind);
  let next = Math.max(highest ?? 0, number) + 1;
  if (next >= FIRST_KEY_NUMBER) next = Math.max(next, (await lastReserved(transaction, kind)) + 1);
  if (count > 0) await keepHighest(transaction, kind, next + count - 1);
  return next;
}

/** Keeps a number, so that no record of the kind gets it or a lower one when its own is gone. R313. */
export async function keepHighest(
  transaction: Kysely<TenantTables>,
  kind: string,
  number: number,
  keyNumber = 0,
): Promise<void> {
  const higher = (column: string) =>
    sql<number>`case when ${sql.ref(`excluded.${column}`)} > ${sql.ref(`highest_number.${column}`)}
      then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`highest_number.${column}`)} end`;
  await transaction
    .insertInto('highest_number')
    .values({ kind, number, key_number: keyNumber })
    .onConflict((conflict) =>
      conflict
        .column('kind')
        .doUpdateSet({ number: higher('number'), key_number: higher('key_number') }),
    )
    .execute();
}

/** What decides how far above a backup its numbers begin. */
export interface BackupAge {
  /** Whether the backup knew keys. */
  readonly hasKeys: boolean;
  /** How long ago it was begun. */
  readonly ageMs: number;
  /** A number above those of other restores, at least this one. */
  readonly above: (kind: string, least: number) => Promise<number>;
}

/**
 * Lets all numbers that are given from now on begin far above those of a backup, as the lost database may have given some
 * since. R313.
 *
 * @param kinds Those that the backup has a table for.
 */
export async function beginAboveBackup(
  transaction: Transaction<TenantTables>,
  kinds: readonly KeyedKind[],
  { hasKeys, ageMs, above }: BackupAge,
): Promise<void> {
  const minutes = Math.floor(Math.min(Math.max(0, ageMs || 0), LONGEST_AGE_MS) / MINUTE_MS);
  const distance = RESTORED_ABOVE + RESTORED_ABOVE_A_MINUTE * minutes;
  for (const { kind, table, counted } of kinds) {
    const { last } = await transaction
      .selectFrom(table as 'listing')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    const { number } = await highestNumber(transaction, kind);
    const before = await above(kind, Math.max(last ?? 0, number) + distance - 1);
    const lastKey = hasKeys ? await lastReserved(transaction, kind) : FIRST_KEY_NUMBER - 1;
    const keysBefore = await above(`keys of ${kind}`, lastKey + distance);
    await keepHighest(transaction, kind, before, keysBefore);
    if (counted) await countPastReserved(transaction, table, before);
  }
}

function* portionsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += PORTION) {
    yield items.slice(start, start + PORTION);
  }
}
