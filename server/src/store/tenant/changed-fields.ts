import { type Kysely, sql } from 'kysely';
import type { TenantTables } from './tables.js';

/** The most characters of the lines of one record. Of more nobody knows the fields. */
const MOST_CHARACTERS = 4000;

/** A changed field, as a line of the column `changed` of `change_entry`. @param before For the few that messages have. */
export function changedLine(field: string, before?: string | number): string {
  return JSON.stringify(before === undefined ? field : [field, before]);
}

export function joinedLines(earlier: string | undefined, lines: string): string {
  return earlier === undefined ? lines : `${earlier}\n${lines}`;
}

/** The fields that lines name, each once and in the order of the alphabet, and the earliest value that they say of each. */
export function fieldsOfLines(lines: string): {
  readonly changed: readonly string[];
  readonly before: Readonly<Record<string, string | number>>;
} {
  const changed = new Set<string>();
  const before: Record<string, string | number> = {};
  for (const line of lines.split('\n')) {
    const read = JSON.parse(line) as string | [string, string | number];
    const [field, value] = typeof read === 'string' ? [read, undefined] : read;
    if (value !== undefined && !changed.has(field)) before[field] = value;
    changed.add(field);
  }
  return { changed: [...changed].sort(), before };
}

/**
 * What an entry that is there gets of a new one. Fields add up from the revision on that all receivers were
 * notified of, so that one message may stand for several changes.
 */
export function addedUp(db: Kysely<TenantTables>) {
  const slowest = db
    .selectFrom('webhook_endpoint')
    .select((eb) => eb.fn.min('change_seq').as('seq'))
    .where(sql<boolean>`follows = 1 and state = 'active'`);
  // Without receivers nobody is notified. Nobody was notified of what the same write has stored.
  const told = sql<boolean>`(change_entry.seq < excluded.seq and change_entry.seq <= coalesce(${slowest}, excluded.seq))`;
  return {
    changed: sql<string>`case
      when change_entry.removed = 1 or excluded.removed = 1 then ''
      when ${told} then excluded.changed
      when change_entry.changed = '' or excluded.changed = '' then ''
      when length(change_entry.changed) + length(excluded.changed) > ${sql.lit(MOST_CHARACTERS)} then ''
      else change_entry.changed || ${sql.lit('\n')} || excluded.changed end`,
    changed_after: sql<number>`case when ${told} then change_entry.seq
      else change_entry.changed_after end`,
  };
}
