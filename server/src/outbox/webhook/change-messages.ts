import type { Transaction } from 'kysely';
import {
  type ChangeEntry,
  type ChangeState,
  changesBetween,
  followableState,
  writeCursor,
} from '../../store/tenant/change-page.js';
import { CHANGE_KINDS } from '../../store/tenant/change-tables.js';
import { fieldsOfLines } from '../../store/tenant/changed-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { type FollowedPlace, type StoredEndpoint, typesOf } from './endpoint-store.js';
import {
  CHANGES_TYPE,
  RECORD_OPS,
  RECORD_SUBJECTS,
  type RecordOp,
  type RecordSubject,
  type WebhookEvent,
} from './types.js';
import type { StoredWebhooks } from './webhooks.js';

/** The most messages that may wait for a receiver when one is added for each change. R234. */
const MOST_WAITING = 200;

/** The least time between two messages that stand for many changes, to one receiver. R234. */
export const AVAILABLE_EVERY_MS = 5_000;

/** The records of which webhooks tell one by one, by the code of their kind. */
const SUBJECTS: ReadonlyMap<number, RecordSubject> = new Map(
  Object.entries(RECORD_SUBJECTS).map(([subject, { kind }]) => [
    CHANGE_KINDS[kind].code,
    subject as RecordSubject,
  ]),
);

/** What has to be told of the changes since a receiver's place. */
type News =
  /** One message for each, and perhaps one that stands for the changes of other records. */
  | { readonly events: readonly WebhookEvent[]; readonly others: boolean }
  /** More than a receiver gets one by one. */
  | 'many';

/**
 * Stores the messages about the changes that a receiver follows, and moves its place on in the same
 * transaction: so each change is sent once, by whichever process comes first. R233, R234.
 *
 * Entries hold only the last change of each record, so a receiver that was away for long gets no more
 * messages than there are records. Where more than `MOST_WAITING` would wait, one message stands for all.
 *
 * @param endpoint As it is stored now.
 * @returns The receiver at its new place, where there is something to send to it now.
 */
export async function storeChangeMessages(
  database: TenantDatabase,
  webhooks: Pick<StoredWebhooks, 'queueTo'>,
  endpoint: StoredEndpoint,
  now: number,
): Promise<StoredEndpoint | undefined> {
  if (endpoint.follows === 0 || endpoint.changes_at > now) return undefined;
  const state = await followableState(database);
  const waiting = await waitingFor(database, endpoint.id, MOST_WAITING);
  const room = MOST_WAITING - waiting.messages;
  const news = await newsFor(database, endpoint, state, room);
  const isAvailable = news === 'many' || news.others;
  // Its receiver has not taken the last one: everything since then waits for that.
  const stands = isAvailable && waiting.hasAvailable;
  const events = stands
    ? []
    : [
        ...(news === 'many' ? [] : news.events),
        ...(isAvailable ? [availableEvent(endpoint, state)] : []),
      ];
  const place: Partial<FollowedPlace> = {
    ...(stands ? {} : { change_epoch: state.epoch, change_seq: state.number }),
    ...(isAvailable ? { changes_at: now + AVAILABLE_EVERY_MS } : {}),
  };
  // It may be lost in a power cut, the place and the messages together.
  const isStored = await database.note(async (transaction) => {
    if (!(await movePlace(transaction, endpoint, place))) return false;
    await webhooks.queueTo(transaction, endpoint, database.name, events);
    return events.length > 0;
  });
  return isStored ? { ...endpoint, ...place } : undefined;
}

async function newsFor(
  database: TenantDatabase,
  endpoint: StoredEndpoint,
  state: ChangeState,
  room: number,
): Promise<News> {
  const { change_epoch, change_seq } = endpoint;
  // Restored, or away for longer than removals are kept: nobody knows what is new.
  if (change_epoch !== state.epoch || change_seq < state.floor_seq) return 'many';
  const types = new Set(typesOf(endpoint));
  const wantsRecords = [...SUBJECTS.values()].some((subject) =>
    RECORD_OPS.some((op) => types.has(`${subject}.${op}`)),
  );
  const events: WebhookEvent[] = [];
  let others = false;
  for await (const portion of changesBetween(database, change_seq, state.number)) {
    for (const entry of portion) {
      const event = recordEvent(entry, change_seq);
      if (event !== undefined && types.has(event.type)) events.push(event);
      else others ||= types.has(CHANGES_TYPE);
      if (events.length > room) return 'many';
      if (others && !wantsRecords) return { events, others };
    }
  }
  return { events, others };
}

/** The event of a change; undefined for records of which webhooks do not tell one by one. */
function recordEvent(entry: ChangeEntry, after: number): WebhookEvent | undefined {
  const { kind: code, record_id: id, seq, removed, since_seq } = entry;
  const subject = SUBJECTS.get(code);
  if (subject === undefined) return undefined;
  const op: RecordOp = removed === 1 ? 'removed' : since_seq > after ? 'created' : 'updated';
  const fields = op === 'updated' ? changedPart(entry, after) : {};
  const { kind: resource } = RECORD_SUBJECTS[subject];
  return { type: `${subject}.${op}`, data: { resource, id, op, seq, ...fields } };
}

/** Which fields changed since the last message to a receiver; nothing where nobody knows it. R307. */
function changedPart({ changed: lines, changed_after }: ChangeEntry, after: number): object {
  if (lines === '' || after < changed_after) return {};
  const { changed, before } = fieldsOfLines(lines);
  return Object.keys(before).length === 0 ? { changed } : { changed, before };
}

/** Without a cursor where no change is known from before: the receiver begins again. R234. */
function availableEvent(
  { change_epoch, change_seq }: StoredEndpoint,
  { epoch }: ChangeState,
): WebhookEvent {
  if (change_epoch !== epoch) return { type: CHANGES_TYPE, data: {} };
  const place = { epoch, seq: change_seq + 1, kind: 0, id: 0, begun: 0, kinds: 0 };
  return { type: CHANGES_TYPE, data: { cursor: writeCursor(place) } };
}

/** What waits for a receiver, as far as it decides whether more is stored for it. */
async function waitingFor(
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
async function movePlace(
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
