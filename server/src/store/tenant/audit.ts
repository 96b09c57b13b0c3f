import type { Transaction } from 'kysely';
import { type Actor, type AuditChange, type AuditRecord, storeAudit } from '../audit/audit.js';
import { fieldsOfLines } from './changed-fields.js';
import type { Changes } from './changes.js';
import { notedEvents } from './followers.js';
import { writingBy } from './import-lock.js';
import type { TenantDatabase } from './open.js';
import type { TenantTables } from './tables.js';

/**
 * The same database for what an actor does: each write adds an entry to the audit, in its transaction.
 *
 * @param actor Undefined where nobody acts, as in a server by itself.
 * @param changeOf What was changed, by what the write returns; undefined for nothing.
 */
export function audited<Done>(
  database: TenantDatabase,
  actor: Actor | undefined,
  changeOf: (done: Done) => AuditChange | undefined,
): TenantDatabase {
  if (actor === undefined) return database;
  const write: TenantDatabase['write'] = (work, size) =>
    database.write(async (transaction) => {
      const done = await work(transaction);
      const change = changeOf(done as unknown as Done);
      if (change !== undefined) await storeAudit(transaction, actor, change);
      return done;
    }, size);
  // An entry must not be lost in a power cut, nor what it is about.
  return Object.assign(writingBy(database, write), { note: write });
}

/** The changes of a transaction, until it commits. */
const changes = new WeakMap<Transaction<TenantTables>, Changes[]>();

/** Has `changedRecords` know what changed. */
export function noteChanges(transaction: Transaction<TenantTables>, more: Changes): void {
  changes.set(transaction, [...(changes.get(transaction) ?? []), more]);
}

/** Records that a transaction has written, with what changed in them as far as messages say it. */
export function changedRecords(
  transaction: Transaction<TenantTables>,
  kind: string,
  ids: Iterable<number>,
): AuditRecord[] {
  const noted = changes.get(transaction) ?? [];
  const events = notedEvents(transaction).filter(({ data }) => data.resource === kind);
  return [...ids].map((id) => {
    const lines = noted.map((each) => each.linesOf(kind, id)).filter((line) => line !== '');
    if (lines.length > 0) {
      const { changed, before } = fieldsOfLines(lines.join('\n'));
      return { id, changed, ...(Object.keys(before).length > 0 && { before }) };
    }
    const changed = events.find(({ data }) => data.id === id)?.data.changed;
    return Array.isArray(changed) ? { id, changed } : { id };
  });
}
