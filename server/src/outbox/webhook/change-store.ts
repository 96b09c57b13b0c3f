import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { fragment } from '../../store/engines/fragment.js';
import type { ChangeTables } from '../../store/tenant/change-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { runPrepared } from '../../store/tenant/prepared.js';
import type { RevisionTable, TenantTables } from '../../store/tenant/tables.js';
import type { WebhookEndpointTable } from '../../store/tenant/webhook-tables.js';
import { writeTo } from '../../store/tenant/write.js';
import { CHANGES_TYPE } from './types.js';

/** How far the changes of a database are. */
export type ChangeState = Omit<RevisionTable, 'views'>;

/** The last change of a record. */
export type ChangeEntry = Selectable<ChangeTables['change_entry']>;

/** A place up to which a receiver was told of changes. */
export type FollowedPlace = Pick<
  Selectable<WebhookEndpointTable>,
  'change_epoch' | 'change_seq' | 'changes_at'
>;

/** How many entries one statement reads, so that an import of any size holds up nobody. */
const PORTION = 1000;

/** How far the changes of a database are now. */
export async function changeState(database: TenantDatabase): Promise<ChangeState> {
  const state = await readState(database.db);
  if (state.entries_seq === state.number) return state;
  // An earlier program has written here, without entries: a write of this one begins again.
  await writeTo(database, async () => {});
  return readState(database.db);
}

async function readState(db: Kysely<TenantTables>): Promise<ChangeState> {
  return db
    .selectFrom('revision')
    .select(['number', 'epoch', 'floor_seq', 'entries_seq'])
    .executeTakeFirstOrThrow();
}

/** The present end of the changes: a new receiver hears of those after it. */
export async function presentPlace(db: Kysely<TenantTables>): Promise<FollowedPlace> {
  const { number, epoch } = await readState(db);
  return { change_epoch: epoch, change_seq: number, changes_at: 0 };
}

/** The changes after one revision and up to another, in their order, portion by portion. */
export async function* changesBetween(
  database: TenantDatabase,
  after: number,
  upTo: number,
): AsyncIterable<readonly ChangeEntry[]> {
  let place = { seq: after + 1, kind: 0, record_id: 0 };
  for (;;) {
    const { seq, kind, record_id } = place;
    const inputs = [seq, kind, record_id, upTo, PORTION] as const;
    const statement = fragment('changes between', inputs, (seq, kind, id, upTo, most) =>
      database.db
        .selectFrom('change_entry')
        .selectAll()
        .where(sql<boolean>`(seq, kind, record_id) > (${seq}, ${kind}, ${id})`)
        .where('seq', '<=', upTo as never)
        .orderBy('seq')
        .orderBy('kind')
        .orderBy('record_id')
        .limit(most),
    );
    const rows = await runPrepared<ChangeEntry>(database, statement as never);
    yield rows;
    const last = rows.at(-1);
    if (rows.length < PORTION || last === undefined) return;
    place = last;
  }
}

/** What waits for a receiver, as far as it decides whether more is stored for it. */
export async function waitingFor(
  { db }: TenantDatabase,
  endpointId: number,
  most: number,
): Promise<{ readonly messages: number; readonly hasAvailable: boolean }> {
  const waiting = db
    .selectFrom('webhook_message')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting');
  const rows = await waiting.select('id').limit(most).execute();
  if (rows.length === 0) return { messages: 0, hasAvailable: false };
  const available = await waiting.select('id').where('type', '=', CHANGES_TYPE).limit(1).execute();
  return { messages: rows.length, hasAvailable: available.length > 0 };
}

/**
 * Moves a receiver's place on, in the transaction that stores the messages for what is before it.
 *
 * @returns False when another process has moved it since it was read: then nothing may be stored.
 */
export async function movePlace(
  transaction: Transaction<TenantTables>,
  { id, change_epoch, change_seq }: FollowedPlace & { readonly id: number },
  place: Partial<FollowedPlace>,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('webhook_endpoint')
    .set(place)
    .where('id', '=', id)
    .where('change_epoch', '=', change_epoch)
    .where('change_seq', '=', change_seq)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}
