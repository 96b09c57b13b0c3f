import type { Transaction } from 'kysely';
import { Batch } from 'portico-importer/batch.js';
import { hasKeys } from 'portico-importer/drafts.js';
import { readRow } from 'portico-importer/read-row.js';
import type { RecordBody } from 'portico-importer/record-body.js';
import {
  type ImportRecord,
  type ImportResource,
  RecordProblem,
  type ResourceName,
} from 'portico-importer/resource.js';
import { ResourceNotes } from 'portico-importer/resource-notes.js';
import type { SourceItem, SourceRecord } from 'portico-importer/source-items.js';
import { isKeyObject, readSourceKey } from 'portico-importer/source-key.js';
import type { Call } from '../../api/endpoint.js';
import type { KeyedRecord, RejectedRecord, StoredRecords } from '../../api/manage.record.js';
import { FairQueue, Turns } from '../../lib/queues.js';
import { shorten } from '../../lib/text.js';
import { withOutbox } from '../../outbox/outbox.js';
import { importEvent } from '../../resources/webhook-events.js';
import { type Actor, MOST_NAMED, storeAudit } from '../../store/audit/audit.js';
import { changedRecords } from '../../store/tenant/audit.js';
import { asOneImport } from '../../store/tenant/import-lock.js';
import { notePush } from '../../store/tenant/import-runs.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { isRemoval } from '../removal/removable-resource.js';
import { isRemovable, REMOVALS } from '../removal/removals.js';
import { importResources } from '../transfers.js';
import { checkMatch, STORED_BY_VISITS } from './shown-record.js';

/** What is needed of a call that changes records: one with a key, or one of somebody in the console. */
export type StoringCall = Pick<Call, 'tenant' | 'tools' | 'ifMatch'> &
  ({ readonly caller: Pick<Call['caller'], 'keyPrefix'> } | { readonly actor: Actor });

/** Who changes records, for the audit. @param action Of a call with a key, such as `PUT /manage`. */
export function managing(call: StoringCall, action: string): Actor {
  if ('actor' in call) return call.actor;
  const { caller, tools } = call;
  return { name: `key ${caller.keyPrefix}`, action, now: () => tools.clock.now() };
}

/** The most records of one call: those of one batch of an import. */
export const MOST_RECORDS = 5000;

/** From so many records on, a call is a large write. */
const LARGE = 100;

/** Characters of an id and of a reason in an answer. */
const ID_SHOWN = 80;
const REASON_SHOWN = 400;

/**
 * Writes the records of two calls at a time, of two tenants: those of one would only wait for its lock of imports, with a
 * connection each. Those that wait hold their bodies in memory.
 */
const queue = new FairQueue(2, 8, 2, 1);

interface Accepted {
  readonly row: unknown;
  readonly source: SourceRecord;
  /** The number of the key that it came with, if it came with one. */
  readonly keyed: KeyedRecord | undefined;
}

/** The records of a body as far as they are acceptable in themselves. */
interface ReadRecords {
  readonly accepted: readonly Accepted[];
  readonly rejected: readonly RejectedRecord[];
  readonly ignored: readonly string[];
}

/**
 * Stores the records of a body as an import does, in one transaction: whatever happens to the call or
 * to the process, all of them are stored that the answer counts, or none. R252.
 *
 * @throws QueueFull when too many calls wait to store records.
 * @throws RecordChanged where the call has an `If-Match` that its one record does not match.
 */
export async function storeRecords(
  call: StoringCall,
  kind: ResourceName,
  body: RecordBody,
): Promise<StoredRecords> {
  const { tenant, tools, ifMatch } = call;
  const { database, settings } = tenant;
  const resourceOn = (where: typeof database): ImportResource => {
    const resources = importResources(where, settings.time_zone, tools.clock);
    return resources.get(kind) as ImportResource;
  };
  // Nothing is read, numbered or written before the turn of the call has come.
  const inTurn = async () => {
    const own = resourceOn(database);
    const items = await readItems(
      body,
      own,
      ifMatch === undefined ? undefined : STORED_BY_VISITS[kind],
    );
    // Keys get their numbers in the transaction, and all other rows are made ahead of it.
    const ready = withKeys(own, items) ? undefined : await readRows(own, items, items.records);
    const store = async (inside: TenantDatabase, transaction: Transaction<TenantTables>) => {
      const resource = resourceOn(inside);
      const read = ready ?? (await readRows(resource, items, await numbered(resource, items)));
      if (ifMatch !== undefined && isRemovable(kind)) {
        for (const { row } of read.accepted) {
          await checkMatch(call, kind, Number(resource.key(row)), inside);
        }
      }
      const { outcome, ids } = await write(read, resource);
      const { STORED, REMOVED: removed, UNCHANGED: unchanged, REJECTED, KEPT: kept } = outcome;
      const rejected = REJECTED.length;
      const counts = { read: body.records, written: STORED + removed + unchanged, rejected };
      // R254.
      if (STORED + removed > 0 && body.records > 1) {
        await tools.webhooks.queue(transaction, settings.name, importEvent({ [kind]: counts }));
      }
      // A call that changes nothing writes nothing, and what somebody edits is no import.
      if (STORED + removed + rejected > 0 && 'caller' in call) {
        const more = { unchanged, removed, ...(kept === undefined ? {} : { kept }) };
        const pushed = { [kind]: { ...counts, ...more } };
        await notePush(transaction, call.caller.keyPrefix, pushed, tools.clock.now());
      }
      if (STORED + removed > 0) {
        const records = changedRecords(transaction, kind, ids);
        const change = { kind, counts: { stored: STORED, removed }, records };
        await storeAudit(transaction, managing(call, 'PUT /manage'), change);
      }
      return outcome;
    };
    return asOneImport(database, store, items.records.length < LARGE ? 'small' : 'large');
  };
  return withOutbox(tools.outbox, database, () => queue.run(settings.name, inTurn));
}

/** The records of a body, and what is no record. */
interface ReadItems {
  readonly sources: readonly SourceRecord[];
  readonly records: readonly ImportRecord[];
  readonly faults: readonly RejectedRecord[];
  readonly ignored: readonly string[];
}

/** @param without A field that is left out of each record. */
async function readItems(
  body: RecordBody,
  resource: ImportResource,
  without?: string,
): Promise<ReadItems> {
  const notes = new ResourceNotes(resource, undefined);
  const turns = new Turns();
  const sources: SourceRecord[] = [];
  const faults: RejectedRecord[] = [];
  for (const item of body.items()) {
    if (item.kind === 'fault') faults.push(rejectedRecord(item, resource, '', item.reason));
    else {
      notes.seeSource(item.record);
      sources.push(without === undefined ? item : withoutField(item, without));
    }
    await turns.next();
  }
  const records = sources.map(({ record }) => record);
  return { sources, records, faults, ignored: notes.ignored };
}

function withoutField(source: SourceRecord, field: string): SourceRecord {
  const { [field]: _, ...record } = source.record;
  return { ...source, record };
}

function withKeys(resource: ImportResource, { records }: ReadItems): boolean {
  return records.some((record) => hasKeys({ resource, record }));
}

/** The records with numbers in place of their source keys, and what is wrong with keys. R240. */
async function numbered(
  resource: ImportResource,
  { records }: ReadItems,
): Promise<readonly (ImportRecord | RecordProblem)[]> {
  return (await resource.numberKeys?.(records, false)) ?? records;
}

async function readRows(
  resource: ImportResource,
  { sources, faults, ignored }: ReadItems,
  records: readonly (ImportRecord | RecordProblem)[],
): Promise<ReadRecords> {
  const turns = new Turns();
  const accepted: Accepted[] = [];
  const rejected = [...faults];
  for (const [at, source] of sources.entries()) {
    try {
      const record = records[at] ?? source.record;
      if (record instanceof RecordProblem) throw record;
      const keyed = keyedRecord(source, record, resource);
      accepted.push({ row: readRow(resource, record), source, keyed });
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      rejected.push(rejectedRecord(source, resource, error.field, error.message));
    }
    await turns.next();
  }
  return { accepted, rejected, ignored };
}

/**
 * Writes the rows. It may run again, and then begins with the same rows.
 *
 * @returns The answer, and the numbers of the records that changed; of more than an audit names, not all.
 */
async function write(
  { accepted, rejected, ignored }: ReadRecords,
  resource: ImportResource,
): Promise<{ readonly outcome: StoredRecords; readonly ids: ReadonlySet<number> }> {
  const batch = new Batch(resource, MOST_RECORDS);
  for (const { row, source } of accepted) batch.add(row, source);
  const refused: RejectedRecord[] = [];
  const left = new Set<SourceRecord>();
  const counts = { STORED: 0, UNCHANGED: 0, REMOVED: 0 };
  const numbers = new Set<number>();
  let kept = 0;
  await batch.write(
    (rows, unchanged, left) => {
      kept += left;
      const removals = rows.filter(isRemoval).length - unchanged.filter(isRemoval).length;
      counts.REMOVED += removals;
      counts.UNCHANGED += unchanged.length;
      counts.STORED += rows.length - unchanged.length - removals;
      if (!isRemovable(resource.name)) return;
      const same = new Set(unchanged);
      for (const row of rows) {
        if (numbers.size <= MOST_NAMED && !same.has(row)) numbers.add(Number(resource.key(row)));
      }
    },
    (source, { field, message }) => {
      left.add(source);
      refused.push(rejectedRecord(source, resource, field, message));
    },
  );
  const all = [...rejected, ...refused];
  all.sort((one, other) => one.line - other.line || (one.element ?? 0) - (other.element ?? 0));
  const ids = accepted.flatMap(({ source, keyed }) =>
    keyed === undefined || left.has(source) ? [] : [keyed],
  );
  const outcome = {
    ...counts,
    REJECTED: all,
    IGNORED: [...ignored],
    ...(kept === 0 ? {} : { KEPT: kept }),
    ...(ids.length === 0 ? {} : { IDS: ids }),
  };
  return { outcome, ids: numbers };
}

/** The key of a record, and the number in its place. R321. */
function keyedRecord(
  { line, element, record }: SourceRecord,
  numbered: ImportRecord,
  { name }: ImportResource,
): KeyedRecord | undefined {
  if (!isRemovable(name)) return undefined;
  const { id } = REMOVALS[name];
  const input = record[id];
  if (!isKeyObject(input)) return undefined;
  const { key, source } = readSourceKey(input, id);
  const place = element === undefined ? { line } : { line, element };
  return { ...place, key, source, id: Number(numbered[id]) };
}

function rejectedRecord(
  item: SourceItem,
  { identity = ['id'] }: ImportResource,
  field: string,
  reason: string,
): RejectedRecord {
  const { line, element } = item;
  const id = item.kind === 'record' ? idOf(item.record, identity) : '';
  return {
    line,
    ...(element === undefined ? {} : { element }),
    ...{ id, field, reason: shorten(reason, REASON_SHOWN) },
  };
}

/** What the record says that tells it from others, as text: `7`, and of a photo `7 front.jpg`. */
function idOf(record: Readonly<Record<string, unknown>>, identity: readonly string[]): string {
  const parts = identity.map((field) => {
    const part = record[field];
    return isKeyObject(part) ? part.key : part;
  });
  const texts = parts.filter((part) => typeof part === 'string' || typeof part === 'number');
  return shorten(texts.join(' '), ID_SHOWN);
}
