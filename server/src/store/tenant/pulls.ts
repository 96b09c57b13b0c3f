import type { Selectable, Transaction } from 'kysely';
import { lockName } from '../engines/dialect.js';
import { inPortions, upsert } from './bulk.js';
import { noteRefreshed } from './import-runs.js';
import type { TenantDatabase } from './open.js';
import type { PullResourceTable } from './pull-tables.js';
import { keysOfNumbers } from './source-keys.js';
import type { TenantTables } from './tables.js';
import { writeUnversioned } from './write.js';

/** For how long a run has its source after it was last heard of: one that was killed holds no other up for longer. */
export const HELD_MS = 120_000;

/** How far one resource of a source has been read. */
export type PullState = Omit<Selectable<PullResourceTable>, 'source' | 'resource'>;

interface PulledPlace {
  readonly source: string;
  readonly resource: string;
}

/** Another run has taken the source, as after the process or the machine was halted. */
export class SourceTaken extends Error {
  constructor(source: string) {
    super(`Another pull has taken over ${source}.`);
    this.name = 'SourceTaken';
  }
}

/** Whether a run has its source: what is held for longer than that is of a clock that was set back. */
export function isHeldNow({ held_until }: { readonly held_until: number }, now: number): boolean {
  return held_until > now && held_until <= now + HELD_MS;
}

/** Takes a source for one run. @returns undefined where another has it; `lapsed` where the run before was killed. */
export function holdSource(
  database: TenantDatabase,
  source: string,
  holder: string,
): Promise<'free' | 'lapsed' | undefined> {
  return writeUnversioned(database, async (transaction) => {
    const now = database.now();
    await lockName(transaction, `portico pull ${database.name}`);
    const held = await transaction
      .selectFrom('pull_source')
      .select('held_until')
      .where('source', '=', source)
      .where('holder', '<>', '')
      .executeTakeFirst();
    if (held !== undefined && isHeldNow(held, now)) return undefined;
    await beginSource(transaction, source, now);
    await transaction
      .updateTable('pull_source')
      .set({ holder, held_until: now + HELD_MS })
      .where('source', '=', source)
      .execute();
    return held === undefined ? 'free' : 'lapsed';
  });
}

const NEVER_RUN = {
  ...{ holder: '', held_until: 0, succeeded_at: 0 },
  ...{ failures: 0, alarmed: 0, requests: 0, records: 0 },
};

/** Notes since when a source is to be pulled, once. */
export async function beginSource(
  transaction: Transaction<TenantTables>,
  source: string,
  added_at: number,
): Promise<void> {
  await transaction
    .insertInto('pull_source')
    .values({ source, added_at, ...NEVER_RUN })
    .onConflict((conflict) =>
      conflict.column('source').doUpdateSet({ added_at }).where('pull_source.added_at', '=', 0),
    )
    .execute();
}

/** As `keepHolding`, in a transaction that does nothing else. */
export function renewHold(database: TenantDatabase, source: string, holder: string): Promise<void> {
  return writeUnversioned(database, (transaction) =>
    keepHolding(transaction, source, holder, database.now()),
  );
}

/** Notes that a run goes on. @throws SourceTaken when another run has the source. */
export async function keepHolding(
  transaction: Transaction<TenantTables>,
  source: string,
  holder: string,
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('pull_source')
    .set({ held_until: now + HELD_MS })
    .where('source', '=', source)
    .where('holder', '=', holder)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new SourceTaken(source);
}

/** Notes that everything of a source was read: what websites show of it is as new as now. */
export async function noteSuccess(
  database: TenantDatabase,
  source: string,
  holder: string,
): Promise<void> {
  await writeUnversioned(database, async (transaction) => {
    const now = database.now();
    await keepHolding(transaction, source, holder, now);
    await transaction
      .updateTable('pull_source')
      .set({ succeeded_at: now })
      .where('source', '=', source)
      .execute();
    await noteRefreshed(transaction, now);
  });
}

/**
 * Lets a source go.
 *
 * @param end How many requests the run has made, how many records it has read, and until when the next one waits; 0 for not.
 */
export async function releaseSource(
  database: TenantDatabase,
  source: string,
  holder: string,
  {
    requests = 0,
    records = 0,
    waits_until = 0,
  }: { readonly requests?: number; readonly records?: number; readonly waits_until?: number } = {},
): Promise<void> {
  await writeUnversioned(database, (transaction) =>
    transaction
      .updateTable('pull_source')
      .set((eb) => ({
        ...{ holder: '', held_until: 0, waits_until },
        requests: eb('requests', '+', requests),
        records: eb('records', '+', records),
      }))
      .where('source', '=', source)
      .where('holder', '=', holder)
      .execute(),
  );
}

/** How far a resource has been read; of one that has not, nothing. */
export async function pullState(
  { db }: Pick<TenantDatabase, 'db'>,
  source: string,
  resource: string,
): Promise<PullState> {
  const row = await db
    .selectFrom('pull_resource')
    .selectAll()
    .where('source', '=', source)
    .where('resource', '=', resource)
    .executeTakeFirst();
  const { source: _, resource: __, ...state } = row ?? { ...NOTHING_READ, source, resource };
  return state;
}

const NOTHING_READ: PullState = {
  ...{ watermark: '', began: '', link: '', position: '', mapping: '' },
  ...{ linked_at: 0, unordered: 0, whole: 0, swept_at: 0, base: 0 },
};

/** Stores how far a resource has been read, in a transaction behind those of what was read. */
export async function storePullState(
  transaction: Transaction<TenantTables>,
  source: string,
  resource: string,
  state: PullState,
): Promise<void> {
  await transaction
    .insertInto('pull_resource')
    .values({ source, resource, ...state })
    .onConflict((conflict) => conflict.columns(['source', 'resource']).doUpdateSet(state))
    .execute();
}

export async function rejectedKeys(
  { db }: Pick<TenantDatabase, 'db'>,
  source: string,
  resource: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('pull_reject')
    .select('key')
    .where('source', '=', source)
    .where('resource', '=', resource)
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** Notes which records were rejected, and which no longer are. */
export async function noteRejectedKeys(
  database: Pick<TenantDatabase, 'name'>,
  transaction: Transaction<TenantTables>,
  { source, resource }: PulledPlace,
  { rejected, taken }: { readonly rejected: readonly string[]; readonly taken: readonly string[] },
): Promise<void> {
  await inPortions(taken, async (portion) => {
    await transaction
      .deleteFrom('pull_reject')
      .where('source', '=', source)
      .where('resource', '=', resource)
      .where('key', 'in', portion)
      .execute();
    return [];
  });
  const columns = ['source', 'resource', 'key'] as const;
  const rows = rejected.map((key) => ({ source, resource, key }));
  await upsert(database, transaction, 'pull_reject', columns, columns, rows);
}

/** For how long a record that a comparison of keys has removed is fetched again if the source names it again. */
const SWEPT_KEPT_MS = 30 * 24 * 3_600_000;

/** The keys that comparisons have found missing lately. */
export async function sweptKeys(
  { db }: Pick<TenantDatabase, 'db'>,
  { source, resource }: PulledPlace,
): Promise<string[]> {
  const rows = await db
    .selectFrom('pull_swept')
    .select('key')
    .where('source', '=', source)
    .where('resource', '=', resource)
    .execute();
  return rows.map(({ key }) => key);
}

/** Notes which records are about to be removed, as their source does not name them, and forgets those of long ago. */
export async function noteSwept(
  database: TenantDatabase,
  kind: string,
  place: PulledPlace,
  numbers: readonly number[],
): Promise<void> {
  const swept_at = database.now();
  const keys = await keysOfNumbers(database.db, kind, numbers);
  const rows = keys.map(({ key }) => ({ ...place, key, swept_at }));
  await writeUnversioned(database, async (transaction) => {
    await transaction
      .deleteFrom('pull_swept')
      .where('swept_at', '<', swept_at - SWEPT_KEPT_MS)
      .execute();
    const columns = ['source', 'resource', 'key'] as const;
    await upsert(database, transaction, 'pull_swept', [...columns, 'swept_at'], columns, rows);
  });
}
