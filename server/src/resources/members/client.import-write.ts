import type { Transaction } from 'kysely';
import { RecordProblem } from 'portico-importer/resource.js';
import { lockTable } from '../../store/engines/dialect.js';
import { changedRows, inPortions, storedById, upsert } from '../../store/tenant/bulk.js';
import { columnsOf } from '../../store/tenant/columns.js';
import { noteEvents } from '../../store/tenant/followers.js';
import { CLIENT_DEFAULTS } from '../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { changedFields } from '../kinds/changed-fields.js';
import { outcomeOf, type RefusedRow, type WriteOutcome } from '../kinds/record-kind.js';
import { type ClientImport, clientFieldNames } from './client.import.js';
import { withKeys } from './client.keys.js';
import type { StoredClient } from './client.queries.js';
import { ACTIVE_FOR_MS, isActive, wholeSecond } from './member-activity.js';
import { memberChange } from './people-events.js';

interface Candidate {
  readonly index: number;
  readonly row: StoredClient;
  /** The key under which the client logs in before this import. */
  readonly before: string | null;
}

/**
 * Inserts or updates clients in one transaction. Records have no passwords, so these stay.
 *
 * @param now Milliseconds since the epoch: a client whose record says `active` is active from then on.
 * Members whose address another member has are refused.
 */
export function writeClients(
  database: TenantDatabase,
  imports: readonly ClientImport[],
  now: number,
): Promise<WriteOutcome> {
  return writeRecords(database, async (transaction, changes) => {
    // Nobody registers or changes an address in the meantime.
    await lockTable(transaction, 'client');
    const ids = imports.map(({ id }) => id);
    const found = await storedById(transaction, 'client', ids);
    const opened = await database.codes.open([...found.values()], 'kept');
    const stored = new Map(opened.map((row) => [row.id, row]));
    const candidates = imports.map((input, index): Candidate => {
      const before = stored.get(input.id);
      return { index, row: merged(before, input, now), before: before?.login_key ?? null };
    });
    const holders = await holdersOf(transaction, candidates);
    const { taken, refused } = withoutDuplicates(candidates, holders);
    await freeKeys(transaction, taken);
    const rows = taken.map(({ row }) => row);
    const written = changedRows(stored, rows);
    const sealed = await database.codes.seal(written);
    await upsert(database, transaction, 'client', columnsOf(CLIENT_DEFAULTS), ['id'], sealed);
    if (written.length > 0) changes.unnamed();
    noteEvents(
      transaction,
      written
        .filter(({ id, member }) => member === 1 && stored.has(id))
        .map((row) => {
          const fields = changedFields(clientFieldNames, stored.get(row.id), row);
          return memberChange(row.id, 'updated', fields);
        }),
    );
    const changed = new Set(written.map(({ id }) => id));
    return outcomeOf(imports, ({ id }) => changed.has(id), refused);
  });
}

function merged(
  before: StoredClient | undefined,
  { id, values }: ClientImport,
  now: number,
): StoredClient {
  const { active: _, ...columns } = values;
  const row = { ...CLIENT_DEFAULTS, ...before, ...columns, id };
  return withKeys({ ...row, ...activityOf(row, values, now) });
}

/**
 * When a client was verified and last logged in, as far as a record says. A record from another system
 * may have only `active`, which says less than these two.
 */
function activityOf(
  row: StoredClient,
  { active, verified, last_login_at }: ClientImport['values'],
  now: number,
): Pick<StoredClient, 'verified' | 'last_login_at'> {
  const { last_login_at: login } = row;
  if (verified !== undefined) return { verified, last_login_at: login };
  if (active === 1) {
    const hasLogin = last_login_at !== undefined && last_login_at > 0;
    const recent = isActive({ ...row, verified: 1 }, now);
    // Active without a login: the days count from now.
    return { verified: 1, last_login_at: hasLogin || recent ? login : wholeSecond(now) };
  }
  if (active === undefined) return { verified: row.verified, last_login_at: login };
  // A client who was active once has been verified; one who never was has not.
  const lapsed = login > 0 && now - login >= ACTIVE_FOR_MS;
  return { verified: lapsed ? 1 : 0, last_login_at: login };
}

/** The clients outside of this import who hold login keys that it needs. */
async function holdersOf(
  transaction: Transaction<TenantTables>,
  candidates: readonly Candidate[],
): Promise<Map<string, number>> {
  const keys = candidates.flatMap(({ row }) => (row.login_key === null ? [] : [row.login_key]));
  const rows = await inPortions(keys, (portion) =>
    transaction
      .selectFrom('client')
      .select(['id', 'login_key'])
      .where('login_key', 'in', portion)
      .execute(),
  );
  const imported = new Set(candidates.map(({ row }) => row.id));
  const others = rows.filter((row) => !imported.has(row.id));
  return new Map(others.map((row) => [row.login_key ?? '', row.id]));
}

/**
 * Refuses clients whose key another one has. A refused client keeps its old key, which another client
 * may have claimed, so this repeats until it refuses nobody.
 */
function withoutDuplicates(
  candidates: readonly Candidate[],
  holders: ReadonlyMap<string, number>,
): {
  taken: readonly Candidate[];
  refused: RefusedRow[];
} {
  const refused: RefusedRow[] = [];
  const kept = new Map(holders);
  let taken = candidates;
  for (;;) {
    const claimed = new Map(kept);
    const left = taken.filter(({ index, row, before }) => {
      const key = row.login_key;
      if (key === null) return true;
      const holder = claimed.get(key);
      if (holder === undefined) {
        claimed.set(key, row.id);
        return true;
      }
      refused.push({ index, problem: duplicate(row.email, holder) });
      if (before !== null) kept.set(before, row.id);
      return false;
    });
    if (left.length === taken.length) return { taken, refused };
    taken = left;
  }
}

function duplicate(email: string, holder: number): RecordProblem {
  return new RecordProblem(
    'email',
    `${JSON.stringify(email)} was given; client ${holder} is registered with that address`,
  );
}

/** Clears the keys of clients who are about to get another one, so that two may swap keys. */
async function freeKeys(
  transaction: Transaction<TenantTables>,
  taken: readonly Candidate[],
): Promise<void> {
  const changing = taken.filter(({ row, before }) => before !== null && before !== row.login_key);
  await inPortions(
    changing.map(({ row }) => row.id),
    async (ids) => {
      await transaction
        .updateTable('client')
        .set({ login_key: null })
        .where('id', 'in', ids)
        .execute();
      return [];
    },
  );
}
