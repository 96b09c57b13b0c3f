import { sql } from 'kysely';
import type { OwnedDatabase } from '../../store/tenant/open.js';
import { type MovedTable, tableIn } from './catalog.js';
import type { Copying, Fingerprint } from './copying.js';

/** Keeps sums far within the range that both engines count exactly. */
const SUM_MODULUS = 1_000_003;

/** A fingerprint of each table, by name; cheap, as writers may be waiting. */
async function fingerprints(
  database: OwnedDatabase,
  tables: readonly MovedTable[],
): Promise<ReadonlyMap<string, Fingerprint>> {
  const found = new Map<string, Fingerprint>();
  for (const { name, numbers } of tables) {
    const terms = numbers.map((column) => sql`${sql.id(column)} % ${sql.lit(SUM_MODULUS)}`);
    const sum = terms.length === 0 ? sql`0` : sql`coalesce(sum(${sql.join(terms, sql` + `)}), 0)`;
    const { rows } = await sql<{ rows: number; sum: number }>`
      select count(*) as rows, ${sum} as sum from ${tableIn(database, name)}
    `.execute(database.db);
    found.set(name, { rows: rows[0]?.rows ?? 0, sums: String(rows[0]?.sum) });
  }
  return found;
}

/**
 * Compares the tables that are not known to be equal in both places, and notes the equal ones. While
 * others write, the copy of a table may rightly be behind.
 *
 * @returns The names of those that differ.
 */
export async function compare(
  { source, target, agreed }: Copying,
  tables: readonly MovedTable[],
): Promise<readonly string[]> {
  const unsure = tables.filter(({ name }) => !agreed.has(name));
  const [here, there] = [await fingerprints(source, unsure), await fingerprints(target, unsure)];
  for (const [name, current] of here) {
    if (JSON.stringify(current) === JSON.stringify(there.get(name))) agreed.set(name, current);
  }
  return unsure.map(({ name }) => name).filter((name) => !agreed.has(name));
}
